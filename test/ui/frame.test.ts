import { stripVTControlCharacters } from 'node:util';
import { assert, integer, property } from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import type { WatchView } from '../../src/report/view/watch-view.ts';
import { painter } from '../../src/report/text/tones.ts';
import type { FrameMoment } from '../../src/ui/screen.tsx';
import { drawnRows } from '../support/drawn-screen.ts';
import { atFirst, withPlace, type Viewing } from '../../src/ui/keys/viewing.ts';
import {
  accepted,
  execution,
  loaded,
  planned,
  prologue,
  sent,
  started,
  twelve,
  watchAfter,
  withheld,
} from '../support/run-events.ts';

const moment: FrameMoment = { nowMs: 0, wallMs: 0, hasKeys: true, canPlace: false };
const paint = painter(false);

/** A plan of many orders, the first half of them accepted, and whatever else happened. */
function many(total: number, ...more: readonly RunEvent[]): WatchView {
  const orders = Array.from({ length: total }, (_, at): OrderHeadline => ({
    ...(twelve[1] as OrderHeadline),
    id: `order-${at}`,
  }));
  const events: RunEvent[] = [loaded(total), started(orders)];
  for (let at = 0; at < total; at += 20) events.push(planned(at / 20 + 1, 'batch', orders.slice(at, at + 20)));
  events.push(prologue().at(-1) as RunEvent);
  for (let at = 0; at < total / 2; at += 20) {
    events.push(sent(at / 20 + 1), ...orders.slice(at, at + 20).map(({ id }, n) => accepted(id, at / 20 + 1, at + n)));
  }
  return watchAfter([...events, ...more]);
}

const manyAndUnknown = (): WatchView =>
  many(5000, {
    event: 'order-outcome',
    id: 'order-4999',
    clientOid: 'x',
    outcome: 'unknown',
    message: 'cut',
    rule: 'r',
  });

test('the foot counts the orders that the filter leaves, also under an order that is open', () => {
  const screen = { paint, width: 100, rows: 30 };
  const viewing: Viewing = { ...atFirst, filter: 'order-4' };
  const view = many(60);
  for (const over of ['nothing', 'detail'] as const) {
    const rows = drawnRows(screen, view, { ...viewing, over, selected: 'order-4' } as Viewing, moment).map(String);
    expect(rows.find((row) => row.includes('filter '))).toContain('filter order-4   11 orders, Esc shows all');
  }
});

test('a frame has fewer rows than the terminal, and none is wider, at every size and at every moment', () => {
  const views = [[], prologue(), execution().slice(0, -3), execution()].map((events) => watchAfter(events));
  views.push(many(200));
  assert(
    property(
      integer({ min: 1, max: 60 }),
      integer({ min: 20, max: 160 }),
      integer({ min: 0, max: 4 }),
      (rows, columns, at) => {
        const viewing = { ...atFirst, isEnding: at === 2 };
        const lines = drawnRows({ paint, width: columns, rows }, views[at] as WatchView, viewing, moment);
        expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 1));
        expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
      },
    ),
  );
});

const lines = (view: WatchView, viewing: Viewing = atFirst): string[] =>
  drawnRows({ paint, width: 80, rows: 24 }, view, viewing, moment);
/** Where the column of sides begins, row by row. */
const sides = (rows: readonly string[]): number[] =>
  rows.map((row) => row.search(/ (open|close)-/)).filter((at) => at >= 0);

describe('at 80x24', () => {
  test('all twelve orders of a plan are in view, ids and order ids whole', () => {
    const text = lines(watchAfter(execution())).join('\n');
    for (const { id } of twelve) expect(text).toContain(` ${id} `);
    for (const order of watchAfter(execution()).run.orders) expect(text).toContain(order.orderId ?? '');
  });

  test('the rows change only what they say: no outcome moves a column', () => {
    const before = lines(watchAfter(prologue()));
    const ended = lines(watchAfter(execution().slice(0, -1)));
    expect(ended.length).toBe(before.length);
    expect(sides(ended)).toEqual(sides(before));
  });

  test('the window follows the outcomes, and the keys take it anywhere', () => {
    const view = many(2000);
    expect(lines(view).join('\n')).toContain('order-999 ');
    const below = withPlace(atFirst, { isFollowing: false, top: 1990 });
    expect(lines(view, below).join('\n')).toContain('order-1999 ');
  });

  test('colour changes nothing but the colour', () => {
    const coloured = drawnRows({ paint: painter(true), width: 80, rows: 24 }, watchAfter(execution()), atFirst, moment);
    expect(coloured.map(stripVTControlCharacters)).toEqual(lines(watchAfter(execution())));
    expect(coloured).not.toEqual(lines(watchAfter(execution())));
  });

  test('one unknown among thousands has its cell in the bar and its count', () => {
    const view = manyAndUnknown();
    const coloured = drawnRows({ paint: painter(true), width: 80, rows: 24 }, view, atFirst, moment);
    expect(coloured.some((line) => line.includes('\u001b[31m━\u001b[39m'))).toBe(true);
    expect(lines(view).some((line) => line.includes('1 UNKNOWN'))).toBe(true);
  });
});

/** How many orders a frame looks at, the rows of the plan being in order already. */
function looksOf(view: WatchView): number {
  const draw = (): unknown => drawnRows({ paint, width: 140, rows: 40 }, view, atFirst, moment);
  draw();
  const { orders } = view.run;
  let walked = 0;
  const byPlace = vi.spyOn(orders, 'byPlace');
  const walk = orders[Symbol.iterator].bind(orders);
  vi.spyOn(orders, Symbol.iterator).mockImplementation(() => {
    walked += orders.length;
    return walk();
  });
  draw();
  return byPlace.mock.calls.length + walked;
}

test('a frame of 20,000 orders looks at no more of them than one of 200', () => {
  const small = looksOf(many(200));
  expect(small).toBeGreaterThan(20);
  expect(small).toBeLessThan(200);
  expect(looksOf(many(20_000))).toBe(small);
});

test.each([40, 50, 60])('in %i columns every count of a frame is whole, up to thousands', (columns) => {
  const view = manyAndUnknown();
  const shown = drawnRows({ paint, width: columns, rows: 24 }, view, atFirst, moment);
  expect(shown.find((line) => line.includes('✓ 2500'))).toMatch(/✓ 2500\b.* ✗ +0\b.* \? +1 UNKNOWN.* – +0\b/);
});

test('what is withheld is no progress: an interrupted run says how far it came', () => {
  const rest = Array.from({ length: 20 }, (_, at) => withheld(`order-${at + 20}`, 'stopped'));
  const rows = drawnRows({ paint, width: 80, rows: 24 }, many(40, ...rest), atFirst, moment);
  expect(rows.some((row) => / 20 of 40 /.test(row))).toBe(true);
  const before = watchAfter([...prologue(), ...twelve.slice(1, 5).map(({ id }) => withheld(id, 'already-accepted'))]);
  expect(drawnRows({ paint, width: 80, rows: 24 }, before, atFirst, moment).some((row) => / 0 of 12 /.test(row))).toBe(
    true,
  );
});
