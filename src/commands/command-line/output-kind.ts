import { refuse } from '../../refusal.ts';
import { meantWord, OUTPUT_SYNONYMS } from './synonyms.ts';
import type { World } from '../world.ts';

export const OUTPUTS = ['tui', 'lines', 'ndjson'] as const;
export type OutputKind = (typeof OUTPUTS)[number];

/** `--output`; by default the screen on a terminal that can show it, and lines elsewhere. */
export function outputKind(asked: string | undefined, world: World): OutputKind {
  if (asked === undefined) return world.stdout.isTerminal ? 'tui' : 'lines';
  const kind = OUTPUTS.find((one) => one === asked);
  if (kind === undefined) {
    const meant = meantWord(asked, OUTPUTS, OUTPUT_SYNONYMS);
    const hint = meant === undefined ? 'write one of these' : `write --output ${meant}`;
    refuse('option/value', `--output ${asked} is not one of ${OUTPUTS.join(', ')}`, hint);
  }
  if (kind === 'tui' && !world.stdout.isTerminal) {
    const dumb = world.variables['TERM'] === 'dumb';
    const message = `--output tui needs a terminal${dumb ? ' that can move its cursor, and TERM is dumb' : ''}`;
    refuse('option/conflict', message, 'leave it out, or write --output lines');
  }
  return kind;
}
