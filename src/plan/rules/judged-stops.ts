/** The stops of a plan as src/protection/ judges them: once, for every rule about stops. The file alone is judged, as if all of it were placed. */
import type { Decimal } from '../../model/decimal.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { followedStops } from '../../protection/followed.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import { keepOfFile } from '../../protection/judged.ts';
import type { MarketOfOrder } from '../../protection/position.ts';
import { marketsOf } from '../../protection/markets.ts';
import { protectionOf, type Protection, type StakePiece } from '../../protection/protection.ts';
import { warningsOf, type Warning } from '../../protection/warnings.ts';
import { isFaulty } from '../read/field.ts';
import { idsBehind } from '../read/names.ts';
import { isExit, type OrderDraft } from '../read/order-draft.ts';
import type { ReadingWithExits } from './exits.ts';

/** An opening order, and what becomes of its units. */
export interface Opening {
  readonly order: GuardedOrder;
  readonly draft: OrderDraft;
  readonly pieces: readonly StakePiece[];
}

export interface JudgedStops {
  /** These are the orders of the plan that this was judged for. */
  readonly keepFor: (orders: readonly PlannedOrder[]) => void;
  /** In the order of the plan. */
  readonly openings: readonly Opening[];
  readonly warnings: readonly Warning[];
  readonly marketOf: MarketOfOrder;
  readonly draftOf: (order: GuardedOrder) => OrderDraft;
}

/** Undefined where an order has a mistake in what matters here: it may be the stop. */
export function judgedStops(reading: ReadingWithExits): JudgedStops | undefined {
  const { orders: drafts, names, groups, document } = reading;
  const { name = '', generation = '1' } = document;
  const of = { plan: name, generation: Number(generation), idsOf: idsBehind(names) };
  const draftOf = new Map<GuardedOrder, OrderDraft>();
  const followed = stopsFollowed(drafts, groups);
  for (const draft of drafts) {
    const order = guardedOf(draft, of);
    if (order === undefined) return undefined;
    const { id = '', stopLoss = followed.get(id) } = order;
    // An exit is sent after the fill: its stop is one of its entries, and the rest of it closes what they have.
    if (!isExit(draft)) draftOf.set(stopLoss === order.stopLoss ? order : { ...order, stopLoss }, draft);
  }
  const guarded = { basis: 'plan', orders: [...draftOf.keys()] } as const;
  const protection = protectionOf(guarded);
  return {
    keepFor: (orders) => keepOfFile(orders, protection),
    openings: openingsIn(draftOf, protection),
    warnings: warningsOf(guarded, protection),
    marketOf: marketsOf(guarded),
    draftOf: (order) => draftOf.get(order) as OrderDraft,
  };
}

/** Loops, as there may be thousands. */
function openingsIn(draftOf: ReadonlyMap<GuardedOrder, OrderDraft>, { positions }: Protection): Opening[] {
  const piecesOf = new Map<GuardedOrder | undefined, StakePiece[]>();
  for (const { pieces } of positions)
    for (const piece of pieces) {
      const own = piecesOf.get(piece.unit.order);
      if (own === undefined) piecesOf.set(piece.unit.order, [piece]);
      else own.push(piece);
    }
  const openings: Opening[] = [];
  for (const [order, draft] of draftOf) {
    const pieces = piecesOf.get(order);
    if (pieces !== undefined) openings.push({ order, draft, pieces });
  }
  return openings;
}

function stopsFollowed(
  drafts: readonly OrderDraft[],
  groups: ReadingWithExits['groups'],
): ReadonlyMap<string, Decimal> {
  if (groups.length === 0) return NO_STOPS;
  const byId = new Map(drafts.map((draft) => [draft.id ?? '', draft]));
  return followedStops(groups, (id) => {
    const draft = byId.get(id);
    const [side, price] = [draft?.side.value, draft?.price.value];
    if (draft === undefined || side === undefined || price === undefined) return undefined;
    const { trigger, after, terms } = draft;
    return {
      side,
      price,
      ...(trigger.value !== undefined && { trigger: trigger.value }),
      ...(after.length > 0 && { after }),
      ...(terms !== undefined && terms.afterFilled.length > 0 && { afterFilled: terms.afterFilled }),
      ...(terms?.afterAt !== undefined && { afterAt: terms.afterAt }),
    };
  });
}

const NO_STOPS: ReadonlyMap<string, Decimal> = new Map();

interface OfPlan {
  readonly plan: string;
  readonly generation: number;
  readonly idsOf: (after: readonly string[]) => readonly string[];
}

function guardedOf(draft: OrderDraft, { plan, generation, idsOf }: OfPlan): GuardedOrder | undefined {
  const { stopLoss, trigger, reference, maxDistance, after } = draft;
  if (isFaulty(stopLoss) || isFaulty(trigger) || isFaulty(reference) || isFaulty(maxDistance)) return undefined;
  const [symbol, marginMode, side] = [draft.symbol.value, draft.marginMode.value, draft.side.value];
  const [size, price] = [draft.size.value, draft.price.value];
  if (symbol === undefined || marginMode === undefined || side === undefined) return undefined;
  if (size === undefined || price === undefined) return undefined;
  return {
    plan,
    generation,
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
