/** Simulations of which every name is one text, whatever somebody wrote. */
import { Decimal } from '../../src/model/decimal.ts';
import type { JoinedCandles } from '../../src/simulate/candles/joined.ts';
import type { Simulated, SimulatedFill, SimulatedOrder } from '../../src/model/simulated.ts';
import type { Sheet } from '../../src/show/sheet.ts';
import { simulationSheet } from '../../src/views/simulate/sheet.ts';
import type { ToldSimulation } from '../../src/views/simulate/told.ts';
import { valueSheet } from '../../src/views/simulate/value-table.ts';

const HOUR = 3_600_000;
const FROM = Date.UTC(2026, 10, 20);

export function simulatedSheets(text: string): Readonly<Record<'simulated' | 'values', Sheet>> {
  const simulated = simulatedOf(text);
  const told: Omit<ToldSimulation, 'simulated'> = {
    candles: [candlesOf(text)],
    warnings: [],
    found: [],
    notes: [text],
    canAsk: true,
  };
  return {
    simulated: simulationSheet({ ...told, simulated }),
    values: valueSheet(told, [{ simulated, value: { name: 'stop', value: '63600' } }]),
  };
}

export function simulatedOf(text: string): Simulated {
  const fill = (course: SimulatedFill['course'], why: SimulatedFill['why']): SimulatedFill => ({
    course,
    at: FROM,
    id: text,
    clientOid: 'c',
    symbol: text,
    side: 'open-long',
    size: '1',
    price: '100',
    why,
    role: 'maker',
    fee: '0',
  });
  const held = { symbol: text, side: 'long', marginMode: 'cross', size: '1', average: '100', last: '101' } as const;
  const order = (fate: SimulatedOrder['fate'][number]): SimulatedOrder => ({
    id: text,
    symbol: text,
    side: 'open-long',
    size: '1',
    price: '100',
    stopLoss: '99',
    fate: [fate, { kind: 'refused', code: text, message: text }],
  });
  const expected = { figure: 'deepest', is: '>=', value: '0', text, met: 'not-met', ends: ['-1', '0'] } as const;
  return {
    plan: { name: text, generation: 1 },
    answer: 'range',
    bound: false,
    noBoundFrom: FROM,
    result: ['-1', '1'],
    realised: ['-1', '0'],
    open: ['0', '1'],
    fees: ['0', '0'],
    deepest: ['-1', '0'],
    deepestAt: [FROM, undefined],
    bareMs: [HOUR, 0],
    bareFrom: { at: FROM, symbol: text, id: text },
    positions: [[held], []],
    orders: [
      order({
        kind: 'filled',
        at: FROM,
        size: '1',
        price: '100',
        closed: { at: FROM, by: 'order', id: text },
      }),
      order({ kind: 'withheld', reason: 'dependency', message: text }),
    ],
    fills: [fill('pessimistic', 'limit')],
    deciding: [
      {
        symbol: text,
        from: FROM,
        to: FROM + HOUR,
        apart: '2',
        orders: [{ id: text, fills: [[fill('pessimistic', 'stop-loss')], []] }],
      },
    ],
    large: [{ id: text, at: FROM, size: '1', traded: 2 }],
    far: [],
    expected: [expected],
    candles: {
      digest: 'a'.repeat(64),
      symbols: [{ symbol: text, count: 2, lengthMs: HOUR, from: FROM, to: FROM + 2 * HOUR, leftOut: 1 }],
    },
    settings: {
      fees: { maker: '0.0002', taker: '-0.0008', assumed: true },
      fills: 'touch',
      hold: [{ ...held, price: '100' }],
    },
    digest: 'b'.repeat(64),
    forecastMs: 2 * HOUR,
    courses: [[], []],
  };
}

const column = (...values: number[]): Float64Array => Float64Array.from(values);

const warning = (): never => {
  throw new Error('nothing warns here');
};

function candlesOf(text: string): JoinedCandles {
  const candles = {
    symbol: text,
    tick: Decimal.of('1'),
    openMs: column(FROM, FROM + HOUR),
    lengthMs: column(HOUR, HOUR),
    open: column(100, 101),
    high: column(102, 103),
    low: column(98, 99),
    close: column(101, 101),
  };
  return {
    candles,
    files: [
      {
        file: text,
        candles,
        lengthMs: HOUR,
        format: 'CSV',
        times: 'ISO 8601',
        isNewestFirst: true,
        moved: 1,
        repeated: 0,
        atFirst: warning,
        atGap: warning,
      },
    ],
    gaps: {
      count: 1,
      missingMs: HOUR,
      spanMs: HOUR,
      longest: { fromMs: FROM, lengthMs: HOUR },
    },
    leftOut: 1,
    warnings: [],
  };
}
