/** An answer that hangs, of a stop and of an opening: no other group waits for it, and a look may find what it is to say. */
import { describe, expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { deskBetween } from '../support/desk-between.ts';
import { isOpen, outcomesOf } from '../support/follow-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

/** A look is due every 500 ms; what hangs takes 10 s. */
const IN_TIME_MS = 4_000;

const opens = (price: string) => (order: PaperOrder) => order.price?.startsWith(price) === true;
const isStopAt = (trigger: string) => (one: PaperOrder) => one.trigger?.startsWith(trigger) === true && isOpen(one);

const ONE = `version: 1
name: one
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;

test.each(INTERFACES)(
  '%s: an opening that hangs, and is in the lists, is accepted: what it fills has its stop at once',
  { timeout: 60_000 },
  async (version) => {
    const told = Promise.withResolvers<undefined>();
    afterTest(() => told.resolve(undefined));
    let left = 0;
    const desk = await deskBetween(ONE, version, (_path, method, sent) => {
      if (method !== 'POST' || !sent.includes('60000')) return undefined;
      left += 1;
      return { until: told.promise };
    });
    const { paper, order } = desk;
    const run = desk.begin();
    await run.until('the entry', () => paper.orders.length === 1);
    const filledMs = performance.now();
    paper.fill(order(isOpen).orderId, '0.1');
    await run.until('its stop', () => paper.orders.some(isStopAt('58000')));
    expect(performance.now() - filledMs).toBeLessThan(IN_TIME_MS);
    told.resolve(undefined);
    const looked = paper.requests.length;
    await run.until('looks', () => paper.requests.length > looked + 12);
    const ended = await run.stop();
    expect(outcomesOf(ended)).toEqual(['entry accepted: conditions', 'stop accepted: first-fill']);
    expect(ended.stdout).toMatch(/"order-outcome","id":"entry"[^\n]*"rule":"found"/);
    expect(left).toBe(1);
  },
);

const GROUPS = `version: 1
name: groups
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: other, side: open-short, size: 0.3, price: 67000, until: { filled: little } }
  - { id: other-stop, side: close-short, size: { filled: other }, trigger: 69000, price: market }
  - { id: later, side: open-long, size: 0.1, price: 59000, until: { filled: other } }
  - { id: little, side: open-long, size: 0.1, price: 60500 }
`;
describe.each(INTERFACES)('%s', (version) => {
  test.each([true, false])(
    'a stop without an answer keeps no other group waiting, nor its own; it arrives: %s',
    { timeout: 90_000 },
    async (arrives) => {
      const told = Promise.withResolvers<undefined>();
      afterTest(() => told.resolve(undefined));
      let left = 0;
      const desk = await deskBetween(GROUPS, version, (_path, method, sent) => {
        if (method !== 'POST' || !sent.includes('58000') || left > 0) return undefined;
        left += 1;
        return arrives ? { until: told.promise } : told.promise;
      });
      const { paper, order } = desk;
      const run = desk.begin();
      await run.until('what opens', () => paper.orders.length === 4);
      const [entry, other] = [order(opens('60000')).orderId, order(opens('67000')).orderId];
      const inTime = async (what: string, filled: () => void, isThere: () => boolean): Promise<void> => {
        const filledMs = performance.now();
        filled();
        await run.until(what, isThere);
        expect(performance.now() - filledMs).toBeLessThan(IN_TIME_MS);
      };
      paper.fill(entry, '0.1');
      await run.until('what hangs', () => left === 1);
      const stops = (): number => paper.orders.filter(isStopAt('58000')).length;
      const otherStops = (): number => paper.orders.filter(isStopAt('69000')).length;
      await inTime(
        'the stop of the other',
        () => paper.fill(other, '0.1'),
        () => otherStops() === 1,
      );
      await inTime(
        'the end of the sibling',
        () => {},
        () => !isOpen(order(opens('59000'))),
      );
      const before = stops();
      await inTime(
        'its next part',
        () => paper.fill(entry, '0.1'),
        () => stops() === before + 1,
      );
      // One that arrived may be found before that is told.
      if (!arrives) await run.until('that it is not known', () => /"unknown":"0\.1"/.test(run.written));
      expect(left).toBe(1);
      told.resolve(undefined);
      await run.until('all of it', () => stops() === 2);
      const looked = paper.requests.length;
      await run.until('looks', () => paper.requests.length > looked + 12);
      const outcomes = outcomesOf(await run.stop());
      expect(outcomes.filter((words) => /^(other-)?stop/.test(words)).toSorted()).toEqual([
        'other-stop accepted: first-fill',
        'stop accepted: first-fill',
        'stop/2 accepted: first-fill',
      ]);
      expect(paper.orders.filter(isStopAt('58000')).map(({ size }) => size)).toEqual(['0.1', '0.1']);
    },
  );
});

const LADDER = `version: 1
name: ladder
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: { total: 0.6 }, price: { from: 60000, to: 59000, steps: 6 } }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;

