/** A slow answer to something else keeps no look and no stop waiting. */
import { describe, expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { deskBetween } from '../support/desk-between.ts';
import { isOpen, outcomesOf, type FollowDesk } from '../support/follow-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

/** A look is due every 500 ms; what hangs takes 10 s. */
const IN_TIME_MS = 4_000;

const plan = (...more: string[]): string => `version: 1
name: two
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
${more.map((line) => `  - ${line}\n`).join('')}`;

const isStop = ({ kind, trigger }: PaperOrder): boolean => kind === 'trigger' && trigger?.startsWith('58000') === true;
const stopsOf = ({ paper }: FollowDesk): number => paper.orders.filter((one) => isStop(one) && isOpen(one)).length;
/** Filled, it makes something else due. */
const LITTLE = '{ id: little, side: open-long, size: 0.1, price: 60500 }';

const opens = (price: string) => (order: PaperOrder) => order.price?.startsWith(price) === true;

test.each(INTERFACES)(
  '%s: a stop waits for no check of the account before what opens, and that goes once the check has its answer',
  { timeout: 90_000 },
  async (version) => {
    const told = Promise.withResolvers<undefined>();
    afterTest(() => told.resolve(undefined));
    let [isSilent, asked] = [false, 0];
    const at = new Date(Date.now() + 12_000);
    const text = plan(`{ id: late, side: open-long, size: 0.1, price: 59000, after: ${at.toISOString()} }`);
    const desk = await deskBetween(text, version, (path) => {
      if (!isSilent || !/(assets|balance)$/.test(path)) return undefined;
      asked += 1;
      return told.promise;
    });
    const { paper, order } = desk;
    const before = desk.begin();
    await before.until('the entry', () => paper.orders.length === 1);
    const { orderId } = order(isOpen);
    paper.fill(orderId, '0.05');
    await before.until('the stop', () => stopsOf(desk) === 1);
    await before.stop();
    // One that is begun is checked before whatever it opens.
    const one = desk.begin();
    const looked = paper.requests.length;
    await one.until('looks', () => paper.requests.length > looked + 20);
    isSilent = true;
    await one.until('the question', () => asked > 0);
    for (const stops of [2, 3]) {
      const filledMs = performance.now();
      paper.fill(orderId, '0.05');
      await one.until(`stop ${stops}`, () => stopsOf(desk) === stops);
      expect(performance.now() - filledMs).toBeLessThan(IN_TIME_MS);
    }
    expect(paper.orders.some(opens('59000'))).toBe(false);
    expect(asked).toBe(1);
    isSilent = false;
    told.resolve(undefined);
    await one.until('what opens', () => paper.orders.some(opens('59000')));
    expect(outcomesOf(await one.stop())).toContain('late accepted: conditions');
  },
);

interface Hanging {
  readonly name: string;
  readonly more: readonly string[];
  /** Whether the request is the one that has no answer. */
  readonly is: (path: string, method: string, sent: string) => boolean;
}

const HANGING: readonly Hanging[] = [
  {
    name: 'a target',
    more: ['{ id: target, side: close-long, size: { filled: entry }, trigger: 68000, price: market }'],
    is: (_path, method, sent) => method === 'POST' && sent.includes('68000'),
  },
  {
    name: 'an opening',
    more: ['{ id: late, side: open-long, size: 0.1, price: 59000, after: { filled: little } }', LITTLE],
    is: (_path, method, sent) => method === 'POST' && sent.includes('59000'),
  },
  {
    name: 'the cancel of a sibling',
    more: ['{ id: other, side: open-long, size: 0.1, price: 59000, until: { filled: little } }', LITTLE],
    is: (path, method) => method === 'DELETE' || /cancel/i.test(path),
  },
];

describe.each(INTERFACES)('%s', (version) => {
  const both = HANGING.flatMap((one) => [
    { ...one, arrives: true },
    { ...one, arrives: false },
  ]);
  test.each(both)(
    'stops go at once while $name has no answer; it arrives: $arrives',
    { timeout: 90_000 },
    async (one) => {
      const { more, is, arrives } = one;
      const told = Promise.withResolvers<undefined>();
      afterTest(() => told.resolve(undefined));
      let left = 0;
      const desk = await deskBetween(plan(...more), version, (path, method, sent) => {
        if (!is(path, method, sent)) return undefined;
        left += 1;
        return arrives ? { until: told.promise } : told.promise;
      });
      const { paper, order } = desk;
      const run = desk.begin();
      await run.until('all that is sent first', () => paper.orders.length >= (more.includes(LITTLE) ? 2 : 1));
      const { orderId } = order(opens('60000'));
      paper.fill(orderId, '0.1');
      await run.until('the stop', () => stopsOf(desk) === 1);
      if (more.includes(LITTLE)) paper.fill(order(opens('60500')).orderId);
      await run.until('what hangs', () => left === 1);
      for (const stops of [2, 3]) {
        const filledMs = performance.now();
        paper.fill(orderId, '0.05');
        await run.until(`stop ${stops}`, () => stopsOf(desk) === stops);
        expect(performance.now() - filledMs).toBeLessThan(IN_TIME_MS);
      }
      expect(left).toBe(1);
      told.resolve(undefined);
      const looked = paper.requests.length;
      await run.until('looks', () => paper.requests.length > looked + 12);
      if (more.includes(LITTLE) && !one.name.startsWith('an opening'))
        await run.until('the end of the sibling', () =>
          /"cancel-outcome","id":"other"[^\n]*"cancelled"/.test(run.written),
        );
      const ended = await run.stop();
      const outcomes = outcomesOf(ended);
      expect(new Set(outcomes).size).toBe(outcomes.length);
      expect(outcomes.filter((words) => /unknown|rejected/.test(words))).toEqual([]);
      // What hung arrived once.
      expect(paper.orders.filter(opens('59000')).length + paper.orders.filter(opens('68000')).length).toBeLessThan(2);
    },
  );
});

test.each(INTERFACES)(
  '%s: where a look saw that a sibling is off, a cancel without an answer does not say that it may still fill',
  { timeout: 60_000 },
  async (version) => {
    const answer = Promise.withResolvers<{ status: number; body: string }>();
    afterTest(() => answer.resolve(NO_ANSWER));
    const [, , cancels] = HANGING;
    const desk: FollowDesk = await deskBetween(plan(...(cancels?.more ?? [])), version, (path, method, sent) => {
      if (cancels?.is(path, method, sent) !== true) return undefined;
      const { orderId, status } = desk.order(opens('59000'));
      if (status === 'open') desk.paper.cancelByExchange(orderId);
      return answer.promise;
    });
    const { paper, order } = desk;
    const one = desk.begin();
    await one.until('both', () => paper.orders.length === 3);
    paper.fill(order(opens('60500')).orderId);
    await one.until('its end', () => /"order-state","id":"other",.*"cancelled"/.test(one.written));
    const ending = one.stop();
    answer.resolve(NO_ANSWER);
    const outcomes = outcomesOf(await ending).filter((words) => words.startsWith('other'));
    expect(outcomes).toEqual(['other accepted: conditions', 'other cancelled: until-filled']);
  },
);

const NO_ANSWER = { status: 502, body: 'bad gateway' };
