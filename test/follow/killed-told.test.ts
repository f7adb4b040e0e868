/**
 * What every form of a report says of a follow that was killed with `kill -9`: nothing that works or was filled is told as not sent, what
 * left and has no answer is unknown, and what entries filled is told for how long it had no stop, or since when.
 */
import { expect, test } from 'vitest';
import { openLedger, orThrow, pastRuns, reportText, type PastRun } from '../../src/index.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import { isOpen } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { begun, HOLD, isEntry, isStop, isTarget, killedDesk } from '../support/killed-desk.ts';
import { journalOf } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const NOT_SENT = { outcome: 'withheld', reason: 'stopped', message: 'it was not sent before the run was killed' };

const suite = (junit: string): string => /<testsuite .*>/.exec(junit)?.[0] ?? '';

test.each(INTERFACES)('%s: what an earlier run placed is told as that', { timeout: 60_000 }, async (version) => {
  const desk = await killedDesk(version);
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

  // The library's history is what the command reports.
  const ledger = orThrow(openLedger(sqliteUrl(journalOf(at))));
  const runs = orThrow(await pastRuns(ledger, { origin: paper.origin, name: 'default' }, 'hold'));
  const stories = [orThrow(await (runs[1] as PastRun).story())];
  expect(orThrow(await reportText(stories, 'junit'))).toBe(junit);
  expect(orThrow(await reportText(stories, 'json'))).toContain('"reason": "already-accepted"');

  // What a look finds once it is gone is told next to it, and changes nothing of what it did.
  paper.cancelByExchange(order(isStop).orderId);
  await here(['status', 'plan.yaml', '--refresh'], at);
  const later = await told('--run', '2');
  expect(later.json.orders[1]).toMatchObject({ id: 'stop', ...before, since: { state: 'cancelled' } });
  expect(later.lines).toMatch(/Since then\n\s+× cancelled {2}stop {2}now cancelled, order/);
  expect(later.json.protection).toEqual(json.protection);
});

test.each(INTERFACES)('%s: a new name of an order hides nothing', { timeout: 60_000 }, async (version) => {
  const desk = await killedDesk(version);
  const { life, kill, told, at, order } = desk;
  await kill(await begun(desk));
  at.write('plan.yaml', HOLD.replace('id: entry', 'id: long, was: entry').replaceAll('filled: entry', 'filled: long'));
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
  const desk = await killedDesk(version, 200);
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
    const desk = await killedDesk(version, latencyMs);
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
  const desk = await killedDesk(version);
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
  const desk = await killedDesk(version);
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
    const desk = await killedDesk(version, 100);
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
