/** What a watch says of what stands, where the file says something else. */
import { expect, test } from 'vitest';
import type { RunEvent, StandingOrder } from '../../src/model/event.ts';
import { pageOf } from '../../src/report/text/page.ts';
import { WatchFold, type WatchView } from '../../src/report/view/watch-view.ts';
import { pictureView } from '../../src/ui/panes/picture.ts';
import { problemLines } from '../../src/ui/panes/problems.ts';
import { saveLines } from '../../src/ui/frame/save-lines.ts';
import { screenRow, shapeOf } from '../../src/ui/panes/order-cells.ts';
import { twelve } from '../support/run-events.ts';
import { changed, dryRunOf, stands } from '../support/watch-events.ts';

const orders = twelve.slice(0, 2);
const page = pageOf({ color: false, width: 100 });

const standing = (id: string, content: Record<string, string>, generation = 1): StandingOrder => ({
  plan: 'btc-breakout',
  generation,
  id,
  state: 'accepted',
  content: { symbol: 'cmt_btcusdt', marginMode: 'cross', ...content },
});
const OPEN = { side: 'open-long', size: '0.04', price: '63000' };
const HEDGE = { side: 'open-short', size: '0.02', price: '61500' };

function viewOf(events: readonly RunEvent[]): WatchView {
  const fold = new WatchFold();
  for (const event of events) fold.apply(event, 0);
  return fold.view;
}

/** A dry run whose orders stand all, with these of the account. */
const dryRun = (stood: readonly StandingOrder[], generation = 1): RunEvent[] =>
  dryRunOf(
    orders,
    orders.map((order, at) => stands(order, at)),
  ).flatMap((event): RunEvent[] => {
    if (event.event === 'plan-loaded') return [{ ...event, generation }];
    return event.event === 'plan-compiled' ? [{ event: 'standing-stated', orders: stood }, event] : [event];
  });

test('the picture has what stands, and not what the plan says of it', () => {
  const text = pictureView(page, viewOf(dryRun([standing('entry', OPEN), standing('hedge', HEDGE)])), 40).join('\n');
  expect(text).toMatch(/^Exposure[^]*long +1 +0\.04 +2,520[^]*short +1 +0\.02 +1,230/);
  expect(text).not.toContain(orders[0]?.price);
});

test('the picture draws no order that was filled as one that waits, and the stop that it carried', () => {
  const held = { ...standing('entry', { ...OPEN, stopLoss: '60500' }), isHeld: true as const };
  const text = pictureView(page, viewOf(dryRun([held, standing('hedge', HEDGE)])), 40).join('\n');
  expect(text).toMatch(/^Exposure[^]*long +1 +0\.04 +2,520/);
  expect(text).toMatch(/61500 \|/);
  expect(text).toMatch(/60500 \| stop of entry/);
  expect(text).not.toMatch(/63000 \|/);
});

test('a raised generation is told, with what is open of the others', () => {
  const view = viewOf([...dryRun([]), changed({}), ...dryRun([standing('entry', OPEN), standing('exit', HEDGE)], 2)]);
  const text = saveLines(page, view, 2).join('\n');
  expect(text).toContain('this save: generation 1 → 2');
  expect(text).toContain('2 orders of other generations may be open');
  expect(text).not.toContain('no order changed');
});

const fields = (): Record<string, (string | null)[]> => ({ stopLoss: ['1', '2'], takeProfit: ['3', '4'] });

test('stops and targets have a plural', () => {
  const view = viewOf([
    ...dryRun([]),
    changed({ changed: orders.map(({ id }) => ({ id, fields: fields() })) }),
    ...dryRun([]),
  ]);
  expect(saveLines(page, view, 1).join('\n')).toContain('2 stops, 2 targets');
});

test('the name of a removed order is not cut where there is room', () => {
  const id = 'a-hedge-that-is-gone';
  const gone: RunEvent = { event: 'order-state', id, state: 'removed', stands: 'accepted' };
  const view = viewOf(
    dryRun([standing(id, HEDGE)]).flatMap((event): RunEvent[] =>
      event.event === 'plan-compiled' ? [gone, event] : [event],
    ),
  );
  const [order] = view.run.orders.removed;
  if (order === undefined) throw new Error('nothing was removed');
  const pieces = screenRow(order, view, shapeOf(view, 120));
  expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('')).toContain(id);
});

const plain = (lines: readonly string[]): string => lines.join('\n').replaceAll(/\s+/g, ' ');

test('an edit and a removal that stand are a problem with the command that ends it, as the watch does not', () => {
  const gone: RunEvent = { event: 'order-state', id: 'gone', state: 'removed', stands: 'accepted' };
  const states = orders.map((order, at) =>
    stands(order, at, at === 0 ? { state: 'edited', stands: 'accepted', withheld: 'edited-after-send' } : {}),
  );
  const events = dryRunOf(orders, states).flatMap((event): RunEvent[] =>
    event.event === 'plan-compiled' ? [gone, event] : [event],
  );
  const text = plain(problemLines(page, viewOf(events)));
  expect(text).not.toContain('no problems');
  expect(text).toContain('1 edited order and 1 removed order are open as sent: the file and the market differ');
  expect(text).toMatch(/ordo run \S+ --live --replace edited --removed/);
  expect(plain(problemLines(page, viewOf(dryRun([]))))).toContain('no problems');
});

test('the figures of a save are those of what stands with the file', () => {
  const view = viewOf([
    ...dryRunOf(orders),
    changed({ removed: [orders[1]?.id ?? ''] }),
    ...dryRunOf(orders.slice(0, 1)),
  ]);
  const text = plain(saveLines(page, view, 2));
  expect(text).toMatch(/ notional [\d,.]+ → [\d,.]+/);
});

test('what the plan weighs is shown before any save changes it', () => {
  expect(plain(saveLines(page, viewOf(dryRunOf(orders)), 2))).toMatch(
    /^ ?to place: 2 orders in 1 call · \d+ IP · \d+ UID/,
  );
  expect(plain(saveLines(page, viewOf(dryRun([])), 2)).trim()).toBe('');
});