/** Six rungs go in one call of version 2, and one of them is refused. */
async function ladderDesk() {
  const told = Promise.withResolvers<undefined>();
  afterTest(() => told.resolve(undefined));
  let left = 0;
  const instead: Parameters<typeof deskBetween>[2] = (path, method) => {
    if (method !== 'POST' || !path.includes('batch')) return undefined;
    left += 1;
    return { until: told.promise };
  };
  const desk = await deskBetween(LADDER, 'v2', instead, { faults: { 'reject-one': 1 } });
  const run = desk.begin();
  await run.until('the ladder', () => left === 1 && desk.paper.orders.length === 5);
  return {
    ...desk,
    run,
    told,
    stopsAsked: () => desk.paper.requests.filter(({ body }) => body.includes('58000')).length,
  };
}

test('one refused order of a call that hangs keeps no stop of the others waiting', { timeout: 60_000 }, async () => {
  const { paper, order, run, told, stopsAsked } = await ladderDesk();
  const filledMs = performance.now();
  paper.fill(order(isOpen).orderId, '0.05');
  await run.until('its stop', () => stopsAsked() > 0);
  expect(performance.now() - filledMs).toBeLessThan(IN_TIME_MS);
  told.resolve(undefined);
  const looked = paper.requests.length;
  await run.until('looks', () => paper.requests.length > looked + 12);
  const outcomes = outcomesOf(await run.stop()).filter((words) => words.startsWith('entry'));
  expect(outcomes.filter((words) => words.endsWith('accepted: conditions'))).toHaveLength(5);
  expect(outcomes.filter((words) => words.endsWith('rejected: conditions'))).toHaveLength(1);
});

test('Ctrl-C beside an opening that hangs ends with what a list has of it', { timeout: 60_000 }, async () => {
  const told = Promise.withResolvers<undefined>();
  afterTest(() => told.resolve(undefined));
  const desk = await deskBetween(ONE, 'v3', (_path, method, sent) =>
    method === 'POST' && sent.includes('60000') ? { until: told.promise } : undefined,
  );
  const { paper, order } = desk;
  const run = desk.begin('--output', 'lines');
  await run.until('the entry', () => paper.orders.length === 1);
  paper.fill(order(isOpen).orderId, '0.1');
  const stoppedMs = performance.now();
  const ended = await run.stop();
  expect(performance.now() - stoppedMs).toBeLessThan(IN_TIME_MS);
  expect(ended.code).toBe(130);
  expect(ended.stdout).toMatch(/entry: 0\.1 from 60000/);
});

test(
  'an exchange that answers nothing keeps no ending waiting for more than what is in flight',
  { timeout: 60_000 },
  async () => {
    const told = Promise.withResolvers<{ status: number; body: string }>();
    afterTest(() => told.resolve({ status: 502, body: 'bad gateway' }));
    let isSilent = false;
    const desk = await deskBetween(ONE, 'v3', (_path, method, sent) => {
      isSilent ||= method === 'POST' && sent.includes('58000');
      return isSilent ? told.promise : undefined;
    });
    const { paper, order } = desk;
    const run = desk.begin();
    await run.until('the entry', () => paper.orders.length === 1);
    paper.fill(order(isOpen).orderId, '0.1');
    await run.until('the stop', () => isSilent);
    const stoppedMs = performance.now();
    const ended = await run.stop();
    expect(performance.now() - stoppedMs).toBeLessThan(13_000);
    expect(ended.code).toBe(7);
  },
);
