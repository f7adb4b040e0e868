/** Where protection is judged, for the faults that are planted there. */
import type { PlantedFault } from './fault.ts';

export const CHAINS = 'src/protection/chains.ts';
export const COVER = 'src/protection/cover.ts';
const GUARDED = 'src/protection/guarded.ts';
export const HELD = 'src/protection/held.ts';
export const LOOK = 'src/protection/journal/look.ts';
export const MARKETS = 'src/protection/markets.ts';
export const MATCHING = 'src/protection/matching.ts';
export const POSITION = 'src/protection/position.ts';
export const PRESETS = 'src/protection/journal/presets.ts';
export const PROTECTION = 'src/protection/protection.ts';

export type OfProof = Omit<PlantedFault, 'proof'>;

/** What a standing means, with one word of it changed. */
export const meaning = (name: string, ...[from, to]: readonly [string, string]): OfProof => ({
  name,
  file: GUARDED,
  changes: [[from, to]],
});
