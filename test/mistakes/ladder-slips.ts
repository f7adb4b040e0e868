/** Ladders, and lists of prices that were meant to be one. */
import { also, laddered, LONG, priced, sized, type FirstRow } from './first-row.ts';

const RANGE = '{ from: 63000, to: 62000, steps: 11 }';
const RUNGS = laddered('{ from: 63000, to: 62000, steps: 5 }', '{ total: 0.05 }').replace('id: a', 'id: lad');
export const LADDER_SLIPS: readonly FirstRow[] = [
  {
    orders: [laddered('{ from: 63000, to: 62000, step: 100 }')],
    says: ['error', 'key/unknown', 'step', 'both ends counted: `steps: 11`'],
    mended: [laddered(RANGE)],
  },
  {
    orders: [laddered('{ from: 63000, to: 62000, interval: 300 }')],
    says: ['error', 'key/unknown', 'interval', '`steps:`, both ends counted'],
    mended: [laddered(RANGE)],
  },
  {
    orders: [priced('[63000, 62500]')],
    says: ['error', 'value/type', '[63000, 62500]', 'write { from: 63000, to: 62500, steps: 2 }'],
    mended: [laddered('{ from: 63000, to: 62500, steps: 2 }')],
  },
  {
    orders: [priced('[63000, 62500, 61000]')],
    says: ['error', 'value/type', '[63000, 62500, 61000]', 'write one order for each'],
  },
  {
    orders: [priced('63000/62000')],
    says: ['error', 'value/number', '63000/62000', '{ from: 63000, to: 62000, steps: 5 }'],
  },
  {
    orders: [laddered('{ from: market, to: 62000, steps: 5 }')],
    says: ['error', 'value/number', 'market', 'the market has no price here'],
    mended: [laddered('{ from: 63000, to: 62000, steps: 5 }')],
  },
  {
    orders: [RUNGS, LONG.replace('id: a', 'id: lad-2')],
    says: ['error', 'order/duplicate-id', 'lad-2', 'rung 2 of the ladder `lad` has it … an id of its own'],
    mended: [RUNGS, LONG],
  },
  {
    orders: [laddered('{ from: 63000, to: 62000, steps: 5 }', '{ total: 0.0003 }')],
    says: ['error', 'order/below-minimum', '0.0003', 'write 0.0005 or more, or fewer steps'],
    mended: [laddered('{ from: 63000, to: 62000, steps: 5 }', '{ total: 0.0005 }')],
  },
  {
    orders: [sized('{ notional: 0.01 }')],
    says: ['error', 'order/below-minimum', '0.01', 'write 6.3 or more, as it is in quote coin … `size: 0.01`'],
    mended: [LONG],
  },
  {
    orders: [laddered(RANGE, '{ total: 0.11, shape: geometric }')],
    says: ['error', 'ladder/ratio', 'geometric', 'ratio'],
  },
  { orders: [laddered(RANGE, '{ total: 0.11, shape: [1, 2] }')], says: ['error', 'ladder/shares', '[1, 2]', '11'] },
  {
    orders: [also('trailing: 1%')],
    says: ['error', 'key/unknown', 'trailing', 'there is no trailing stop'],
    mended: [LONG],
  },
  {
    orders: [also('type: stop-market')],
    says: ['error', 'key/unknown', 'type', 'a stop waits for its price in `trigger:`'],
    mended: [LONG],
  },
  { orders: [also('after: [a]')], says: ['error', 'stage/cycle', 'a', 'delete `a` from this `after`'], mended: [LONG] },
];
