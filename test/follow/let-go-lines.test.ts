/** An exit that is let go has a line of its own, whether or not something is bare by it: what, why, and what to type. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: replaced
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: target, side: close-long, size: { filled: entry, share: 1/2 }, trigger: 65000, price: market }
`;
const EVEN = `${PLAN}  - { id: even, side: close-long, size: { filled: entry }, trigger: =tick(average(entry) - 100), price: market, after: { filled: target } }
`;

const at =
  (trigger: string) =>
  (order: PaperOrder): boolean =>
    isOpen(order) && order.kind === 'trigger' && order.trigger?.startsWith(trigger) === true;

const both = INTERFACES.flatMap((version) =>
  [
    ['stop', PLAN],
    ['even', EVEN],
  ].map(([id = '', text = '']) => ({ version, id, text })),
);

test.each(both)('$version: a replacement by $id that is refused twice', { timeout: 60_000 }, async (one) => {
  const { version, id, text } = one;
  const faults: Partial<Record<FaultName, number>> = {};
  const { paper, begin, order } = await followDesk(text, { version, faults });
  const run = begin('--output', 'lines');
  await run.until('the entry', () => paper.orders.some(isOpen));
  paper.fill(order(isOpen).orderId);
  await run.until('both exits', () => ['58000', '65000'].every((trigger) => paper.orders.some(at(trigger))));
  await run.until('both lines', () => run.written.includes('✓ target'));
  faults['reject-one'] = 1;
  paper.fire(order(at('65000')).orderId);
  for (const { orderId } of paper.orders.filter((each) => isOpen(each) && each.kind !== 'trigger')) paper.fill(orderId);
  const said = (): string => run.written.replaceAll(/\s+/g, ' ');
  await run.until('the line', () => said().includes(`--again ${id} places it once more`));
  const looked = paper.requests.length;
  await run.until('some looks', () => paper.requests.length > looked + 10);
  expect(said()).toMatch(new RegExp(`! ${id} let go: ${id}/\\d was rejected \\([^)]+\\); --again ${id} places`));
  expect(said().split(`! ${id} let go`)).toHaveLength(2);
  // Nothing was lost: the stop before it works as it did.
  expect(said()).not.toContain('found');
  expect(paper.orders.some(at('58000'))).toBe(true);
  await run.stop();
});
