/** A stop that the market has passed goes at market, and is told as that: it has not fired. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { RunFold } from '../../src/report/view/run-fold.ts';
import { cancelledWords, followedWords } from '../../src/views/run/followed-words.ts';
import { followDesk } from '../support/follow-desk.ts';
import { order, STEP, told } from '../support/follow-told.ts';
import { started } from '../support/run-events.ts';
import { INTERFACES } from '../support/spellings.ts';

/** The market is at 64000: the entry takes at once, and its stop is passed as it fills. */
const plan = (trigger: string): string => `version: 1
name: passed
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 66000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: ${trigger}, price: market }
`;

const AVERAGE = '=tick(average(entry) - 0.1)';

test.each(INTERFACES)(
  '%s: its line names the trigger that was passed, one by a formula too',
  { timeout: 60_000 },
  async (version) => {
    for (const [trigger, passed] of [
      ['65000', '65000'],
      // Version 3 tells another price, which has not passed that.
      ...(version === 'v2' ? [[AVERAGE, '64000'] as const] : []),
    ] as const) {
      const { begin } = await followDesk(plan(trigger), { version });
      const { stdout } = await begin('--output', 'lines').ended;
      const said = stdout.replaceAll(/\s+/g, ' ');
      expect(said).toContain(`✓ stop close-long 0.3, market past ${passed}: closed at market`);
      expect(said).not.toContain('fired');
    }
  },
);

test('the stream has it as an order without a trigger', { timeout: 60_000 }, async () => {
  const { begin } = await followDesk(plan('65000'));
  const stop = ofKind(eventsOf(await begin().ended), 'order-outcome').find(({ id }) => id === 'stop');
  expect(stop).toMatchObject({ outcome: 'accepted', price: 'market' });
  expect(stop).not.toHaveProperty('trigger');
});

/** As the statement of a follow tells them. */
function seen(...orders: ReturnType<typeof told>[]) {
  const fold = new RunFold();
  fold.apply(STEP, 0);
  fold.apply({ ...STEP, id: 'target', kind: 'target', most: { size: '0.3', parts: 12 } }, 0);
  fold.apply(started([order('entry', 'open-long'), order('stop', 'close-long'), order('target', 'close-long')]), 0);
  fold.apply({ event: 'follow-stated', atMs: 0, orders, groups: [] }, 0);
  return fold.view;
}

test('the screen says so of the stop, while it closes and at the end, and why its targets went', () => {
  const stop = { kind: 'stop', price: 'market', passed: '62000', last: { size: '0.3', price: 'market' } } as const;
  const target = told('target', 'gone', { kind: 'target', ended: { who: 'follower', because: 'stop-passed' } });
  const going = seen(told('stop', 'works', stop), target);
  const words = (view: typeof going, id: string): string | undefined => {
    const one = view.orders.byId(id);
    return one && followedWords(one, view);
  };
  expect(words(going, 'stop')).toBe('past 62000: closed at market, works, covers 0.3');
  expect(words(going, 'target')).toBe('cancelled: past 62000: closed at market');
  const over = seen(told('stop', 'filled', { ...stop, filled: '0.3', average: '61990' }), target);
  expect(words(over, 'stop')).toBe('past 62000: closed at market, filled 0.3 at 61990');
  expect(words(over, 'target')).toBe('cancelled: past 62000: closed at market');
  const cancelled = { id: 'target', because: 'stop-passed' } as Parameters<typeof cancelledWords>[1];
  expect(cancelledWords(over, cancelled)).toBe('cancelled: past 62000: closed at market');
  // The targets go first, where the stop needs what they are for.
  expect(cancelledWords(seen(told('stop', 'waits', { kind: 'stop' })), cancelled)).toBe(
    'cancelled: the market has passed the stop',
  );
  const limit = { ...stop, price: '61900', last: { size: '0.3', price: '61900' } };
  expect(words(seen(told('stop', 'works', limit)), 'stop')).toBe('past 62000: sent at its limit, works, covers 0.3');
});
