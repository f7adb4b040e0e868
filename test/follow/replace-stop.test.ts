/**
 * `--replace stop` of a plan that is followed: the stop as it was edited works before anything of the old one is cancelled, whatever is
 * killed in between, and what else was edited is not taken up.
 */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, ordo, start, type Ended, type Running } from '../../proofs/support/ordo.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { isOpen } from '../support/follow-desk.ts';
import { FOLLOW } from '../support/follow-run.ts';
import { begun, HOLD, isEntry, isStop, killedDesk, type KilledDesk } from '../support/killed-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const EDITED = HOLD.replace('58000', '58500');
const DRY = ['run', 'plan.yaml', '--live', '--output', 'ndjson'];

/** What covers 0.12 of an entry, in two parts, works; its plan says another trigger now. */
async function edited(version: (typeof INTERFACES)[number], plan = EDITED): Promise<KilledDesk> {
  const desk = await killedDesk(version);
  const running = await begun(desk, '0.06');
  desk.paper.fill(desk.order(isEntry).orderId, '0.06');
  await running.until(/"order-outcome","id":"stop"[^\n]*"accepted"[^\n]*"part":2|"part":2[^\n]*"accepted"/);
  await desk.kill(running);
  desk.at.write('plan.yaml', plan);
  return desk;
}

const stopsOf = ({ orders }: PaperExchange): string[] =>
  orders.flatMap((one) => {
    const at = one.kind === 'trigger' && isOpen(one) ? (one.trigger ?? '').slice(0, 5) : '';
    return at.startsWith('58') || at.startsWith('57') ? [`${at} ${one.size}`] : [];
  });

const coverOf = (paper: PaperExchange): number =>
  stopsOf(paper).reduce((sum, one) => sum + Number(one.split(' ')[1]), 0);

/** The least that covered once the exchange had answered each request from now on. */
function watched(paper: PaperExchange): { readonly least: number } {
  const requests = paper.requests as unknown[];
  let least = coverOf(paper);
  const push = requests.push.bind(requests);
  requests.push = (...more) => {
    least = Math.min(least, coverOf(paper));
    return push(...more);
  };
  return {
    get least() {
      return least;
    },
  };
}

async function shown(is: () => unknown, what: unknown): Promise<void> {
  await expect.poll(is, { timeout: 20_000, interval: 5 }).toEqual(what);
}

function follow({ at }: KilledDesk, ...more: string[]): Running {
  const running = start([...FOLLOW, ...more], at);
  afterTest(() => void running.child.kill('SIGKILL'));
  return running;
}

async function ended(running: Running): Promise<Ended> {
  running.child.kill('SIGINT');
  return running.ended;
}

async function cancelsOpen({ at }: KilledDesk): Promise<readonly string[]> {
  const told = ofKind(eventsOf(await ordo(['status', 'plan.yaml', '--output', 'ndjson'], at)), 'order-state');
  return told.flatMap(({ id, state }) => (/^cancel(?:ling|-unknown)$/.test(state) ? [id] : []));
}

const refusalIn = (end: Ended): { code?: string; message?: string; hint?: string } =>
  ofKind(eventsOf(end), 'run-finished')[0]?.refusal ?? {};

