/** What the last lines of a follow say of what it leaves bare: of each group its own reason, and that nobody follows it any more. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { INTERFACES } from '../support/spellings.ts';

const TWO = `version: 1
name: two
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: one, side: open-long, size: 0.3, price: 60000 }
  - { id: two, side: open-long, size: 0.2, price: 61000 }
  - { id: stop-one, side: close-long, size: { filled: one }, trigger: 58000, price: market }
  - { id: stop-two, side: close-long, size: { filled: two }, trigger: 59000, price: market }
`;

const at =
  (trigger: string) =>
  (order: PaperOrder): boolean =>
    isOpen(order) && order.kind === 'trigger' && order.trigger?.startsWith(trigger) === true;

test.each(INTERFACES)('%s: each group has its own', { timeout: 60_000 }, async (version) => {
  const { paper, begin, order } = await followDesk(TWO, { version });
  const one = begin('--output', 'lines');
  await one.until('the entries', () => paper.orders.length === 2);
  for (const { orderId } of paper.orders) paper.fill(orderId, '0.1');
  await one.until('the stops', () => ['58000', '59000'].every((trigger) => paper.orders.some(at(trigger))));
  for (const part of ['stop-two  close', 'stop-two/2  close']) {
    await one.until(part, () => one.written.includes(`✓ ${part}`));
    const looked = paper.requests.length;
    await one.until('a look', () => paper.requests.length > looked + 5);
    paper.cancelByExchange(order(at('59000')).orderId);
  }
  await one.until('it is bare', () => one.written.includes('0.1 long cmt_btcusdt (two) has no stop'));
  const said = (await one.stop()).stdout.replaceAll(/\s+/g, ' ');
  const [, last = ''] = said.split('ended by Ctrl-C');
  expect(last).toContain('0.2 long cmt_btcusdt (two) has no stop: stop-two/2 was cancelled');
  expect(last).toContain('0.2 long cmt_btcusdt (one) has no stop: nobody follows the plan any more');
});
