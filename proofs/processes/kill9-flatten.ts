/**
 * Kills `ordo flatten` with SIGKILL at each of its journal records, and `ordo halt` at any instant beside a run, and holds what is left
 * against the exchange's own book. Each run is an account with positions, stops, targets and bids, on an exchange with a random latency
 * and sometimes faults: the flatten is killed at one record (the next run takes the next), sometimes once more, and then is not.
 */
import { DatabaseSync } from 'node:sqlite';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { checkOnce, journalOf, outcomesOf, readState } from '../ledger-check.ts';
import { inTurns, pause, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { WIDE } from '../random-plans.ts';
import { randomOf, type Random } from '../random.ts';
import { windowsText } from '../spoken.ts';
import { bids, ordo, place, start, type Ended, type Place } from '../support/ordo.ts';
import { foreignBeside, heldIn, judgeBook, type Told } from './flattened-book.ts';

const COUNTED = [
  'runs',
  'kills of a flatten',
  'kills of a halt',
  'starts',
  'orders closed',
  'settled by a person',
  'foreign touched',
];

const NOW = ['--execute', '--live', '--yes'];
const EXECUTE = [...NOW, '--output', 'ndjson'];
const FLATTEN = ['flatten', '--why', 'proof', ...EXECUTE];
/** As a person has it, who reads its last lines. */
const READ = ['flatten', '--why', 'proof', ...NOW];
/** Mostly waiting: for answers, and between two looks. */
const ABREAST = 4;
/** About as many records as a flatten of this account writes. */
const RECORDS = 60;
/** What may meet the closes; where nothing was taken, a flatten waits a minute until a request is dead. */
const FAULTS: readonly FaultName[] = ['drop-after', 'garbage', 'http-502-after', 'reject-one', 'no-order-id'];

const CONFIG = `version: 1
exchange: { ${windowsText({ ip: '100000/10s', account: '100000/10s' })}, orderCalls: 10000/1s, timeout: 10s }
execution: { cancelWait: 1s, onUnknown: continue, maxOrdersPerCall: 1 }
`;

/** Held with a stop and a target, and bids that may still open. */
const planOf = (random: Random): string => `version: 1
name: first
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.04, price: market, reference: 64000 }
  - { id: stop, side: close-long, size: 0.04, trigger: 62000, price: market, after: [entry] }
  - { id: out, side: close-long, size: 0.01, price: 90000, after: [entry] }
${random.chance(0.5) ? '  - { id: short, side: open-short, size: 0.02, price: market, reference: 64000 }\n' : ''}${Array.from({ length: random.int(0, 3) }, (_, at) => `  - { id: bid-${at}, side: open-long, size: 0.01, price: ${60_000 - at} }\n`).join('')}`;

export const kill9Flatten = proofOf('kill9-flatten', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  await inTurns(runs, ABREAST, async (run) => {
    const random = randomOf(seed, run);
    await killFlatten(random, found, { run, where: `run ${run}` });
    await haltBesideRun(random, found, `run ${run}, a halt beside a run`);
    found.count('runs');
  });
});

/** Undefined where the journal is locked at this moment. */
const recordsIn = (at: Place): number | undefined => {
  const journal = new DatabaseSync(journalOf(at), { readOnly: true });
  try {
    return Number(journal.prepare('select max(id) as id from record').get()?.['id'] ?? 0);
  } catch {
    return undefined;
  } finally {
    journal.close();
  }
};

/** Killed as soon as so many records more are there, if it does not end before. */
async function killedAt(at: Place, args: readonly string[], more: number): Promise<Ended> {
  const until = (recordsIn(at) ?? 0) + more;
  const running = start(args, at);
  while (running.child.exitCode === null && (recordsIn(at) ?? 0) < until) await pause(1);
  running.child.kill('SIGKILL');
  return running.ended;
}

