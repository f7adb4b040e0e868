import { safeText } from '../../model/safe-text.ts';
import type { WantedCandles } from '../../actions/candles/candle-plan.ts';
import { isWithinReach, readTime } from '../../simulate/candles/times.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { refuse } from '../../refusal.ts';

/** A time of an option, as files of candles have it; refuses (exit 2) any other. */
export function givenTime(given: Arguments, name: string): number | undefined {
  const text = given.value(name);
  if (text === undefined) return undefined;
  const time = readTime(text);
  if (time !== undefined && isWithinReach(time.ms)) return time.ms;
  return refuse(
    'option/value',
    `--${name} ${safeText(text, 60)} is not a time between 2002 and 2100`,
    `write --${name} 2026-11-20 or --${name} 2026-11-20T02:00Z`,
  );
}

/** `--from` with `--to`; undefined where neither is given. */
export function givenSpan(given: Arguments): Extract<WantedCandles['wanted'], { kind: 'span' }> | undefined {
  const [fromMs, toMs] = [givenTime(given, 'from'), givenTime(given, 'to')];
  if (fromMs === undefined && toMs === undefined) return undefined;
  if (fromMs === undefined) return refuse('option/needs-another', '--to goes with --from', 'add --from <time>');
  if (toMs !== undefined && toMs <= fromMs) refuse('option/value', '--to is not after --from', 'give a later one');
  return { kind: 'span', fromMs, toMs };
}
