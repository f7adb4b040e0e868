import { expect, test } from 'vitest';
import type { OrderHeadline } from '../../src/model/event.ts';
import { widthsOf } from '../../src/report/run/column-widths.ts';
import { RunFold } from '../../src/report/view/run-fold.ts';
import { accepted, loaded, started, twelve } from '../support/run-events.ts';

const [first, second] = twelve as [OrderHeadline, OrderHeadline];

test('orders are measured as they are shown, those that come later too', () => {
  const run = new RunFold();
  run.apply(started([{ ...first, id: 'a\u001b', symbol: '日本' }]), 0);
  const widths = widthsOf(run.view.orders);
  expect([widths.id, widths.symbol, widths.symbols]).toEqual([3, 6, 1]);
  run.apply(accepted('only-an-outcome', 1, 1), 0);
  expect(widthsOf(run.view.orders)).toBe(widths);
  expect(widths.id).toBe('only-an-outcome'.length);
});

test('orders that are described anew are measured anew', () => {
  const run = new RunFold();
  run.apply(accepted(first.id, 1, 1), 0);
  expect(widthsOf(run.view.orders).price.width).toBe(0);
  run.apply(started([first, { ...second, price: '123456.78' }]), 0);
  expect(widthsOf(run.view.orders).price.width).toBe('123456.78'.length);
  run.apply(loaded(2), 0);
  expect(widthsOf(run.view.orders).symbols).toBe(1);
});
