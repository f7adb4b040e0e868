/** Targets of a follow where the exchange takes few orders in a window: what is filled meanwhile gets its stop before them. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, start } from '../../proofs/support/ordo.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace } from '../support/live.ts';
import { followDesk } from '../support/follow-desk.ts';
import { BRACKET, FOLLOW } from '../support/follow-run.ts';
import { journalOf } from '../support/live.ts';
import { reader } from '../support/journal-files.ts';
import { saidOf } from '../../src/journal/records/record-schema.ts';

const PLAN = `version: 1
name: rungs
defaults: { symbol: cmt_btcusdt, reference: 64000 }
orders:
  - { id: entry, side: open-long, size: 0.6, price: 64500, until: 1h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 50000, price: market }
  - id: target
    side: close-long
    size: { filled: entry }
    price: { from: 64600, to: 66000, steps: 14 }
    trigger: =price
  - { id: flat, side: close-long, size: { filled: entry }, price: market, after: { filled: target-1 } }
`;

test('a stop that is due goes before targets that wait for a window', { timeout: 60_000 }, async () => {
  const window = { amount: 10, windowMs: 4000 };
  const { at } = await paperAndPlace({
    market: { seed: 3, stepMs: 250, depth: Decimal.of('0.05') },
    orderCalls: window,
    orderCallsPerMinute: { amount: 1000, windowMs: 60_000 },
  });
  at.write('plan.yaml', PLAN);
  at.write(
    'ordo.config.yaml',
    [
      'version: 1',
      "exchange: { interface: v3, orderCalls: '10/4s', orderCallsPerMinute: '1000/60s' }",
      'execution: { lookEvery: 500ms }',
    ].join('\n'),
  );
  expect((await here(['instruments'], at)).code).toBe(0);
  const run = start(FOLLOW, at);
  afterTest(() => void run.child.kill('SIGKILL'));
  await run.until(/"id":"target-9".*accepted/);
  run.child.kill('SIGINT');
  const events = eventsOf(await run.ended);
  const taken = ofKind(events, 'order-outcome').filter(({ outcome }) => outcome === 'accepted');
  const first = (id: string, part?: number): number =>
    taken.findIndex((one) => one.id === id && ('part' in one ? one.part : undefined) === part);
  expect(taken.slice(0, 2).map(({ id }) => id)).toEqual(['entry', 'stop']);
  // Entry, stop and eight targets fill the window.
  expect(first('stop', 2)).toBeGreaterThan(0);
  expect(first('target-9')).toBeGreaterThan(first('stop', 2));
});

test('a target is on record as one: a stop, and what takes its place, is not', { timeout: 60_000 }, async () => {
  const { paper, at, begin, order } = await followDesk(BRACKET);
  const run = begin();
  await run.until('the entry', () => paper.orders.length > 0);
  paper.fill(order(({ type }) => type === '1').orderId, '0.3');
  await run.until('targets', () => paper.orders.filter(({ trigger }) => Number(trigger) > 64_100).length === 3);
  await run.stop();
  const marked: string[] = [];
  await reader(journalOf(at)).records((record) => {
    if (record.kind !== 'intent') return;
    const { orders, marks = [] } = saidOf('intent', record);
    marked.push(...orders.flatMap(([id], place) => (marks[place]?.isTarget === true ? [id] : [])));
  });
  expect(marked).toEqual(['target-1', 'target-2', 'target-3']);
});

test('a stop that waits for a window holds no look up, and grows meanwhile', { timeout: 60_000 }, async () => {
  const window = { amount: 5, windowMs: 8000 };
  const { paper, at, begin, order } = await followDesk(
    `version: 1
name: waits
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 64000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 50000, price: market }
`,
    { version: 'v3', orderCalls: window },
  );
  at.write(
    'ordo.config.yaml',
    [
      'version: 1',
      "exchange: { interface: v3, orderCalls: '5/8s', orderCallsPerMinute: '1000/60s' }",
      'execution: { lookEvery: 500ms }',
    ].join('\n'),
  );
  const run = begin();
  const stops = (): string[] => paper.orders.flatMap(({ trigger, size }) => (trigger === undefined ? [] : [size]));
  await run.until('the entry', () => paper.orders.length > 0);
  const entry = order(({ trigger }) => trigger === undefined).orderId;
  // Entry, stop and three further parts of it fill the window.
  for (const [count, filled] of ['0.1', '0.01', '0.01', '0.01'].entries()) {
    paper.fill(entry, filled);
    await run.until(`a stop for ${filled}`, () => stops().length > count);
  }
  for (const filled of ['0.02', '0.05', '0.05']) {
    paper.fill(entry, filled);
    await new Promise((done) => setTimeout(done, 700));
  }
  await run.until('the rest of its stop', () => stops().length > 4);
  await run.stop();
  expect(stops()).toEqual(['0.1', '0.01', '0.01', '0.01', '0.12']);
});

const STEPS = `version: 1
name: grows
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.6, price: 64000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 50000, price: market }
  - id: target
    side: close-long
    size: { filled: entry }
    price: { from: 65000, to: 66000, steps: 5 }
    trigger: =price
`;
const EVERY_MS = 500;

test(
  'while an entry fills, targets leave each window a part of its stop for every look',
  { timeout: 60_000 },
  async () => {
    const { paper, at, begin, order } = await followDesk(STEPS, {
      version: 'v3',
      orderCalls: { amount: 10, windowMs: 2500 },
    });
    at.write(
      'ordo.config.yaml',
      [
        'version: 1',
        "exchange: { interface: v3, orderCalls: '10/2500ms', orderCallsPerMinute: '1000/60s' }",
        `execution: { lookEvery: ${EVERY_MS}ms }`,
      ].join('\n'),
    );
    const run = begin();
    const exits = (isStop: boolean): PaperOrder[] =>
      paper.orders.filter(({ trigger }) => trigger !== undefined && Number(trigger) < 60_000 === isStop);
    const covered = (): Decimal => exits(true).reduce((all, { size }) => all.plus(Decimal.of(size)), Decimal.zero);
    await run.until('the entry', () => paper.orders.length > 0);
    const entry = order(({ trigger }) => trigger === undefined).orderId;
    const tookMs: number[] = [];
    for (
      let filled = Decimal.of('0.1');
      filled.compare(Decimal.of('0.6')) <= 0;
      filled = filled.plus(Decimal.of('0.1'))
    ) {
      const beganMs = performance.now();
      paper.fill(entry, '0.1');
      await run.until(`a stop for ${filled.canonical()}`, () => covered().compare(filled) >= 0);
      tookMs.push(performance.now() - beganMs);
      // Targets that could go by now have gone.
      await run.until('some targets', () => exits(false).length > 0);
      await new Promise((done) => setTimeout(done, 100));
    }
    for (const took of tookMs) expect(took).toBeLessThan(EVERY_MS + 600);
    // They waited, and are whole in the end.
    await run.until('all of the targets', () => {
      const sizes = exits(false).map(({ size }) => Decimal.of(size));
      return sizes.reduce((all, size) => all.plus(size), Decimal.zero).compare(Decimal.of('0.6')) === 0;
    });
    await run.stop();
  },
);

test('a stop that waits for room is said with what is naked, and so is its end', { timeout: 60_000 }, async () => {
  const { paper, at, begin, order } = await followDesk(
    `version: 1
name: waits
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 64000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 50000, price: market }
`,
    { version: 'v3', orderCalls: { amount: 5, windowMs: 8000 } },
  );
  at.write(
    'ordo.config.yaml',
    [
      'version: 1',
      "exchange: { interface: v3, orderCalls: '5/8s', orderCallsPerMinute: '1000/60s' }",
      'execution: { lookEvery: 500ms }',
    ].join('\n'),
  );
  const run = begin();
  const stops = (): number => paper.orders.filter(({ trigger }) => trigger !== undefined).length;
  await run.until('the entry', () => paper.orders.length > 0);
  const entry = order(({ trigger }) => trigger === undefined).orderId;
  for (const [count, filled] of ['0.1', '0.01', '0.01', '0.01'].entries()) {
    paper.fill(entry, filled);
    await run.until(`a stop for ${filled}`, () => stops() > count);
  }
  paper.fill(entry, '0.02');
  await run.until('a word of it', () => run.written.includes('"waits":{"part":"stop/5"'));
  // Said while it waits, not afterwards.
  expect(stops()).toBe(4);
  paper.fill(entry, '0.05');
  await run.until('a word of more', () => run.written.includes('"naked":"0.07"'));
  expect(stops()).toBe(4);
  await run.until(
    'its end',
    () => stops() > 4 && /"waits"(.*\n)*.*"event":"protection".*"naked":"0","unknown":"0"\}\]/.test(run.written),
  );
  const ended = await run.stop();
  const groups = ofKind(eventsOf(ended), 'protection').flatMap(({ positions }) =>
    positions.flatMap(({ groups: of = [] }) => of),
  );
  const waiting = groups.filter(({ waits }) => waits !== undefined);
  expect(waiting.map(({ naked }) => naked)).toEqual(['0.02', '0.07']);
  for (const { waits } of waiting) {
    expect(waits).toMatchObject({ part: 'stop/5', for: 'orders' });
    expect(waits?.waitMs).toBeGreaterThan(500);
  }
  expect(groups.at(-1)).toMatchObject({ naked: '0', covered: '0.2' });
  expect(groups.at(-1)).not.toHaveProperty('waits');
});
