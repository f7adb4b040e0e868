/** An entry's own stopLoss is its group's first stop: nothing is naked while a stop that is to take its place waits. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: preset
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.1, price: 60000, stopLoss: 58000 }
  - { id: half, side: close-long, size: { filled: entry, share: 50% }, trigger: 66000, price: market }
  - { id: even, side: close-long, size: { filled: entry }, trigger: =tickDown(average(entry) - 10), price: market, after: { filled: half } }
`;

test.each(INTERFACES)('%s: in groups, in lines and in status alike', { timeout: 60_000 }, async (version) => {
  const desk = await followDesk(PLAN, { version, config: 'policy: { requireStop: true }', presets: true });
  const { paper, begin, order, at } = desk;
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  paper.fill(order(isOpen).orderId);
  await one.until('the target', () => one.written.includes('"id":"half"') && one.written.includes('"held":"0.1"'));
  const asked = paper.requests.length;
  await one.until('some looks more', () => paper.requests.length > asked + 12);
  const ended = await one.stop();
  const groups = ofKind(eventsOf(ended), 'protection').flatMap(({ positions }) =>
    positions.flatMap(({ groups: own = [] }) => own),
  );
  expect(groups.some(({ held }) => held === '0.1')).toBe(true);
  expect(groups.filter(({ naked, held, covered }) => naked !== '0' || held !== covered)).toEqual([]);
  const status = await here(['status', 'plan.yaml', '--refresh'], at);
  expect([status.code, status.stdout]).toEqual([0, expect.stringMatching(/held 0\.1 long.* covered 0\.1 · naked 0/)]);
  expect(status.stdout).not.toContain('NAKED');
});
