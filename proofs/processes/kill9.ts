/**
 * Kills the built command with SIGKILL at any instant, and holds what it knows afterwards against the exchange's own ledger.
 *
 * Each run: a random plan, a paper exchange with a random latency and sometimes faults, up to four starts that are killed,
 * then one that is not; then as much for the cancels of all that (kill-cancels.ts), and for the orders of another plan that are
 * edited and replaced (kill-replaces.ts). `--runs N` counts runs; every one has a
 * kill that hit.
 */
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { place, start, type Ended, type Running } from '../support/ordo.ts';
import { CANCELS_COUNTED, cancelFaultsOf, DELAYS_MS, takeOff } from './kill-cancels.ts';
import { replaceAll, REPLACES_COUNTED } from './kill-replaces.ts';
import { killed } from './kills.ts';
import {
  checkKnown,
  checkOnce,
  checkTold,
  outcomesOf,
  readState,
  wholeEvents,
  type OrderOutcome,
} from '../ledger-check.ts';
import { randomPlan, WIDE, wideConfig } from '../random-plans.ts';
import { inTurns, pause, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { randomOf, type Random } from '../random.ts';

const LINES = { sent: 'call-sent', told: 'order-outcome' };
const LIVE = ['--execute', '--live', '--yes', '--output', 'ndjson'];

/** Two processors, and a killed command is mostly waiting. */
const ABREAST = 2;

/** Those of which an order may stand although its answer said nothing, and those of which none does. */
const FAULTS: readonly FaultName[] = [
  'drop-before',
  'rate',
  'reject-one',
  'reorder',
  'missing',
  'no-order-id',
  'drop-after',
  'http-502-after',
  'garbage',
  'truncate',
];

export const COUNTED = [
  'runs',
  'kills',
  'starts',
  'orders',
  'orders accepted',
  'accepted twice',
  'misreported',
  ...CANCELS_COUNTED,
  ...REPLACES_COUNTED,
];

export const kill9 = proofOf('kill9', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  await inTurns(runs, ABREAST, async (run) => {
    const random = randomOf(seed, run);
    await oneRun(random, `run ${run}`, found);
    await replaceAll(random, found, `run ${run}, replaced`);
  });
  found.count('misreported', found.violations.length);
});

/** What never arrived is looked for in vain: not for long. */
const configOf = (settings: { inFlight: number; maxOrdersPerCall: number }): string =>
  wideConfig({ ...settings, onUnknown: 'continue' }).replace('execution: { ', 'execution: { cancelWait: 1s, ');

/** A server that the journals are on. */
interface JournalServer {
  newDatabase(): Promise<string>;
  kill(signal: 'SIGKILL' | 'SIGQUIT'): void;
  start(): Promise<void>;
}

/** How long a server takes to see that the process of a session is gone. */
const GONE_MS = 150;

