/**
 * What every form of a report says of a follow that was killed with `kill -9`: nothing that works or was filled is told as not sent, what
 * left and has no answer is unknown, and what entries filled is told for how long it had no stop, or since when.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start, type Running } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import type { Interface } from '../../src/model/interfaces.ts';
import { followDesk, isOpen, type FollowDesk } from '../support/follow-desk.ts';
import { FOLLOW } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: hold
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: even, side: close-long, size: { filled: entry }, trigger: 59000, price: market, after: { filled: target } }
  - { id: target, side: close-long, size: { filled: entry, share: 1/2 }, price: 65000, trigger: =price }
`;
const isEntry = ({ kind, price }: PaperOrder): boolean => kind === 'single' && price?.startsWith('60000') === true;
const isTrigger =
  (at: string) =>
  ({ kind, trigger }: PaperOrder): boolean =>
    kind === 'trigger' && trigger?.startsWith(at) === true;
const [isStop, isTarget] = [isTrigger('58000'), isTrigger('65000')];
const NOT_SENT = { outcome: 'withheld', reason: 'stopped', message: 'it was not sent before the run was killed' };

interface Told {
  readonly lines: string;
  readonly md: string;
  readonly html: string;
  readonly junit: string;
  readonly json: { readonly counts: object; readonly orders: readonly object[]; readonly protection: object };
  readonly replay: string;
}

interface Killed extends FollowDesk {
  readonly faults: Partial<Record<FaultName, number>>;
  readonly life: () => Running;
  readonly kill: (running: Running) => Promise<void>;
  readonly until: (is: () => boolean) => Promise<void>;
  /** In every form. */
  readonly told: (...run: string[]) => Promise<Told>;
}

async function deskOf(version: Interface, latencyMs = 0): Promise<Killed> {
  const faults: Partial<Record<FaultName, number>> = {};
  const desk = await followDesk(PLAN, { version, faults, latencyMs });
  const { at } = desk;
  const said = async (...words: string[]): Promise<string> => (await here(words, at, { width: 300 })).stdout;
  return {
    ...desk,
    faults,
    life() {
      const running = start(FOLLOW, at);
      afterTest(() => void running.child.kill('SIGKILL'));
      return running;
    },
    async kill(running) {
      running.child.kill('SIGKILL');
      expect((await running.ended).signal).toBe('SIGKILL');
    },
    async until(is) {
      await expect.poll(is, { timeout: 15_000, interval: 5 }).toBe(true);
    },
    async told(...run) {
      await said('report', 'plan.yaml', ...run, '--as', 'html', '--out', 'run.html');
      const json = JSON.parse(await said('report', 'plan.yaml', ...run, '--as', 'json')) as { runs: Told['json'][] };
      return {
        lines: await said('report', 'plan.yaml', ...run),
        md: await said('report', 'plan.yaml', ...run, '--as', 'md'),
        html: readFileSync(join(at.folder, 'run.html'), 'utf8'),
        junit: await said('report', 'plan.yaml', ...run, '--as', 'junit'),
        json: json.runs[0] as Told['json'],
        replay: await said('replay', 'plan.yaml', ...run, '--output', 'ndjson'),
      };
    },
  };
}

/** Its entry was filled in part, and its exits work. */
async function begun({ life, paper, order }: Killed, size = '0.06'): Promise<Running> {
  const running = life();
  await running.until(/"order-outcome","id":"entry".*"accepted"/);
  paper.fill(order(isEntry).orderId, size);
  await running.until(/"order-outcome","id":"target".*"accepted"/);
  return running;
}

const suite = (junit: string): string => /<testsuite .*>/.exec(junit)?.[0] ?? '';

