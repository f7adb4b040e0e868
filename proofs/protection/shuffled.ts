/** The list in another order, the same for a seed. */
import { Random } from '../random.ts';

export const shuffled = <T>(list: readonly T[], seed: number): T[] => new Random(seed).shuffled(list);
