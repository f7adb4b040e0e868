/** A simulation for a program: every digit, and of each figure that may differ a pair of texts, the pessimistic end first. */
import { defined } from '../../model/defined.ts';
import type { Ends, Simulated } from '../../model/simulated.ts';
import { NOT_COUNTED, PAST, type ToldSimulation } from './told.ts';

export const texts = ([worst, best]: Ends<number>): Ends<string> => [String(worst), String(best)];

/** Without the courses: they are for the library, which plays them again. */
export const simulationData = (simulated: Simulated): object =>
  defined({
    plan: simulated.plan.name,
    generation: simulated.plan.generation,
    answer: simulated.answer,
    bound: simulated.bound,
    noBoundFrom: simulated.noBoundFrom,
    result: simulated.result,
    realised: simulated.realised,
    open: simulated.open,
    fees: simulated.fees,
    deepest: simulated.deepest,
    deepestAt: simulated.deepestAt,
    bareMs: simulated.bareMs && texts(simulated.bareMs),
    bareFrom: simulated.bareFrom,
    positions: simulated.positions,
    orders: simulated.orders,
    fills: simulated.fills,
    deciding: simulated.deciding,
    large: simulated.large,
    expected: simulated.expected,
    candles: simulated.candles,
    path: simulated.path,
    settings: simulated.settings,
    forecastMs: simulated.forecastMs,
    digest: simulated.digest,
    remarks: remarksOf([]),
  });

/** What the candles warn of, and what else has to be known: no form of output leaves it out. */
export const cautionData = ({ found, notes }: Pick<ToldSimulation, 'found' | 'notes'>): object => ({
  remarks: remarksOf(notes),
  warnings: found,
});

/** Said of every simulation, and then of this one. */
export const remarksOf = (notes: readonly string[]): string[] => [PAST, NOT_COUNTED, ...notes];