test.each(INTERFACES)('%s: what an earlier run placed is told as that', { timeout: 60_000 }, async (version) => {
  const desk = await deskOf(version);
  const { paper, life, kill, order, told, at } = desk;
  await kill(await begun(desk));
  const two = life();
  await two.until(/"order-state","id":"entry"/);
  await kill(two);

  const { lines, md, html, junit, json } = await told();
  expect(json.counts).toEqual({ accepted: 0, rejected: 0, unknown: 0, withheld: 4 });
  const before = { outcome: 'withheld', reason: 'already-accepted' };
  expect(json.orders).toMatchObject([
    { id: 'entry', ...before, orderId: order(isEntry).orderId },
    { id: 'stop', ...before, orderId: order(isStop).orderId },
    { id: 'even', ...NOT_SENT },
    { id: 'target', ...before, orderId: order(isTarget).orderId },
  ]);
  expect(lines).toContain('4 orders: 1 withheld, 3 accepted before, unchanged (0 orders sent');
  expect(lines).toContain('– withheld  even  stopped: it was not sent before the run was killed');
  expect(md).toMatch(/withheld \| `stop` .*already-accepted/);
  expect(html).toContain('already-accepted (order');
  for (const text of [lines, md, html, junit]) expect(text).not.toContain('before its turn');
  expect(junit.match(/<skipped message="already-accepted"\/>/g)).toHaveLength(3);

  // What a look finds once it is gone is told next to it, and changes nothing of what it did.
  paper.cancelByExchange(order(isStop).orderId);
  await here(['status', 'plan.yaml', '--refresh'], at);
  const later = await told('--run', '2');
  expect(later.json.orders[1]).toMatchObject({ id: 'stop', ...before, since: { state: 'cancelled' } });
  expect(later.lines).toMatch(/Since then\n\s+× cancelled {2}stop {2}now cancelled, order/);
  expect(later.json.protection).toEqual(json.protection);
});

test.each(INTERFACES)('%s: a new name of an order hides nothing', { timeout: 60_000 }, async (version) => {
  const desk = await deskOf(version);
  const { life, kill, told, at, order } = desk;
  await kill(await begun(desk));
  at.write('plan.yaml', PLAN.replace('id: entry', 'id: long, was: entry').replaceAll('filled: entry', 'filled: long'));
  const two = life();
  await two.until(/"order-state","id":"long"/);
  await kill(two);
  const { json } = await told();
  expect(json.orders).toMatchObject([
    { id: 'long', reason: 'already-accepted', orderId: order(isEntry).orderId },
    { id: 'stop', reason: 'already-accepted' },
    { id: 'even' },
    { id: 'target', reason: 'already-accepted' },
  ]);
});

test.each(INTERFACES)('%s: a stop that left and has no answer is unknown', { timeout: 60_000 }, async (version) => {
  const desk = await deskOf(version, 200);
  const { paper, life, kill, order, until, told, at } = desk;
  const one = life();
  await one.until(/"order-outcome","id":"entry".*"accepted"/);
  paper.fill(order(isEntry).orderId, '0.06');
  await until(() => paper.orders.some(isStop));
  await kill(one);

  const { lines, md, html, junit, json, replay } = await told();
  expect(json.counts).toEqual({ accepted: 1, rejected: 0, unknown: 1, withheld: 2 });
  expect(json.orders).toMatchObject([
    { id: 'entry', outcome: 'accepted' },
    { id: 'stop', outcome: 'unknown', rule: 'no-record', size: '0.06', trigger: '58000' },
    { id: 'even', ...NOT_SENT },
    { id: 'target', ...NOT_SENT },
  ]);
  expect(json.protection).toMatchObject({
    positions: [{ unknown: '0.06', groups: [{ entries: ['entry'], held: '0.06', covered: '0', unknown: '0.06' }] }],
  });
  const since = /whether entry has a stop is not known since [-\d]+T[\d:]+Z, up to the end of this run’s record/;
  for (const text of [lines, md, html, replay]) expect(text).not.toContain('looked for at each look');
  for (const text of [lines, md, html]) expect(text).toMatch(since);
  expect(lines).toContain('1 accepted, 2 withheld, 1 UNKNOWN (2 orders sent, 2 calls');
  expect(lines).toMatch(/\? UNKNOWN {3}stop\s+sent, and no answer was recorded/);
  expect(junit).toMatch(/name="stop">\n\s+<error type="unknown"/);
  expect(suite(junit)).toContain('tests="6" failures="1" errors="2" skipped="2"');
  expect(replay).toMatch(/"run-finished".*"exitCode":7/);
  expect((await here(['status', 'plan.yaml'], at)).code).toBe(7);
});

