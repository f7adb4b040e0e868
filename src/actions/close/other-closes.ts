/** Orders on the exchange that close a position as well: those of the journal, presets of them, and those of somebody else. */
import type { KnownAccount, PlanOrder } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { isLong, isOpening, type MarginMode } from '../../model/order.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { PositionSide } from '../../protection/guarded.ts';
import { isTold, type LookRow, type OrderSeen } from '../../protection/journal/look.ts';
import { presetsAmong } from '../../session/lists/preset-look.ts';

export interface OtherClose {
  /** `breakout: out`, or the order id of one that is not ordo's. */
  readonly name: string;
  readonly order: OrderSeen;
  /** Where the journal has it. */
  readonly ours?: PlanName & { readonly id: string };
  /** The order of ours that carried it, where it looks like a preset. */
  readonly presetOf?: string;
}

/** Of these rows those that close this side of the symbol. */
export function otherCloses(
  rows: readonly LookRow[],
  { symbol, side }: { readonly symbol: string; readonly side: PositionSide },
  account: KnownAccount,
): readonly OtherClose[] {
  const known = account.flatMap(({ plan, generation, orders: all }) =>
    [...all.values()].map((order): PlanOrder => ({ plan, generation, order })),
  );
  const ours = new Map(known.flatMap((one) => idsOf(one).map((id) => [id, one] as const)));
  const closing = rows.filter(isTold).filter((row) => !isOpening(row.side) && isLong(row.side) === (side === 'long'));
  const ownerOf = (row: OrderSeen): PlanOrder | undefined => ours.get(row.clientOid ?? '') ?? ours.get(row.orderId);
  const foreign = closing.filter((row) => row.trigger !== undefined && ownerOf(row) === undefined);
  const presets = carriersOf(foreign, { symbol, known });
  return closing.map((order) => {
    const own = ownerOf(order);
    return own === undefined ? notOurs(order, presets.get(order.orderId)) : oursAs(own, order);
  });
}

const oursAs = (own: PlanOrder, order: OrderSeen): OtherClose => {
  const { plan, generation } = own;
  return { name: nameOf(own), order, ours: { plan, generation, id: own.order.id } };
};

const notOurs = (order: OrderSeen, presetOf: string | undefined): OtherClose => ({
  name: `order ${order.orderId}`,
  order,
  ...defined({ presetOf }),
});

/** Under each name by which a list may have it. */
const idsOf = ({ order: { clientOid, orderId, seen } }: PlanOrder): string[] =>
  [clientOid, orderId, seen?.firedAs].filter((id) => id !== undefined);

const nameOf = ({ plan, order: { id } }: PlanOrder): string => `${plan}: ${id}`;

/** By order id, the name of the order that carried it. */
function carriersOf(
  rows: readonly OrderSeen[],
  { symbol, known }: { readonly symbol: string; readonly known: readonly PlanOrder[] },
): ReadonlyMap<string, string> {
  const placed = known.filter(
    ({ order }) => order.orderId !== undefined && sameSymbol(order.content['symbol'] ?? '', symbol),
  );
  const names = new Map(placed.map((one) => [one.order.clientOid, nameOf(one)]));
  const resting = rows.map(({ orderId, side, size, trigger }) => ({
    orderId,
    side,
    size: size.canonical(),
    ...(trigger !== undefined && { triggerPrice: trigger.canonical() }),
  }));
  const made = presetsAmong(
    placed.map(({ order }) => order),
    resting,
  );
  return new Map(made.map(({ orderId, clientOid }) => [orderId, names.get(clientOid) ?? clientOid]));
}

/** What it would close yet. */
export const leftOf = ({ order: { size, filled } }: OtherClose): Decimal => size.minus(filled ?? Decimal.zero);

/** Where it closes; undefined for one at market. */
export const closesAt = ({ order: { trigger, price } }: OtherClose): Decimal | undefined =>
  trigger ?? (price.kind === 'limit' ? price.at : undefined);

/** Whose it is, where it is no order of the journal. */
export function whoseWords({ ours, presetOf }: OtherClose): string | undefined {
  if (ours !== undefined) return undefined;
  return presetOf === undefined ? 'not ordo’s' : `a preset of ${presetOf}`;
}

/** `order 7012 (0.03 at 70000, a preset of sh: sh)`. */
export function otherWords(other: OtherClose): string {
  const at = closesAt(other);
  const where = at === undefined ? '' : ` at ${at.canonical()}`;
  const whose = whoseWords(other);
  return `${other.name} (${leftOf(other).canonical()}${where}${whose === undefined ? '' : `, ${whose}`})`;
}

/** As answers tell it. */
export const otherData = (other: OtherClose): object => ({
  name: other.name,
  orderId: other.order.orderId,
  size: leftOf(other),
  ...defined({ presetOf: other.presetOf }),
});

/** A close that the exchange refused. */
export interface RefusedClose {
  readonly marginMode: MarginMode;
  readonly held: Decimal;
  readonly size: Decimal;
}

/** What may have held the size that a refused close was to take. The exchange does not say it. */
export interface InTheWay {
  /** All that leave it no room, together. */
  readonly all: readonly OtherClose[];
  /** Of ours, those that would have to go for it to have room. */
  readonly ours: readonly OtherClose[];
  /** The same of what ordo never cancels. While it rests, it helps nothing to take ours off. */
  readonly others: readonly OtherClose[];
}

export function inTheWay({ marginMode, held, size }: RefusedClose, closing: readonly OtherClose[]): InTheWay {
  const rest = closing.filter(({ order }) => order.marginMode === marginMode || order.isModeUnsure === true);
  // One that is being cancelled is not seen to hold anything.
  const others = rest.filter(({ ours, order }) => ours === undefined && order.isUnsure !== true);
  const ours = rest.filter((one) => one.ours !== undefined);
  const leavesNoRoom = (some: readonly OtherClose[]): boolean => size.compare(held.minus(sumOf(some))) > 0;
  const all = leavesNoRoom(rest) ? rest : [];
  const isByOthers = leavesNoRoom(others);
  return {
    all,
    ours: all.length > 0 && (leavesNoRoom(ours) || !isByOthers) ? ours : [],
    others: isByOthers ? others : [],
  };
}

export const sumOf = (closing: readonly OtherClose[]): Decimal =>
  closing.reduce((sum, one) => sum.plus(leftOf(one)), Decimal.zero);