async function killFlatten(
  random: Random,
  found: Findings,
  { run, where }: { run: number; where: string },
): Promise<void> {
  const latencyMs = random.pick([0, 3, 10, 30]);
  const faults: Partial<Record<FaultName, number>> = {};
  const paper = await startPaperExchange({ ...WIDE, latencyMs, faults, seed: random.below(1e9) });
  const at = place(paper.origin);
  try {
    at.write('ordo.config.yaml', CONFIG);
    const plan = at.write('plan.yaml', planOf(random));
    const placed = await ordo(['run', plan, ...EXECUTE], at);
    found.hold(placed.code === 0, where, `the plan was not placed: ${placed.stdout}${placed.stderr}`);
    const foreign = foreignBeside(paper);
    if (random.chance(0.3)) faults[random.pick(FAULTS)] = 0.5;
    for (let kills = random.pick([1, 1, 2]), more = 1 + (run % RECORDS); kills > 0; kills--) {
      const ended = await killedAt(at, FLATTEN, more);
      found.count('starts');
      if (ended.signal === 'SIGKILL') found.count('kills of a flatten');
      judgeBook(paper, foreign, { ended, found, where });
      more = random.int(1, RECORDS);
    }
    for (const name of Object.keys(faults) as FaultName[]) delete faults[name];
    await lastFlatten({ at, paper }, foreign, { found, where });
    await judgeHalt(at, paper, found, where);
    found.count(
      'orders closed',
      paper.orders.filter(({ type, match }) => (type === '3' || type === '4') && match === '1').length,
    );
  } finally {
    await paper.close();
    at.remove();
  }
}

/**
 * It ends with 0. Only where a kill fell between a close's intent and its bytes it cannot: no list ever has that close, and that proves
 * nothing (docs/safety.md#what-is-assumed-of-the-exchange), so a person has to say that it is absent. Then it ends with 7 though nothing
 * is held, and with 0 once the line that it names was said.
 */
async function lastFlatten(
  { at, paper }: { readonly at: Place; readonly paper: PaperExchange },
  foreign: readonly PaperOrder[],
  { found, where }: Omit<Told, 'ended'>,
): Promise<void> {
  const flattened = async (): Promise<Ended> => {
    const ended = await ordo(READ, at);
    found.count('starts');
    judgeBook(paper, foreign, { ended, found, where });
    return ended;
  };
  let last = await flattened();
  const settles = last.code === 7 ? settleLine(last.stdout) : undefined;
  if (settles !== undefined) {
    const { unknown, taken } = await unknownIn(at, paper);
    found.hold(taken.length === 0, where, `unknown, and the exchange has them: ${taken.join(' ')}`);
    const named = settles.filter((_, index) => settles[index - 1] === '--absent');
    found.hold(
      named.join(' ') === unknown.join(' '),
      where,
      `unknown: ${unknown.join(' ')}, named: ${named.join(' ')}`,
    );
    const isFlat = heldIn(paper).every((units) => units === 0);
    found.hold(isFlat, where, `it ends with 7, and ${heldIn(paper).join(' ')} is held: ${last.stdout}${last.stderr}`);
    const settled = await ordo(settles, at);
    found.count('starts');
    found.count('settled by a person', unknown.length);
    found.hold(settled.code === 0, where, `ordo ${settles.join(' ')}: ${settled.code}: ${settled.stderr}`);
    last = await flattened();
  }
  found.hold(last.code === 0, where, `the next flatten ends with ${last.code}: ${last.stdout}${last.stderr}`);
}

/** The line with which a person says that closes are absent, as it is printed. */
function settleLine(stdout: string): readonly string[] | undefined {
  const line = /ordo (settle --name ordo:close(?: --absent \S+)+) --why "([^"]+)"/.exec(stdout.replaceAll(/\s+/g, ' '));
  return line === null ? undefined : [...(line[1] ?? '').split(' '), '--why', line[2] ?? ''];
}

