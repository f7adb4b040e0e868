/** A start with something held is not refused for what only openings need: those are withheld, and exits go on. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen, type FollowDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const plan = (...entries: string[]): string => planUntil('', ...entries);
const planUntil = (validUntil: string, ...entries: string[]): string => `version: 1
name: held
${validUntil}defaults: { symbol: cmt_btcusdt }
orders:
${entries.map((entry) => `  - ${entry}\n`).join('')}  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const ENTRY = '{ id: entry, side: open-long, size: 0.3, price: 60000 }';
const MORE = '{ id: more, side: open-long, size: 0.1, price: 59000, stopLoss: 58000 }';
const isStop = ({ kind }: PaperOrder): boolean => kind === 'trigger';
const stopsOf = (orders: readonly PaperOrder[]): string[] => orders.filter(isStop).map(({ size }) => size);

/** A follow that ends with 0.1 held and stopped; the order id of its entry, of which the rest may fill. */
async function endedHeld({ paper, begin, order }: Pick<FollowDesk, 'paper' | 'begin' | 'order'>): Promise<string> {
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  const { orderId } = order(isOpen);
  paper.fill(orderId, '0.1');
  await one.until('the stop', () => stopsOf(paper.orders).length === 1);
  await one.stop();
  return orderId;
}

test.each(INTERFACES)('%s: a halt', { timeout: 60_000 }, async (version) => {
  const { paper, begin, at, order } = await followDesk(plan(ENTRY), { version });
  const orderId = await endedHeld({ paper, begin, order });
  expect((await here(['halt', '--why', 'news'], at)).code).toBe(0);
  at.write('plan.yaml', plan(ENTRY, MORE));
  const two = begin();
  paper.fill(orderId);
  await two.until('the rest of the stop', () => stopsOf(paper.orders).length === 2);
  expect([stopsOf(paper.orders), paper.orders.some(({ price }) => price === '59000')]).toEqual([['0.1', '0.2'], false]);
  expect((await here(['halt', '--lift', '--why', 'over'], at)).code).toBe(0);
  await two.until('what opens', () => paper.orders.some(({ price }) => price?.startsWith('59000') === true));
  await two.stop();
});

test(
  'past its validUntil exits go on, and nothing is opened; a plan of which nothing is held is refused',
  { timeout: 60_000 },
  async () => {
    const atMs = Date.now() + 5_000;
    const until = `validUntil: ${new Date(atMs).toISOString()}\n`;
    const { paper, begin, at, order } = await followDesk(planUntil(until, ENTRY));
    const orderId = await endedHeld({ paper, begin, order });
    at.write('plan.yaml', planUntil(until, ENTRY, MORE));
    await new Promise((resolve) => setTimeout(resolve, atMs + 100 - Date.now()));
    const two = begin();
    paper.fill(orderId);
    await two.until('the rest of the stop', () => stopsOf(paper.orders).length === 2);
    await two.stop();
    expect(paper.orders.some(({ price }) => price?.startsWith('59000') === true)).toBe(false);
    at.write('plan.yaml', planUntil(until, ENTRY).replace('name: held', 'name: fresh'));
    const fresh = await begin().ended;
    expect([fresh.code, fresh.stdout]).toEqual([5, expect.stringContaining('plan/past-valid-until')]);
  },
);