test.each(INTERFACES)(
  '%s: the refusal prints the command that takes it up, and its dry run names each part that goes',
  { timeout: 180_000 },
  async (version) => {
    const desk = await edited(version);
    const { at, paper } = desk;
    const refused = await ordo(DRY, at);
    const { code, hint = '' } = refusalIn(refused);
    expect([refused.code, code]).toEqual([5, 'follow/edited']);
    const [, printed = ''] = /ordo (run [^;:]*)/.exec(hint) ?? [];
    expect(printed).toBe('run plan.yaml --execute --live --follow --replace stop');
    const dry = await ordo([...DRY, '--replace', 'stop'], at);
    const step = ofKind(eventsOf(dry), 'step-planned').find(({ id }) => id === 'stop');
    const [first, second] = paper.orders.filter(isStop);
    const part = { size: '0.06', price: 'market', trigger: '58000' };
    expect(step?.edited).toEqual({
      firstPart: 3,
      replaces: [
        { clientOid: first?.clientOid, ...part },
        { part: 2, clientOid: second?.clientOid, ...part },
      ],
    });
    const lines = (await ordo(['run', 'plan.yaml', '--live', '--replace', 'stop'], at)).stdout.replaceAll(/\s+/g, ' ');
    expect(lines).toContain(
      'market at 58500, as entry fills, in place of stop (0.06, market at 58000), stop/2 (0.06, market at 58000), cancelled once stop/3 works',
    );
    const { approval = '' } = ofKind(eventsOf(dry), 'plan-loaded')[0] ?? {};
    const words = printed.split(' ');
    const wrong = await ordo([...words, '--approve', approval.replace(/^./, (one) => (one === '0' ? '1' : '0'))], at);
    expect([wrong.code, stopsOf(paper)]).toEqual([5, ['58000 0.06', '58000 0.06']]);
    const cover = watched(paper);
    const running = start([...words, '--approve', approval, '--output', 'ndjson'], at);
    afterTest(() => void running.child.kill('SIGKILL'));
    await shown(() => stopsOf(paper), ['58500 0.12']);
    expect(cover.least).toBeCloseTo(0.12);
    await running.until(/"cancel-outcome"[^]*"cancel-outcome"/);
    const end = await ended(running);
    const told = ofKind(eventsOf(end), 'order-outcome').filter(({ id }) => id === 'stop');
    expect(told).toMatchObject([{ part: 3, outcome: 'accepted', because: 'edited' }]);
    const off = ofKind(eventsOf(end), 'cancel-outcome').map(({ because, outcome }) => [because, outcome]);
    expect(off).toEqual([
      ['replaced', 'cancelled'],
      ['replaced', 'cancelled'],
    ]);
    const report = await ordo(['report', 'plan.yaml', '--as', 'json'], at);
    const { runs } = JSON.parse(report.stdout) as { runs: { cancels?: object[] }[] };
    expect(runs[0]?.cancels).toMatchObject([
      { id: 'stop', part: 2, outcome: 'cancelled', clientOid: second?.clientOid },
      { id: 'stop', outcome: 'cancelled', clientOid: first?.clientOid },
    ]);
    // It is the plan's by now: no option is needed, and the same command is no mistake.
    for (const more of [[], ['--replace', 'stop']]) {
      const again = follow(desk, ...more);
      await again.until(/"event":"order-state"/);
      expect((await ended(again)).code).toBe(130);
    }
    expect(stopsOf(paper)).toEqual(['58500 0.12']);
  },
);

test.each(INTERFACES)(
  '%s: killed at any moment of it, the next start goes on without the option, and nothing is bare in between',
  { timeout: 300_000 },
  async (version) => {
    const desk = await edited(version);
    const { paper } = desk;
    const cover = watched(paper);
    const [first, second] = ['58700 0.12', '58900 0.12'];
    for (const [turn, wanted] of [first, second].entries()) {
      desk.at.write('plan.yaml', HOLD.replace('58000', wanted?.slice(0, 5) ?? ''));
      const one = follow(desk, '--replace', 'stop');
      // The first dies once the new one is there, the second once its run has begun.
      if (turn === 0) await shown(() => stopsOf(paper).some((stop) => stop === wanted), true);
      else await one.until(/"event":"(order-state|protection)"/);
      await desk.kill(one);
      const two = follow(desk);
      await shown(() => stopsOf(paper), [wanted]);
      // Whose cancel is not known to have ended is not edited again.
      await expect.poll(() => cancelsOpen(desk), { timeout: 20_000 }).toEqual([]);
      expect((await ended(two)).code).toBe(130);
    }
    expect(cover.least).toBeCloseTo(0.12);
    const sent = paper.orders.filter(({ kind, type }) => kind === 'trigger' && type === '3');
    expect(new Set(sent.map(({ clientOid }) => clientOid)).size).toBe(sent.length);
  },
);

test('v3: a new stop that is refused leaves the old one, and that is said', { timeout: 180_000 }, async () => {
  const desk = await edited('v3');
  const { paper, faults } = desk;
  const cover = watched(paper);
  faults['reject-one'] = 1;
  const running = follow(desk, '--replace', 'stop');
  await running.until(/"order-outcome","id":"stop"[^\n]*"rejected"[^]*"order-outcome","id":"stop"[^\n]*"rejected"/);
  faults['reject-one'] = 0;
  const end = await ended(running);
  expect([stopsOf(paper), cover.least]).toEqual([['58000 0.06', '58000 0.06'], 0.12]);
  expect(ofKind(eventsOf(end), 'cancel-outcome')).toEqual([]);
  const status = await ordo(['status', 'plan.yaml', '--refresh'], desk.at);
  expect(status.stdout).toMatch(/accepted +stop +close-long +0.06 +58000→market/);
  expect(status.stdout).toMatch(/rejected +stop\/4 +close-long +0.12 +58500→market/);
  // It is tried once more where a person says so, and nothing else was lost.
  const no = await ordo([...FOLLOW, '--replace', 'stop'], desk.at);
  expect([no.code, refusalIn(no).hint]).toEqual([2, expect.stringContaining('--again stop')]);
  follow(desk, '--again', 'stop');
  await shown(() => stopsOf(paper), ['58500 0.12']);
  expect(cover.least).toBeCloseTo(0.12);
});

