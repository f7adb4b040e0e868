import { array, assert, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { RunFold } from '../../src/report/view/run-fold.ts';
import { rowIndexOf } from '../../src/ui/panes/row-index.ts';
import { searchText, sectionOf } from '../../src/ui/panes/standing.ts';
import {
  accepted,
  loaded,
  planned,
  rejected,
  sent,
  started,
  twelve,
  unknown,
  withheld,
} from '../support/run-events.ts';

const orders = Array.from({ length: 40 }, (_, at): OrderHeadline => ({
  ...(twelve[1] as OrderHeadline),
  id: `${at % 3 === 0 ? 'rung' : 'other'}-${at}`,
}));
const calls = [0, 1, 2, 3].map((call) => orders.slice(call * 10, call * 10 + 10));

const step = record({
  what: constantFrom('send', 'accept', 'reject', 'lose', 'withhold', 'look'),
  at: constantFrom(...orders.keys()),
});

function eventOf({ what, at }: { what: string; at: number }): RunEvent {
  const { id } = orders[at] as OrderHeadline;
  const call = Math.floor(at / 10) + 1;
  if (what === 'send') return sent(call);
  if (what === 'accept') return accepted(id, call, at);
  if (what === 'reject') return rejected(id, call, '1', 'no');
  return what === 'lose' ? unknown(id, call, 'cut') : withheld(id, 'stopped');
}

test('whatever happens and whenever it is looked at, the rows are problems, what is in flight, and the rest by plan', () => {
  assert(
    property(
      array(step, { maxLength: 60 }),
      constantFrom('', 'rung', 'RUNG accepted', 'sending', 'nothing'),
      (steps, filter) => {
        const fold = new RunFold();
        const events = [started(orders), loaded(40), ...calls.map((ids, at) => planned(at + 1, 'batch', ids))];
        for (const event of events) fold.apply(event, 0);
        rowIndexOf(fold.view, filter);
        for (const one of steps) {
          if (one.what === 'look') rowIndexOf(fold.view, filter);
          else fold.apply(eventOf(one), 0);
        }
        const run = fold.view;
        const words = filter.toLowerCase().split(' ');
        const shown = [...run.orders].filter((order) => words.every((word) => searchText(order, run).includes(word)));
        const wanted = (['unknown', 'rejected', 'moving', 'rest'] as const).flatMap((section) =>
          shown.filter((order) => sectionOf(order, run) === section),
        );
        const index = rowIndexOf(run, filter);
        const rows = Array.from({ length: index.length }, (_, at) => index.at(at)?.id);
        expect(rows).toEqual(wanted.map(({ id }) => id));
        expect(rows.map((id) => index.positionOf(id ?? ''))).toEqual([...rows.keys()]);
        expect(index.at(index.length)).toBeUndefined();
        for (const { id } of run.orders) if (!rows.includes(id)) expect(index.positionOf(id)).toBe(-1);
      },
    ),
  );
});

test('what the plan no longer has stands before the rest', () => {
  const fold = new RunFold();
  for (const event of [
    started(orders),
    { event: 'order-state', id: 'gone', state: 'removed', stands: 'accepted' },
  ] as const)
    fold.apply(event, 0);
  const index = rowIndexOf(fold.view, '');
  expect([index.at(0)?.id, index.at(1)?.id, index.length]).toEqual(['gone', 'rung-0', 41]);
  expect(index.positionOf('gone')).toBe(0);
});
