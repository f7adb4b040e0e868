/** A follower that is ended beside an opening whose answer hangs: what that filled is held, and is not counted once more as unknown. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { deskBetween } from '../support/desk-between.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: two
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: little, side: open-long, size: 0.1, price: 60500 }
  - { id: late, side: open-long, size: 0.1, price: 59000, after: { filled: little } }
  - { id: stop, side: close-long, size: { filled: [entry, little, late] }, trigger: 58000, price: market }
`;
const opens = (price: string) => (order: PaperOrder) => order.price?.startsWith(price) === true;

test.each(INTERFACES)('%s: an opening that was filled is found by the end', { timeout: 90_000 }, async (version) => {
  const told = Promise.withResolvers<undefined>();
  afterTest(() => told.resolve(undefined));
  let left = 0;
  const desk = await deskBetween(PLAN, version, (_path, method, sent) => {
    if (method !== 'POST' || !sent.includes('59000')) return undefined;
    left += 1;
    return { until: told.promise };
  });
  const { paper, order } = desk;
  const one = desk.begin('--output', 'lines');
  await one.until('the entries', () => paper.orders.some(opens('60500')));
  paper.fill(order(opens('60500')).orderId);
  await one.until('its arrival', () => paper.orders.some(opens('59000')));
  paper.fill(order(opens('59000')).orderId);
  const asked = paper.requests.length;
  await one.until('looks', () => paper.requests.length > asked + 12);
  const ended = await one.stop();
  const [, end = ''] = ended.stdout.split('Working on the exchange');
  expect(end.replaceAll(/\s+/g, ' ')).toMatch(/! hold long 0\.2 \+ 0\.3 working .*· NAKED 0\.4 · unknown 0 ·/);
  expect([ended.code, end, left]).toEqual([130, expect.not.stringContaining('UNKNOWN'), 1]);
  expect(ended.stdout).toMatch(/late +filled 0\.1 of 0\.1 at 59000|✓ late +found: filled 0\.1/);
  expect(end).toMatch(/: 0\.2 from 59750/);
});
