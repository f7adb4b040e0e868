/** Request weight against the two windows of the exchange. */
export interface Weight {
  readonly ip: number;
  readonly uid: number;
}

/** What a request is debited with; `orderCalls` is 0 for one that only asks. */
export interface Cost extends Weight {
  readonly orderCalls?: number;
}

/** A request that does not say otherwise is one that carries orders. */
export function costInAll(costs: readonly Cost[]): Required<Cost> {
  const sum = (of: (cost: Cost) => number): number => costs.reduce((total, cost) => total + of(cost), 0);
  return { ip: sum(({ ip }) => ip), uid: sum(({ uid }) => uid), orderCalls: sum(({ orderCalls = 1 }) => orderCalls) };
}

export type CallKind = 'single' | 'batch' | 'trigger';

/** How far the signed timestamp of a request may be from the server's clock (docs/exchange.md#timestamp). */
export const TIMESTAMP_TOLERANCE_MS = 30_000;

/**
 * From when on a request can no longer be taken, counted from its signing: its timestamp has expired by then, though the
 * two clocks may be as far apart as the exchange allows.
 */
export const REQUEST_DEAD_AFTER_MS = TIMESTAMP_TOLERANCE_MS + 30_000;

interface CalledOrder {
  readonly id: string;
  readonly clientOid: string;
}

/** One request, complete but for its headers: `body` is the very text whose bytes are signed and sent. */
export interface Call {
  /** From 1, in order of sending. */
  readonly number: number;
  /** When it goes, where that is not by its number: before all that have a higher one. */
  readonly turn?: number;
  readonly kind: CallKind;
  readonly path: string;
  readonly body: string;
  /** In the order of the batch entries. */
  readonly orders: readonly CalledOrder[];
  /** Client order ids that must be accepted before it is sent; the same for all its orders. Absent if it waits for nothing. */
  readonly waitsFor?: readonly string[];
  readonly weight: Weight;
}

export const noWeight: Weight = { ip: 0, uid: 0 };

interface Weighed {
  readonly weight: Weight;
}

/** What these requests weigh together. */
export const totalWeight = (requests: readonly Weighed[]): Weight => ({
  ip: requests.reduce((sum, { weight }) => sum + weight.ip, 0),
  uid: requests.reduce((sum, { weight }) => sum + weight.uid, 0),
});

/** The most that any of these requests weighs, in each window. */
export const heaviestOf = (requests: readonly Weighed[]): Weight => ({
  ip: Math.max(...requests.map(({ weight }) => weight.ip)),
  uid: Math.max(...requests.map(({ weight }) => weight.uid)),
});

/** An amount per window, such as 500 per 10,000 ms. */
export interface Rate {
  readonly amount: number;
  readonly windowMs: number;
}

/** What may be spent: by weight for IP and UID, by count for order calls and for calls whose answer is awaited. */
export interface Limits {
  readonly ip: Rate;
  readonly uid: Rate;
  readonly orderCalls: Rate;
  /** Both windows of the account count orders: a request takes of `orderCalls` what it takes of `uid`. */
  readonly countsOrders?: true;
  readonly inFlight: number;
  /** The address that IP weight counts against, by any name; undefined is the one of all that name none. */
  readonly egress?: string;
}

/** `500/10s`. */
export const rateWords = ({ amount, windowMs }: Rate): string => `${amount}/${durationWords(windowMs)}`;

function durationWords(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

/** Of all windows, in ms. */
export const longestWindow = ({ ip, uid, orderCalls }: Pick<Limits, 'ip' | 'uid' | 'orderCalls'>): number =>
  Math.max(ip.windowMs, uid.windowMs, orderCalls.windowMs);

/** What has to fit so long after a request, when what was sent before it has left the windows in part. */
export interface CostLater {
  readonly afterMs: number;
  readonly cost: Required<Cost>;
}

type WholeCost = Required<Cost>;

const ofBoth = (one: WholeCost, other: WholeCost, of: (one: number, other: number) => number): WholeCost => ({
  ip: of(one.ip, other.ip),
  uid: of(one.uid, other.uid),
  orderCalls: of(one.orderCalls, other.orderCalls),
});

export const addedCosts = (one: WholeCost, other: WholeCost): WholeCost => ofBoth(one, other, (a, b) => a + b);
/** In each window the larger, or the smaller. */
export const largerCosts = (one: WholeCost, other: WholeCost): WholeCost => ofBoth(one, other, Math.max);
export const smallerCosts = (one: WholeCost, other: WholeCost): WholeCost => ofBoth(one, other, Math.min);
/** What the first has more, nowhere less than nothing. */
export const restOf = (one: WholeCost, other: WholeCost): WholeCost => ofBoth(one, other, (a, b) => Math.max(0, a - b));