test.each(INTERFACES)(
  '%s: a part in flight is told next to the part that works',
  { timeout: 60_000 },
  async (version) => {
    const latencyMs = 300;
    const desk = await deskOf(version, latencyMs);
    const { paper, life, kill, order, until, told } = desk;
    const one = life();
    await one.until(/"order-outcome","id":"entry".*"accepted"/);
    const filledMs = Date.now();
    paper.fill(order(isEntry).orderId, '0.06');
    await one.until(/"order-outcome","id":"target".*"accepted"/);
    paper.fill(order(isEntry).orderId, '0.1');
    await until(() => paper.orders.filter(isStop).length === 2);
    await kill(one);
    const { lines, junit, json } = await told();
    expect(json.counts).toEqual({ accepted: 3, rejected: 0, unknown: 1, withheld: 1 });
    expect(json.orders.slice(1, 3)).toMatchObject([
      { id: 'stop', outcome: 'accepted', size: '0.06' },
      { id: 'stop', part: 2, outcome: 'unknown', size: '0.1' },
    ]);
    expect(lines).toMatch(/\? UNKNOWN {3}stop\/2\s+sent, and no answer was recorded/);
    // Until its answer came the first part was not known to work. The line has tenths of a second, by a clock that was read from an
    // answer: half of what this one was late.
    const tookMs = 1000 * Number(/naked for ([\d.]+) s; whether entry has a stop/.exec(lines)?.[1]);
    expect(tookMs).toBeGreaterThan(order(isStop).acceptedAtMs - filledMs + latencyMs / 2 - 100);
    expect(junit).toMatch(/name="stop\/2">\n\s+<error type="unknown"/);
  },
);

test.each(INTERFACES)('%s: what is naked at the end is told, and since when', { timeout: 60_000 }, async (version) => {
  const desk = await deskOf(version);
  const { paper, life, kill, order, faults, told } = desk;
  const one = life();
  await one.until(/"order-outcome","id":"entry".*"accepted"/);
  faults['reject-one'] = 1;
  paper.fill(order(isEntry).orderId, '0.06');
  await one.until(/"order-outcome","id":"stop".*"rejected"/);
  await kill(one);
  const { lines, md, html, junit, json } = await told();
  const since = /entry is naked since [-\d]+T[\d:]+Z, up to the end of this run’s record/;
  for (const text of [lines, md, html]) expect(text).toMatch(since);
  expect(json.protection).toMatchObject({
    state: 'naked',
    positions: [{ groups: [{ entries: ['entry'], held: '0.06', naked: '0.06', since: expect.any(String) as string }] }],
  });
  expect(junit).toMatch(/name="protection">\n\s+<failure type="naked"/);
  expect(junit).toMatch(/name="stop"[^>]*>\n\s+<failure type="/);
});

test.each(INTERFACES)('%s: what a look found is accepted', { timeout: 60_000 }, async (version) => {
  const desk = await deskOf(version);
  const { paper, life, kill, order, faults, told } = desk;
  const one = life();
  await one.until(/"order-outcome","id":"entry".*"accepted"/);
  faults['drop-after'] = 1;
  paper.fill(order(isEntry).orderId, '0.06');
  await one.until(/"order-outcome","id":"stop".*"unknown"/);
  delete faults['drop-after'];
  await one.until(/"order-outcome","id":"stop".*"found"/);
  await kill(one);
  const { lines, junit, json } = await told();
  expect(json.counts).toMatchObject({ accepted: expect.any(Number) as number, unknown: 0 });
  expect(json.orders[1]).toMatchObject({
    id: 'stop',
    outcome: 'accepted',
    rule: 'found',
    orderId: order(isStop).orderId,
  });
  expect(lines).not.toMatch(/\d UNKNOWN/);
  expect(suite(junit)).toContain('errors="1"');
});

test.each(INTERFACES)('%s: how the cancel of a sibling ended is told', { timeout: 60_000 }, async (version) => {
  for (const isAnswered of [false, true]) {
    const desk = await deskOf(version, 100);
    const { paper, kill, order, until, told } = desk;
    const one = await begun(desk, '0.3');
    paper.fire(order(isStop).orderId);
    if (isAnswered) await one.until(/"cancel-outcome","id":"target".*"cancelled"/);
    else await until(() => !isOpen(order(isTarget)));
    await kill(one);
    const { lines, md, junit, replay } = await told();
    const end = isAnswered ? 'cancelled' : 'unknown';
    expect(replay).toMatch(new RegExp(`"cancel-outcome","id":"target".*"outcome":"${end}"`));
    expect(lines).toContain(`1 to cancel: 1 ${isAnswered ? 'cancelled' : 'UNKNOWN'}`);
    expect(md).toMatch(isAnswered ? /× cancelled \| `target`/ : /\? UNKNOWN\*\* \| `target` .*no answer was recorded/);
    expect(junit).toMatch(
      isAnswered ? /cancel of target">\n\s+<system-out>cancelled/ : /cancel of target">\n\s+<error type="unknown"/,
    );
    expect(replay).toMatch(new RegExp(`"run-finished".*"exitCode":${isAnswered ? 6 : 7}`));
    expect(lines).toMatch(/note {6}naked for [\d.]+ s\n/);
  }
});
