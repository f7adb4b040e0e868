/** An opening that is due and held back is told while its plan is followed: in its row, in lines and in NDJSON; and so is its end. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import type { HeldBackTold } from '../../src/model/held-back.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { followDesk, type FollowDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: beside
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: more, side: open-long, size: 0.1, price: 59000, after: { filled: entry } }
  - { id: stop, side: close-long, size: { filled: [entry, more] }, trigger: 58000, price: market }
`;

const heldBack = (ended: Ended): readonly Omit<HeldBackTold, 'event'>[] =>
  ofKind(eventsOf(ended), 'openings-held-back').map(({ event: _event, ...told }) => told);

const isMore = ({ price }: FollowDesk['paper']['orders'][number]): boolean => price?.startsWith('59000') === true;
const fillEntry = ({ paper }: FollowDesk): void => paper.fill(paper.orders[0]?.orderId ?? '');

/** Whose lists are so late that a look finds a lost stop only some looks later. */
async function losingDesk(version: (typeof INTERFACES)[number]) {
  const faults: Partial<Record<FaultName, number>> = {};
  const desk = await followDesk(PLAN, { version, faults, listLagMs: 3_000, tradesLagMs: 0 });
  return { ...desk, lose: (share: 0 | 1) => void (faults['drop-after'] = share) };
}

const UNKNOWN = 'stop is UNKNOWN (onUnknown: stop). Sent once a look finds it';

test.each(INTERFACES)(
  '%s: beside a stop that is unknown, until a look finds it',
  { timeout: 60_000 },
  async (version) => {
    const desk = await losingDesk(version);
    const { paper, begin, lose } = desk;
    const one = begin();
    await one.until('the entry works', () => one.written.includes('"id":"entry"') && paper.orders.length === 1);
    lose(1);
    fillEntry(desk);
    await one.until('it is told', () => one.written.includes('"reason":"unresolved"'));
    lose(0);
    await one.until('what opens', () => paper.orders.some(isMore));
    expect(heldBack(await one.stop())).toEqual([
      { ids: ['more'], reason: 'unresolved', message: UNKNOWN, unknown: ['stop'] },
      { ids: ['more'], isOver: true },
    ]);
  },
);

test('in lines, each once', { timeout: 60_000 }, async () => {
  const desk = await losingDesk('v2');
  const { paper, begin, lose } = desk;
  const one = begin('--output', 'lines');
  await one.until('the entry', () => paper.orders.length === 1);
  lose(1);
  fillEntry(desk);
  await one.until('it is told', () => one.written.includes('‖ more'));
  lose(0);
  await one.until('what opens', () => one.written.includes('✓ more'));
  const lines = (await one.stop()).stdout.split('\n').filter((line) => / (?:‖|✓) more /.test(line));
  expect(lines.map((line) => line.slice(10))).toEqual([
    '‖ more   not sent: stop is UNKNOWN (onUnknown: stop). Sent once a look',
    '‖ more   not held back any more',
    '✓ more   open-long 0.1, 59000',
  ]);
});

test('a halt names what it holds back, and so does its end', { timeout: 60_000 }, async () => {
  const desk = await followDesk(PLAN);
  const { paper, begin, at } = desk;
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  expect((await here(['halt', '--why', 'news'], at)).code).toBe(0);
  fillEntry(desk);
  await one.until('it is told', () => one.written.includes('"reason":"halted"'));
  expect((await here(['halt', '--lift', '--why', 'over'], at)).code).toBe(0);
  await one.until('what opens', () => paper.orders.some(isMore));
  expect(heldBack(await one.stop())).toEqual([
    { ids: ['more'], reason: 'halted', message: 'the account is halted. Sent once the halt is lifted' },
    { ids: ['more'], isOver: true },
  ]);
});

describe.skipIf(!hasPseudoTerminal)('on a terminal of 80 columns', () => {
  test('its row says that it is not sent, and why', { timeout: 60_000 }, async () => {
    const desk = await losingDesk('v2');
    const words = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes'];
    const one = new DrivenTerminal(words, desk.at, { columns: 80, rows: 24 });
    onTestFinished(() => one.close());
    await one.until((screen) => /✓ entry .* works$/m.test(screen));
    desk.lose(1);
    fillEntry(desk);
    await one.until((screen) => /‖ more .* not sent: stop is UNKNOWN$/m.test(screen));
    desk.lose(0);
    await one.until((screen) => /✓ more .* works$/m.test(screen));
  });
});

const CHAIN = `version: 1
name: chain
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: one, side: open-long, size: 0.1, price: 60000, until: 4h }
${['two', 'three', 'four', 'five']
  .map(
    (id, at, all) =>
      `  - { id: ${id}, side: open-long, size: 0.1, price: ${59_900 - at}, after: [${all[at - 1] ?? 'one'}] }`,
  )
  .join('\n')}
`;

test('v3: what opens and waits for room alone is told once, and so is its end', { timeout: 60_000 }, async () => {
  const { paper, begin, at } = await followDesk(CHAIN, { version: 'v3', orderCalls: { amount: 5, windowMs: 6000 } });
  at.write(
    'ordo.config.yaml',
    [
      'version: 1',
      "exchange: { interface: v3, orderCalls: '5/6s', orderCallsPerMinute: '1000/60s' }",
      'execution: { lookEvery: 500ms }',
    ].join('\n'),
  );
  const run = begin();
  await run.until('a word of it', () => run.written.includes('"openings-held-back"'));
  // Said while it waits, not afterwards.
  expect(paper.orders).toHaveLength(3);
  await run.until('the last', () => paper.orders.length === 5);
  await run.until('its end', () => run.written.includes('"isOver":true'));
  const ended = await run.stop();
  const message = 'the orders of the window are used up for now. Sent once there is room, if that is in time';
  expect(heldBack(ended)).toEqual([
    { ids: ['four'], reason: 'waiting', message },
    { ids: ['four'], isOver: true },
  ]);
});