test('v2: what else was edited is not taken up, and each says what is', { timeout: 180_000 }, async () => {
  const desk = await edited('v2', EDITED.replaceAll('65000', '65500').replace('59000', '59100'));
  const { at, paper } = desk;
  const before = JSON.stringify(paper.orders);
  for (const name of ['entry', 'target']) {
    const end = await ordo([...FOLLOW, '--replace', name], at);
    expect([end.code, refusalIn(end).code, refusalIn(end).message]).toEqual([
      2,
      'order/not-replaceable',
      `--replace ${name}: it is not a stop, and the plan is followed`,
    ]);
  }
  // Of what was not sent yet there is nothing to replace: what refuses the start is the edit of the others.
  const waits = await ordo([...FOLLOW, '--replace', 'even'], at);
  expect([waits.code, refusalIn(waits).code]).toEqual([5, 'follow/edited']);
  expect((await ordo([...FOLLOW, '--replace', 'nobody'], at)).code).toBe(2);
  // The stop alone is not enough: the target was edited as well, and what is printed works for both.
  const both = await ordo([...FOLLOW, '--replace', 'stop'], at);
  expect([both.code, refusalIn(both).code]).toEqual([5, 'follow/edited']);
  const { hint = '' } = refusalIn(await ordo(FOLLOW, at));
  const [cancel = [], again = []] = [...hint.matchAll(/ordo ((?:run|cancel) [^,;:]*)/g)].map(([, words = '']) =>
    words.trim().split(' '),
  );
  expect([cancel.includes('stop'), again.slice(-2)]).toEqual([false, ['--replace', 'stop']]);
  expect(JSON.stringify(paper.orders)).toBe(before);
  const cover = watched(paper);
  expect((await ordo([...cancel, '--yes'], at)).code).toBe(0);
  const running = start([...again, '--yes', '--output', 'ndjson'], at);
  afterTest(() => void running.child.kill('SIGKILL'));
  await shown(() => stopsOf(paper), ['58500 0.12']);
  await shown(() => paper.orders.filter((one) => isOpen(one) && one.trigger?.startsWith('65500')).length, 1);
  expect(cover.least).toBeCloseTo(0.12);
});

test('v3: a formula is taken up, and of a plan that nobody placed nothing is', { timeout: 180_000 }, async () => {
  const formula = HOLD.replace('trigger: 58000', 'trigger: =tick(average(entry) - 1500)');
  const desk = await edited('v3', formula);
  const { at, paper } = desk;
  expect((await ordo(DRY, at)).code).toBe(5);
  const cover = watched(paper);
  const running = follow(desk, '--replace', 'edited');
  await shown(() => stopsOf(paper), ['58500 0.12']);
  expect([cover.least, (await ended(running)).code]).toEqual([0.12, 130]);
  at.write('plan.yaml', HOLD.replace('name: hold', 'name: other'));
  const other = await ordo([...DRY, '--replace', 'stop'], at);
  expect([other.code, refusalIn(other).message]).toEqual([2, expect.stringContaining('nothing of it was placed')]);
});

test('v2: how all of the old stop stands is known first', { timeout: 180_000 }, async () => {
  const desk = await killedDesk('v2');
  const { at, paper, faults } = desk;
  faults['drop-after'] = 0;
  const running = await begun(desk, '0.06');
  faults['drop-after'] = 1;
  paper.fill(desk.order(isEntry).orderId, '0.06');
  await shown(() => stopsOf(paper).length, 2);
  await desk.kill(running);
  faults['drop-after'] = 0;
  at.write('plan.yaml', EDITED);
  const end = await ordo([...FOLLOW, '--replace', 'stop'], at);
  expect([end.code, refusalIn(end).message]).toEqual([
    2,
    expect.stringContaining('not known yet how all of it stands'),
  ]);
  expect(stopsOf(paper)).toEqual(['58000 0.06', '58000 0.06']);
  at.write('plan.yaml', HOLD);
  const finds = follow(desk);
  await finds.until(/"event":"protection","state":"covered"/);
  await ended(finds);
  at.write('plan.yaml', EDITED);
  follow(desk, '--replace', 'stop');
  await shown(() => stopsOf(paper), ['58500 0.12']);
});
