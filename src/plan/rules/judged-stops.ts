/** The stops of a plan as src/protection/ judges them: once, for every rule about stops. The file alone is judged, as if all of it were placed. */
import type { GuardedOrder } from '../../protection/guarded.ts';
import type { MarketOfOrder } from '../../protection/position.ts';
import { marketsOf } from '../../protection/markets.ts';
import { protectionOf, type StakePiece } from '../../protection/protection.ts';
import { warningsOf, type Warning } from '../../protection/warnings.ts';
import { isFaulty } from '../read/field.ts';
import { idsBehind, type Names } from '../read/names.ts';
import type { OrderDraft } from '../read/order-draft.ts';

/** An opening order, and what becomes of its units. */
export interface Opening {
  readonly order: GuardedOrder;
  readonly draft: OrderDraft;
  readonly pieces: readonly StakePiece[];
}

export interface JudgedStops {
  /** In the order of the plan. */
  readonly openings: readonly Opening[];
  readonly warnings: readonly Warning[];
  readonly marketOf: MarketOfOrder;
  readonly draftOf: (order: GuardedOrder) => OrderDraft;
}

/** Undefined where an order has a mistake in what matters here: it may be the stop. */
export function judgedStops(drafts: readonly OrderDraft[], names: Names): JudgedStops | undefined {
  const idsOf = idsBehind(names);
  const draftOf = new Map<GuardedOrder, OrderDraft>();
  for (const draft of drafts) {
    const order = guardedOf(draft, idsOf);
    if (order === undefined) return undefined;
    draftOf.set(order, draft);
  }
  const guarded = { basis: 'plan', orders: [...draftOf.keys()] } as const;
  const protection = protectionOf(guarded);
  let markets: MarketOfOrder | undefined;
  const pieces = Map.groupBy(
    protection.positions.flatMap((position) => position.pieces),
    ({ unit }) => unit.order,
  );
  return {
    openings: [...draftOf].flatMap(([order, draft]) => {
      const own = pieces.get(order);
      return own === undefined ? [] : [{ order, draft, pieces: own }];
    }),
    warnings: warningsOf(guarded, protection),
    marketOf: (order) => (markets ??= marketsOf(guarded))(order),
    draftOf: (order) => draftOf.get(order) as OrderDraft,
  };
}

function guardedOf(
  draft: OrderDraft,
  idsOf: (after: readonly string[]) => readonly string[],
): GuardedOrder | undefined {
  const { stopLoss, trigger, reference, maxDistance, after } = draft;
  if (isFaulty(stopLoss) || isFaulty(trigger) || isFaulty(reference) || isFaulty(maxDistance)) return undefined;
  const [symbol, marginMode, side] = [draft.symbol.value, draft.marginMode.value, draft.side.value];
  const [size, price] = [draft.size.value, draft.price.value];
  if (symbol === undefined || marginMode === undefined || side === undefined) return undefined;
  if (size === undefined || price === undefined) return undefined;
  return {
    plan: '',
    generation: 1,
    id: draft.id ?? '',
    symbol,
    marginMode,
    side,
    size,
    price,
    trigger: trigger.value,
    stopLoss: stopLoss.value,
    reference: reference.value,
    after: after.length === 0 ? undefined : idsOf(after),
    standing: 'new',
  };
}