/** Ids of closes that the journal does not know to be placed or not; and of these, those that the exchange has all the same. */
async function unknownIn(at: Place, paper: PaperExchange): Promise<Record<'unknown' | 'taken', readonly string[]>> {
  const closes = [...(await readState(at, paper, 'ordo:close')).values()];
  const unknown = closes.filter(({ state }) => state === 'unknown' || state === 'in-flight');
  const taken = unknown.filter(({ clientOid }) => paper.orders.some((one) => one.clientOid === clientOid));
  return { unknown: unknown.map(({ id }) => id), taken: taken.map(({ id }) => id) };
}

/** Nothing opens until the lift, and the journal is whole. */
async function judgeHalt(
  at: ReturnType<typeof place>,
  paper: PaperExchange,
  found: Findings,
  where: string,
): Promise<void> {
  const plan = at.write('next.yaml', bids('next', 1));
  const before = paper.orders.length;
  const refused = await ordo(['run', plan, ...EXECUTE], at);
  found.hold(
    refused.code === 4 && paper.orders.length === before,
    where,
    `a run under the halt ends with ${refused.code}`,
  );
  const verified = await ordo(['journal', 'verify'], at);
  found.hold(verified.code === 0, where, `journal verify ends with ${verified.code}: ${verified.stdout}`);
}

/** A halt at any instant of a run, killed in some runs: what the journal then says, the run obeys; after the lift it goes on. */
async function haltBesideRun(random: Random, found: Findings, where: string): Promise<void> {
  const count = random.int(10, 25);
  const paper = await startPaperExchange({ ...WIDE, latencyMs: random.pick([0, 5, 20]), seed: random.below(1e9) });
  const at = place(paper.origin);
  try {
    at.write('ordo.config.yaml', CONFIG);
    const plan = at.write('plan.yaml', bids('beside', count));
    const running = start(['run', plan, ...EXECUTE], at);
    await running.until(/"call-sent"/);
    await pause(random.int(0, 60));
    const halting = start(['halt', '--why', 'proof'], at);
    if (random.chance(0.4)) setTimeout(() => halting.child.kill('SIGKILL'), random.int(40, 220));
    const halted = await halting.ended;
    if (halted.signal === 'SIGKILL') found.count('kills of a halt');
    const sent = paper.orders.length;
    const ended = await running.ended;
    const isHalted = (await ordo(['status', '--output', 'json'], at)).stdout.includes('"halt": {');
    found.hold(halted.code !== 0 || isHalted, where, 'the halt ended with 0, and the account is not halted');
    const withheld = outcomesOf(ended.stdout).filter((one) => one.outcome === 'withheld');
    found.hold(
      withheld.every((one) => 'reason' in one && one.reason === 'halted'),
      where,
      `withheld for something else: ${ended.stdout.slice(-300)}`,
    );
    found.hold(
      ended.code === (withheld.length > 0 ? 6 : 0),
      where,
      `the run ends with ${ended.code}, ${withheld.length} withheld`,
    );
    found.hold(
      isHalted || withheld.length === 0,
      where,
      'orders were withheld as halted, and the account is not halted',
    );
    // What was on its way as the halt came is awaited: as many as may be in flight.
    found.hold(
      halted.code !== 0 || paper.orders.length <= sent + 8,
      where,
      `${paper.orders.length - sent} orders came after the halt`,
    );
    const verified = await ordo(['journal', 'verify'], at);
    found.hold(verified.code === 0, where, `journal verify ends with ${verified.code}: ${verified.stdout}`);
    await ordo(['halt', '--lift', '--why', 'proof'], at);
    const last = await ordo(['run', plan, ...EXECUTE], at);
    found.count('starts', 2);
    found.hold(
      last.code === 0 && paper.orders.length === count,
      where,
      `after the lift: exit ${last.code}, ${paper.orders.length} of ${count}`,
    );
    checkOnce({ paper, found, where });
  } finally {
    await paper.close();
    at.remove();
  }
}

if (import.meta.main) await prove({ runs: 100 }, kill9Flatten);
