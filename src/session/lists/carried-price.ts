/** What earlier lineages of an order hold, and at which price. */
import { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';
import type { Fill } from '../../model/standing.ts';
import { type ChosenLineage, filledIn, type ToldLineage } from './lineages.ts';
import { TOLD_AVERAGE } from './stand.ts';

/**
 * At which price earlier lineages of an order were filled: what they hold counts at that, whatever the rest of it rests at.
 * Undefined where nothing was filled, or where neither trades nor record tell it of one of them.
 */
export function carriedPrice(
  { carried, before }: ChosenLineage,
  fills: readonly Fill[] | undefined,
): string | undefined {
  if (carried === undefined || carried.isZero) return undefined;
  let value = Decimal.zero;
  for (const lineage of before) {
    const worth = worthOf(lineage, fills);
    if (worth === undefined) return undefined;
    value = value.plus(worth);
  }
  return Rational.of(value).dividedBy(Rational.of(carried)).nearest(TOLD_AVERAGE).canonical();
}

/** By its trades where they come to its size, else by the average of its record. */
function worthOf({ records }: ToldLineage, fills: readonly Fill[] | undefined): Decimal | undefined {
  const size = filledIn(records.map(({ record }) => record)) ?? Decimal.zero;
  if (size.isZero) return Decimal.zero;
  const orderIds = new Set(records.map(({ record }) => record.orderId));
  const own = (fills ?? []).filter(({ orderId }) => orderIds.has(orderId));
  if (sumOf(own.map((fill) => fill.size)).compare(size) === 0) return sumOf(own.map((fill) => fill.value));
  const average = records.findLast(({ record }) => record.averagePrice !== undefined)?.record.averagePrice;
  return Decimal.parse(average ?? '')?.times(size);
}

const sumOf = (texts: readonly string[]): Decimal =>
  texts.reduce((sum, text) => sum.plus(Decimal.parse(text) ?? Decimal.zero), Decimal.zero);
