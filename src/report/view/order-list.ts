import { defined } from '../../model/defined.ts';
import type { OrderHeadline, PublicEvent } from '../../model/event.ts';
import type { FollowedTold } from '../../model/follow-stated.ts';
import type { HeldBackTold } from '../../model/held-back.ts';
import type { ShownState, WithheldReason } from '../../model/outcome.ts';
import { unreachable } from '../../model/result.ts';

/** How an order stands to the journal. */
export type OrderStateView = Omit<Extract<PublicEvent, { event: 'order-state' }>, 'event'>;

/** One order as it is shown. Its texts are as they came: what draws them makes them safe. */
export interface OrderView {
  readonly id: string;
  /** What the plan says about it; absent for an order that only an outcome names. */
  readonly headline?: OrderHeadline;
  readonly state: ShownState;
  readonly call?: number;
  readonly orderId?: string;
  readonly latencyMs?: number;
  readonly code?: string;
  readonly message?: string;
  readonly reason?: WithheldReason;
  /** For a dry run. */
  readonly journal?: OrderStateView;
  /** While its plan is followed: over all its parts. */
  readonly followed?: FollowedTold;
  /** It opens, is due and is not sent: why. */
  readonly heldBack?: Omit<HeldBackTold, 'event' | 'ids'>;
  /** What was sent of it while its plan was followed, by number. */
  readonly parts?: readonly OrderPart[];
}

type OrderNews = Omit<OrderView, 'id' | 'headline' | 'journal' | 'followed' | 'heldBack' | 'parts'>;

/** One order of those that an exit is sent as. */
interface OrderPart extends OrderNews {
  /** From 1. */
  readonly part: number;
  readonly size?: string;
  /** What was sent, as `trigger` is then; absent where that is what the plan says. */
  readonly price?: string;
  readonly trigger?: string;
}

/** The orders of a run, read only. Iterates in the plan's order; an order's place is its number in it, from 0. */
export interface OrderRows extends Iterable<OrderView> {
  readonly length: number;
  /** How many are in a call. */
  readonly planned: number;
  readonly counts: Readonly<Record<ShownState, number>>;
  /** How often orders were described. A larger number means that headlines measured before are out of date. */
  readonly described: number;
  /** Place of the furthest order that has an outcome from a call; -1 before the first. */
  readonly frontier: number;
  /** Orders that were sent, stand, and are gone from the plan. They are not counted above. */
  readonly removed: readonly OrderView[];
  /** The places of the orders that changed, one after the other: whoever read up to a length goes on from there. */
  readonly changes: readonly number[];
  byId(id: string): OrderView | undefined;
  /** An order that is added comes last. */
  byPlace(place: number): OrderView | undefined;
  placeOf(id: string): number | undefined;
}

/**
 * The orders behind a run view; only the fold changes them. An event changes a few rows in place, so it costs no more in a
 * plan of twenty thousand orders than in one of twenty.
 */
