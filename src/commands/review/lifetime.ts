/** How long a reviewed plan is good for. */
import { refuse } from '../../refusal.ts';

const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS };
const USUAL_MS = 24 * HOUR_MS;
const MOST_DAYS = 366;

/** The duration of `--expires`, such as `90m`, `24h` or `7d`, in milliseconds; refuses (exit 2) anything else. */
export function lifetimeOf(text: string | undefined): number {
  if (text === undefined) return USUAL_MS;
  const [, amount, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (ms <= MOST_DAYS * (UNIT_MS['d'] as number)) return ms;
  if (unit !== undefined) refuse('option/value', `--expires ${text} is more than ${MOST_DAYS} days`, 'write 24h or 7d');
  return refuse('option/value', `--expires ${text} is not a duration`, `write ${meant(text)}`);
}

/** The right spelling of what was probably meant. */
function meant(text: string): string {
  const [, amount, unit] = /^\s*([1-9]\d{0,4})\s*(min|[mhd])?\w*\s*$/i.exec(text) ?? [];
  if (amount === undefined) return '90m, 24h or 7d';
  if (unit === undefined) return `${amount}m, ${amount}h or ${amount}d`;
  return `${amount}${unit.charAt(0).toLowerCase()}`;
}
