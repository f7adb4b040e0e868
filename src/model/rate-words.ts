/** A rate as a config writes it. */
import type { Rate } from './call.ts';

/** `500/10s`. */
export const rateWords = ({ amount, windowMs }: Rate): string => `${amount}/${durationWords(windowMs)}`;

function durationWords(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