export class OrderList implements OrderRows {
  readonly #orders: OrderView[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #removed: OrderView[] = [];
  readonly #changes: number[] = [];
  readonly #counts: Record<ShownState, number> = {
    accepted: 0,
    rejected: 0,
    unknown: 0,
    withheld: 0,
    sending: 0,
    waiting: 0,
  };
  #planned = 0;
  #frontier = -1;
  #described = 0;

  get length(): number {
    return this.#orders.length;
  }

  get planned(): number {
    return this.#planned;
  }

  get counts(): Readonly<Record<ShownState, number>> {
    return this.#counts;
  }

  get described(): number {
    return this.#described;
  }

  get frontier(): number {
    return this.#frontier;
  }

  get removed(): readonly OrderView[] {
    return this.#removed;
  }

  get changes(): readonly number[] {
    return this.#changes;
  }

  byId(id: string): OrderView | undefined {
    return this.#orders[this.#indexes.get(id) ?? -1];
  }

  byPlace(place: number): OrderView | undefined {
    return this.#orders[place];
  }

  placeOf(id: string): number | undefined {
    return this.#indexes.get(id);
  }

  [Symbol.iterator](): Iterator<OrderView> {
    return this.#orders[Symbol.iterator]();
  }

  /** Adds what the plan says about its orders. Outcomes that are already known stay. */
  describe(headlines: readonly OrderHeadline[]): void {
    for (const headline of headlines) {
      const index = this.#indexOf(headline.id);
      this.#orders[index] = { ...(this.#orders[index] as OrderView), headline };
    }
    this.#described += 1;
  }

  plan(call: number, ids: readonly string[]): void {
    for (const id of ids) {
      const index = this.#indexOf(id);
      const order = this.#orders[index] as OrderView;
      if (order.call === undefined) this.#planned += 1;
      this.#put(index, { ...order, call });
    }
  }

  compare(journal: OrderStateView): void {
    const { id } = journal;
    if (journal.state === 'removed') {
      this.#removed.push({ id, state: 'waiting', journal });
      return;
    }
    const index = this.#indexOf(id);
    this.#put(index, { ...(this.#orders[index] as OrderView), journal });
  }

  /** Of one that was placed, the headline has what was. */
  follow(told: FollowedTold): void {
    const index = this.#indexOf(told.id);
    const { headline, ...order } = this.#orders[index] as OrderView;
    const { size } = told;
    const placed = headline && told.is !== 'waits' ? { ...withPrices(headline, told), size } : headline;
    this.#put(index, { ...order, ...defined({ headline: placed }), followed: told });
    this.#described += 1;
  }

  /** What is over has no reason, unless it was missed. */
  holdBack({ event: _event, ids, ...why }: HeldBackTold): void {
    for (const id of ids) {
      const index = this.#indexOf(id);
      const { heldBack: _before, ...order } = this.#orders[index] as OrderView;
      this.#put(index, why.reason === undefined ? order : { ...order, heldBack: why });
    }
  }

  sent(ids: readonly string[]): void {
    for (const id of ids) {
      const index = this.#indexOf(id);
      this.#put(index, { ...(this.#orders[index] as OrderView), state: 'sending' });
    }
  }

  /** These orders wait again: their call goes once more. */
  notTaken(ids: readonly string[]): void {
    for (const id of ids) {
      const index = this.#indexOf(id);
      const order = this.#orders[index] as OrderView;
      if (order.state === 'sending') this.#put(index, { ...order, state: 'waiting' });
    }
  }

  /** Sets an order's outcome; returns the order as it was before. */
  conclude(id: string, news: OrderNews): OrderView {
    const index = this.#indexOf(id);
    const before = this.#orders[index] as OrderView;
    if (before.state === 'sending') this.#frontier = Math.max(this.#frontier, index);
    this.#put(index, { ...before, ...news });
    return before;
  }

  /** Keeps what became of a part: the one of that number is it from then on. While one is unknown, its order is. */
  keepPart(id: string, part: OrderPart): void {
    const index = this.#indexOf(id);
    const order = this.#orders[index] as OrderView;
    const others = (order.parts ?? []).filter((one) => one.part !== part.part);
    const headline = order.headline && withPrices(order.headline, part);
    if (headline !== undefined && headline !== order.headline) this.#described += 1;
    const parts = [...others, part];
    const lost = parts.findLast(({ state }) => state === 'unknown');
    const unknown = lost && { state: lost.state, ...defined({ message: lost.message }) };
    this.#put(index, { ...order, ...defined({ headline }), ...unknown, parts });
  }

  #put(index: number, order: OrderView): void {
    this.#counts[(this.#orders[index] as OrderView).state] -= 1;
    this.#counts[order.state] += 1;
    this.#orders[index] = order;
    this.#changes.push(index);
  }

  #indexOf(id: string): number {
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    const index = this.#orders.length;
    this.#indexes.set(id, index);
    this.#orders.push({ id, state: 'waiting' });
    this.#counts.waiting += 1;
    this.#changes.push(index);
    return index;
  }
}

/** As it was sent: at a price that the plan had only a formula for, or without its trigger. */
export function withPrices(
  headline: OrderHeadline,
  { price, trigger }: { readonly price?: string; readonly trigger?: string },
): OrderHeadline {
  if (price === undefined || (price === headline.price && trigger === headline.trigger)) return headline;
  const { trigger: _, ...rest } = headline;
  return { ...rest, price, ...defined({ trigger }) };
}

/** What an outcome says of its order, as the list of orders keeps it. */
export function newsOf(event: Extract<PublicEvent, { event: 'order-outcome' }>): OrderNews {
  const latencyMs = 'latencyMs' in event && event.latencyMs !== undefined ? { latencyMs: event.latencyMs } : {};
  switch (event.outcome) {
    case 'accepted':
      return { state: 'accepted', orderId: event.orderId, ...latencyMs };
    case 'rejected':
      return { state: 'rejected', code: event.code, message: event.message, ...latencyMs };
    case 'unknown':
      return { state: 'unknown', message: event.message, ...latencyMs };
    case 'withheld':
      return {
        state: 'withheld',
        reason: event.reason,
        ...(event.message !== undefined && { message: event.message }),
        ...(event.orderId !== undefined && { orderId: event.orderId }),
      };
    default:
      return unreachable(event);
  }
}
