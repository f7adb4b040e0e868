/** The `limits` of a plan and the `policy` of a config: one form, read in one place. */
import type { LimitsDocument } from '../../generated/plan.ts';
import type { Policy } from '../../model/config.ts';
import type { Decimal } from '../../model/decimal.ts';
import { quoted } from '../../source/quoted.ts';
import type { Found } from './order-draft.ts';
import type { Path } from '../../document/locate.ts';
import { positiveDecimal } from '../../document/positive-decimal.ts';

/** Limits that are one decimal: a plan above it is in breach. */
export const AMOUNTS = [
  'maxOrderNotional',
  'maxSideNotional',
  'maxPlanNotional',
  'maxStandingNotional',
  'maxCloseNotional',
  'maxLossAtStops',
  'maxLossToday',
] as const;

/** `written` has only keys that fit the schema. */
export function readLimits(written: LimitsDocument, root: 'limits' | 'policy', found: Found): Policy {
  const { symbols, maxOrders, maxOrderSize, requireStop } = written;
  return {
    ...(symbols === undefined ? {} : { symbols }),
    ...(maxOrders === undefined ? {} : { maxOrders: Number(maxOrders) }),
    ...(maxOrderSize === undefined
      ? {}
      : { maxOrderSize: readDecimals(maxOrderSize, Object.keys(maxOrderSize), [root, 'maxOrderSize'], found) }),
    ...(requireStop === undefined ? {} : { requireStop: requireStop === 'true' }),
    ...(readDecimals(written, AMOUNTS, [root], found) as Partial<Record<(typeof AMOUNTS)[number], Decimal>>),
  };
}

function readDecimals<Key extends string>(
  texts: Readonly<Partial<Record<Key, string>>>,
  keys: readonly Key[],
  within: Path,
  found: Found,
): Record<string, Decimal> {
  const read = keys.flatMap((key): [string, Decimal][] => {
    const text = texts[key];
    const value = text === undefined ? undefined : readAboveZero(key, text, [...within, key], found);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(read);
}

function readAboveZero(key: string, text: string, path: Path, found: Found): Decimal | undefined {
  const value = positiveDecimal(text);
  if (value.ok) return value.value;
  found({ ...value.error, message: `${quoted(key)} ${value.error.message}`, path });
  return undefined;
}
