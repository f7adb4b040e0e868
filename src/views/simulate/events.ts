/** A simulation as events of the public stream. */
import { defined } from '../../model/defined.ts';
import type { PublicEvent } from '../../model/event.ts';
import type { JoinedCandles } from '../../simulate/candles/joined.ts';
import type { OrderFate, Simulated } from '../../model/simulated.ts';
import { remarksOf, texts } from './data.ts';
import type { ToldSimulation } from './told.ts';

export interface RowVariable {
  readonly name: string;
  readonly value: string;
}

type Event<Name extends PublicEvent['event']> = Extract<PublicEvent, { event: Name }>;
type FateTold = Event<'order-simulated'>['fate'][number];

export function candleEvents(candles: readonly JoinedCandles[], { candles: used }: Simulated): PublicEvent[] {
  const files = new Map(candles.map((one) => [one.candles.symbol, one.files]));
  return (used?.symbols ?? []).map(({ symbol, count, lengthMs, from, to, leftOut }): Event<'candles-read'> => ({
    event: 'candles-read',
    symbol,
    count,
    lengthMs,
    from,
    to,
    leftOut,
    files: (files.get(symbol) ?? []).map(({ file, format, times }) => ({
      file,
      format: format as Event<'candles-read'>['files'][number]['format'],
      times,
    })),
  }));
}

/** By time what filled, then what became of each order, then the figures. */
export const simulationEvents = (
  { simulated, notes }: Pick<ToldSimulation, 'simulated' | 'notes'>,
  variable?: RowVariable,
): PublicEvent[] => [
  {
    event: 'plan-loaded',
    plan: simulated.plan.name,
    generation: simulated.plan.generation,
    orders: simulated.orders.length,
    digest: simulated.digest,
  },
  ...simulated.fills.map((fill): Event<'order-filled'> => ({ event: 'order-filled', ...fill })),
  ...simulated.orders.map(({ fate: [worst, best], ...order }): Event<'order-simulated'> => ({
    event: 'order-simulated',
    ...order,
    fate: [told(worst), told(best)],
  })),
  { ...finishedOf(simulated, variable), remarks: remarksOf(notes) },
];

const told = (fate: OrderFate): FateTold => fate;

function finishedOf(
  simulated: Simulated,
  variable: RowVariable | undefined,
): Omit<Event<'simulation-finished'>, 'remarks'> {
  const { answer, bound, noBoundFrom, result, realised, open, fees, deepest, bareMs, candles } = simulated;
  return {
    event: 'simulation-finished',
    answer,
    bound,
    result: [...result],
    realised: [...realised],
    open: [...open],
    fees: [...fees],
    deepest: [...deepest],
    deciding: simulated.deciding.map(({ symbol, from, to, apart, orders }) => ({
      symbol,
      from,
      to,
      apart,
      orders: orders.map(({ id }) => id),
    })),
    expected: simulated.expected.map(({ text, met, ends }) => ({ text, met, ...defined({ ends: ends && [...ends] }) })),
    ...defined({ variable, noBoundFrom, bareMs: bareMs && [...texts(bareMs)], candles: candles?.digest }),
  };
}
