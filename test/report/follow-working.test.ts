/** The rows of what works when a follow ends: an order each, with what is open of it. */
import { expect, test } from 'vitest';
import type { OrderHeadline } from '../../src/model/event.ts';
import type { FollowedTold } from '../../src/model/follow-stated.ts';
import { pageOf } from '../../src/report/text/page.ts';
import { sheetLines } from '../../src/show/terminal.ts';
import { leftBlocks } from '../../src/views/run/follow-end.ts';
import { finished, group, order, STEP, stopping, told } from '../support/follow-told.ts';
import { started, viewAfter } from '../support/run-events.ts';

const RUNGS = ['target-1', 'target-2', 'target-3', 'target-4'];
const rung = (id: string, at: number): OrderHeadline => ({
  ...order(id, 'close-long'),
  ladder: 'target',
  price: `${65_000 + at * 1000}`,
});

function rows(orders: readonly FollowedTold[]): string[] {
  const view = viewAfter([
    started([order('entry', 'open-long'), order('stop', 'close-long'), ...RUNGS.map(rung)], { target: 'live' }),
    STEP,
    { event: 'follow-stated', atMs: 0, orders, groups: [group()] },
    stopping('interrupted'),
    finished({}),
  ]);
  const lines: readonly string[] = sheetLines(pageOf({ color: false, width: 80 }), { blocks: leftBlocks(view) });
  const from = lines.indexOf('Working on the exchange') + 1;
  const end = lines.indexOf('', from);
  return lines.slice(from, end < 0 ? undefined : end).map((line) => line.trim().replaceAll(/ {2,}/g, '  '));
}

const works = (id: string, open: string, openParts = 1): FollowedTold =>
  told(id, 'works', { open, openParts, kind: id === 'stop' ? 'stop' : 'target' });

test('rungs that stand otherwise in between have rows of their own, and parts are those of each', () => {
  const filled = told('entry', 'filled', { filled: '0.3' });
  expect(
    rows([
      filled,
      works('stop', '0.3', 2),
      works('target-1', '0.1', 2),
      works('target-2', '0.05', 2),
      works('target-3', '0.1'),
      works('target-4', '0.1', 2),
    ]),
  ).toEqual([
    'stop  close-long  0.3  64000  2 parts',
    'target-1 … target-2  close-long  0.15  65000 … 66000  2 parts each',
    'target-3  close-long  0.1  67000',
    'target-4  close-long  0.1  68000  2 parts',
  ]);
  const gone = told('target-2', 'gone');
  expect(rows([filled, works('target-1', '0.1'), gone, works('target-3', '0.1')])).toEqual([
    'target-1  close-long  0.1  65000',
    'target-3  close-long  0.1  67000',
  ]);
});

test('parts that work are there though nobody knows of another', () => {
  const stop = told('stop', 'unknown', { kind: 'stop', open: '0.06', openParts: 1 });
  expect(rows([told('entry', 'works', { open: '0.24', filled: '0.06' }), stop])).toEqual([
    'entry  open-long  0.24  64000',
    'stop  close-long  0.06  64000  another part is UNKNOWN',
  ]);
});
