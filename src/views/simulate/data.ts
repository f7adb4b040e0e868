/** A simulation for a program: every digit, and of each figure that may differ a pair of texts, the pessimistic end first. */
import type { Ends, Simulated } from '../../simulate/simulated.ts';
import { PAST } from './told.ts';

const texts = ([worst, best]: Ends<number>): Ends<string> => [String(worst), String(best)];

/** Without the courses: they are for the library, which plays them again. */
export function simulationData({ courses: _, fills, bareMs, ...simulated }: Simulated): object {
  return {
    ...simulated,
    ...(bareMs !== undefined && { bareMs: texts(bareMs) }),
    fills,
    remark: PAST,
  };
}