/** With a server, its journal is there, and the server is killed too. */
export async function oneRun(random: Random, where: string, found: Findings, server?: JournalServer): Promise<void> {
  const faults: Partial<Record<FaultName, number>> = random.chance(0.3) ? { [random.pick(FAULTS)]: 0.15 } : {};
  const latencyMs = random.pick([0, 5, 20, 60]);
  const seed = random.below(1e9);
  const cancelFaults = cancelFaultsOf(random);
  const cancelDelayMs = random.pick(DELAYS_MS);
  const paper = await startPaperExchange({ ...WIDE, latencyMs, faults, cancelFaults, cancelDelayMs, seed });
  const at = place(paper.origin);
  if (server !== undefined) at.env['ORDO_JOURNAL'] = await server.newDatabase();
  try {
    const settings = { inFlight: random.int(1, 4), maxOrdersPerCall: random.pick([1, 3, 20]) };
    at.write('ordo.config.yaml', configOf(settings));
    const count = random.int(20, 80);
    const plan = at.write('plan.yaml', randomPlan(random, 'kill', count));
    const go = (): Running => start(['run', plan, ...LIVE], at);

    const told: OrderOutcome[] = [];
    const hear = (ended: Ended): void => void told.push(...lasting(ended, { paper, found, where }));
    let kills = 0;
    const most = random.pick([1, 1, 1, 2, 3, 4]);
    if (server !== undefined && random.chance(0.4)) {
      hear(await withoutServer(random, go(), server));
      found.count('starts');
      found.count('kills of the server');
      kills += 1;
    }
    for (let tries = 0; kills < most && tries < most + 3; tries++) {
      const ended = await killed(random, go(), latencyMs, LINES);
      found.count('starts');
      hear(ended);
      if (server !== undefined) await pause(GONE_MS);
      if (ended.signal === 'SIGKILL') kills += 1;
      // It came to its end before the kill did: another kill of a run that sends nothing shows less.
      else if (kills > 0) break;
    }
    for (const name of Object.keys(faults) as FaultName[]) delete faults[name];
    const clean = await go().ended;
    found.count('starts');
    found.count('kills', kills);
    found.count('runs');
    found.count('orders', count);
    found.count('orders accepted', paper.orders.length);
    judge(
      {
        clean,
        told,
        paper,
        count,
        unheard: kills * settings.inFlight * settings.maxOrdersPerCall,
        state: await readState(at, paper, 'kill'),
      },
      found,
      where,
    );
    await takeOff(random, { at, paper, plan, latencyMs, faults: cancelFaults }, found, where);
  } finally {
    await paper.close();
    at.remove();
  }
}

/** What a start told and a later one does not change: what it did not send a later one may, so that is judged at once. */
function lasting({ stdout }: Ended, scene: Parameters<typeof checkTold>[1]): OrderOutcome[] {
  const outcomes = outcomesOf(stdout);
  checkTold(outcomes, scene);
  return outcomes.filter(({ outcome }) => outcome !== 'withheld');
}

/** The server is gone in the middle of it, and there again afterwards. */
async function withoutServer(random: Random, running: Running, server: JournalServer): Promise<Ended> {
  // A short run may end before it sends anything.
  const sent = running.until(/"call-sent"/).catch(() => {});
  if (random.chance(0.7)) await sent;
  await pause(random.int(0, 80));
  server.kill(random.pick(['SIGKILL', 'SIGQUIT']));
  const ended = await running.ended;
  await server.start();
  return ended;
}

interface Case {
  readonly clean: Ended;
  readonly told: readonly OrderOutcome[];
  readonly paper: PaperExchange;
  readonly count: number;
  /** The most orders whose answer the kills can have lost. */
  readonly unheard: number;
  readonly state: Awaited<ReturnType<typeof readState>>;
}

function judge({ clean, told, paper, count, unheard, state }: Case, found: Findings, where: string): void {
  const last = outcomesOf(clean.stdout);
  const all = [...told, ...last];
  const accepted = paper.orders.map(({ clientOid }) => clientOid);
  found.count('accepted twice', accepted.length - new Set(accepted).size);
  const scene = { paper, found, where };
  checkOnce(scene);
  checkTold(all, scene);
  checkKnown({ known: state, told: all }, scene);

  found.hold(
    new Set(last.map(({ id }) => id)).size === count && last.length === count,
    where,
    `${last.length} outcomes of ${count} orders`,
  );
  const end = wholeEvents(clean.stdout).at(-1);
  found.hold(
    end?.event === 'run-finished' && end.exitCode === clean.code,
    where,
    `ended ${clean.code} ${clean.stderr}`,
  );
  const states = [...state.values()].map((order) => order.state);
  found.hold(
    states.length === count && states.every((one) => one !== 'never-sent' && one !== 'in-flight'),
    where,
    'an order was left behind',
  );
  const unknown = states.filter((one) => one === 'unknown').length;
  const isSaid = clean.code === (unknown > 0 ? 7 : states.includes('rejected') ? 6 : 0);
  found.hold(isSaid, where, `exit ${clean.code} with ${unknown} unknown`);
  const lost = [...state.values()].filter(({ state: one, rule }) => one === 'unknown' && rule === 'no-record').length;
  found.hold(lost <= unheard, where, `${lost} orders unknown for want of a record, at most ${unheard} can be`);
}

if (import.meta.main) await prove({ runs: 300 }, kill9);
