/** While a plan is followed, what its entries may still fill is covered by the stop that comes with the fill. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { followDesk } from '../support/follow-desk.ts';

const PLAN = `version: 1
name: working
defaults: { symbol: cmt_btcusdt }
limits: { requireStop: true }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;

test('an entry that rests is covered, as is its rest, until nobody follows', { timeout: 30_000 }, async () => {
  const { paper, at, begin, order } = await followDesk(PLAN);
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  // The plan's file says nothing of who follows it: any look at the account knows by the journal.
  at.write('beside.yaml', PLAN.replace('working', 'beside'));
  for (const words of [['status', 'plan.yaml'], ['status'], ['status', 'beside.yaml']]) {
    const status = await here(words, at);
    expect({ code: status.code, line: /.* · at stops .*/.exec(status.stdout)?.[0] }).toEqual({
      code: 0,
      line: expect.stringMatching(/^✓ hold \S+ \+ long 0\.3 working · at stops 600 · naked 0 · unknown 0/) as string,
    });
  }
  paper.fill(order(({ type }) => type === '1').orderId, '0.06');
  await one.until('the stop', () => paper.orders.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const ended = await one.stop();
  for (const words of [['status', 'plan.yaml'], ['status'], ['status', 'beside.yaml']])
    expect((await here(words, at)).stdout).toMatch(/! hold long 0\.06 \+ 0\.24 working · .* · NAKED 0\.24 · /);
  const told = ofKind(eventsOf(ended), 'protection').flatMap(({ positions }) =>
    positions.map(({ held, working, covered, naked }) => ({ held, working, covered, naked })),
  );
  expect(told).toEqual([
    { held: '0', working: '0.3', covered: '0.3', naked: '0' },
    { held: '0.06', working: '0.24', covered: '0.3', naked: '0' },
    { held: '0.06', working: '0.24', covered: '0.06', naked: '0.24' },
  ]);
});
