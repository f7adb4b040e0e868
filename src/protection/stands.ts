/** What stands of an account, as texts and back: whoever draws it judges it by the same as the one line. */
import { Decimal } from '../model/decimal.ts';
import { defined } from '../model/defined.ts';
import type { ProtectionStated } from '../model/event.ts';
import type { OrderStands, SeenBefore } from '../model/protection-stated.ts';
import type { MarginMode, Side } from '../model/order.ts';
import { isOpening } from '../model/order.ts';
import {
  MEANING,
  type Guarded,
  type GuardedOrder,
  type HeldPosition,
  type MarketRange,
  type NotRead,
  type OrderStanding,
  type PositionSide,
  type PresetSight,
} from './guarded.ts';
import { filledOf } from './held.ts';

type Stands = NonNullable<ProtectionStated['stands']>;
type RangeStated = readonly [low: string, high: string];

/** What is gone, and filled nothing, is left out: it only tells why something is naked. */
export const standsOf = ({ orders, ...seen }: Omit<Guarded, 'basis'>): Stands => ({
  orders: orders.filter(isThere).map(orderStands),
  ...lookStands(seen),
});

function lookStands({ held, looked, lookedAtMs, marketsTold, notRead }: Partial<Guarded>): Omit<Stands, 'orders'> {
  return {
    ...defined({
      held: held?.map(({ size, average, mark, ...of }) => ({
        ...of,
        size: size.canonical(),
        ...defined({ average: average?.canonical(), mark: mark?.canonical() }),
      })),
      looked: looked && [...looked],
      lookedAtMs,
      told: marketsTold && [...marketsTold.keys()],
      notRead: notRead?.map(({ symbol, what }) => ({ symbol, what })),
    }),
  };
}

function isThere(order: GuardedOrder): boolean {
  const { opening, stop } = MEANING[order.standing];
  return (isOpening(order.side) ? opening === 'working' : stop !== 'gone') || !filledOf(order).size.isZero;
}

export function orderStands(order: GuardedOrder): OrderStands {
  const { plan, generation, id, symbol, marginMode, side, size, price, standing, preset, filled } = order;
  const { isModeUnsure, isPresetMaybe, isSinceLook, isUnsettled, isStopUntold } = order;
  return {
    symbol,
    marginMode,
    side,
    size: size.canonical(),
    standing,
    ...defined({ plan, generation, id, preset, isModeUnsure, isPresetMaybe, isSinceLook, isUnsettled, isStopUntold }),
    ...defined({
      price: price.kind === 'limit' ? price.at.canonical() : undefined,
      trigger: order.trigger?.canonical(),
      stopLoss: order.stopLoss?.canonical(),
      reference: order.reference?.canonical(),
      market: rangeStated(order.market),
      said: rangeStated(order.said),
    }),
    ...(filled !== undefined && {
      filled: {
        size: filled.size.canonical(),
        ...defined({
          average: filled.average?.canonical(),
          sinceLook: filled.sinceLook,
          atLook: filled.atLook?.canonical(),
        }),
      },
    }),
  };
}

const rangeStated = (range: MarketRange | undefined): RangeStated | undefined =>
  range && [range.low.canonical(), range.high.canonical()];

/** All of it but the orders; undefined where nobody looked or asked. */
export function seenStands({ markets, ...seen }: Omit<Guarded, 'basis' | 'orders'>): SeenBefore | undefined {
  if (seen.held === undefined && (markets === undefined || markets.size === 0)) return undefined;
  const ranges = [...(markets ?? [])].map(([symbol, { low, high }]) => {
    return { symbol, low: low.canonical(), high: high.canonical() };
  });
  return { ...lookStands(seen), ...(ranges.length > 0 && { markets: ranges }) };
}

/** The way back. */
export function seenFrom({ markets, ...seen }: SeenBefore): Omit<Guarded, 'basis' | 'orders'> {
  const ranges = markets?.map(
    ({ symbol, low, high }) => [symbol, { low: Decimal.of(low), high: Decimal.of(high) }] as const,
  );
  const { orders: _, ...guarded } = guardedFrom({ ...seen, orders: [] }, ranges && new Map(ranges));
  return guarded;
}

/** The way back; `markets`: by which it was judged. */
export function guardedFrom(
  { orders, held, looked, lookedAtMs, told, notRead }: Stands,
  markets: ReadonlyMap<string, MarketRange> | undefined,
): Omit<Guarded, 'basis'> {
  const wasTold = new Set(told);
  return {
    orders: orders.map(orderFrom),
    ...defined({
      held: held?.map(({ size, average, mark, side, marginMode, ...of }): HeldPosition => ({
        ...of,
        side: side as PositionSide,
        marginMode: marginMode as MarginMode,
        size: Decimal.of(size),
        ...defined({ average: decimalOf(average), mark: decimalOf(mark) }),
      })),
      looked: looked && new Set(looked),
      lookedAtMs,
      markets,
      marketsTold: told && new Map([...(markets ?? [])].filter(([symbol]) => wasTold.has(symbol))),
      notRead: notRead as readonly NotRead[] | undefined,
    }),
  };
}

const decimalOf = (text: string | undefined): Decimal | undefined =>
  text === undefined ? undefined : Decimal.of(text);

const rangeFrom = (range: RangeStated | undefined): MarketRange | undefined =>
  range && { low: Decimal.of(range[0]), high: Decimal.of(range[1]) };

export function orderFrom({ size, price, filled, ...of }: OrderStands): GuardedOrder {
  return {
    ...of,
    marginMode: of.marginMode as MarginMode,
    side: of.side as Side,
    size: Decimal.of(size),
    price: price === undefined ? { kind: 'market' } : { kind: 'limit', at: Decimal.of(price) },
    trigger: decimalOf(of.trigger),
    stopLoss: decimalOf(of.stopLoss),
    reference: decimalOf(of.reference),
    market: rangeFrom(of.market),
    said: rangeFrom(of.said),
    ...defined({ preset: of.preset as PresetSight | undefined }),
    ...knownFrom({ standing: of.standing, ...defined({ filled }) }),
  } as GuardedOrder;
}

/** How an order stands, and what of it is filled. */
export function knownFrom({ standing, filled }: Pick<OrderStands, 'standing' | 'filled'>): KnownFrom {
  const known = { standing: standing as OrderStanding };
  if (filled === undefined) return known;
  const { size, average, atLook, ...more } = filled;
  const told = { size: Decimal.of(size), average: decimalOf(average), ...defined({ atLook: decimalOf(atLook) }) };
  return { ...known, filled: { ...more, ...told } };
}

type KnownFrom = Pick<GuardedOrder, 'standing' | 'filled'>;
