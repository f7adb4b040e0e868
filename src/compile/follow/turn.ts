/** One turn of `due`: what is known, and the steps that it comes to, in the order in which they go. */
import { Decimal } from '../../model/decimal.ts';
import type { ExitKind, PlaceReason } from '../../model/follow.ts';
import type { FollowCancelReason, FollowKnown, FollowStep, FollowWithheld } from '../../model/followed.ts';
import { isLong, type PlannedOrder } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import type { FollowPlan } from './follow-plan.ts';
import { latePrice } from './late-price.ts';
import { followedOrders, type FollowedOrder } from './followed-order.ts';
import { CANCEL_AGAIN_MS, partName, type PartView } from './part-view.ts';

/** Stops; cancels; close-outs, and targets of groups that no stop is due of; everything else. */
type Rank = 0 | 1 | 2 | 3;

const MOST_CANCELS = 20;

interface PartToPlace {
  readonly rank: Rank;
  readonly steps: bigint;
  readonly step: Decimal;
  readonly because: PlaceReason;
  readonly of: readonly string[];
}

/** Whether a price is at the trigger of an exit, or beyond it. */
export function hasPassed(
  { side, trigger }: { readonly side: PlannedOrder['side']; readonly trigger: Decimal },
  kind: ExitKind,
  price: Decimal,
): boolean {
  const falls = isLong(side) === (kind === 'stop');
  const way = price.compare(trigger);
  return falls ? way <= 0 : way >= 0;
}

export class Turn {
  readonly plan: FollowPlan;
  readonly known: FollowKnown;
  readonly time: number;
  /** When something may become due by time alone. */
  wakeMs: number | undefined;
  /** Of every order of the plan, at its place. */
  readonly views: readonly FollowedOrder[];
  readonly #averages = new Map<readonly string[], Rational | undefined>();
  readonly #ranked: [FollowStep[], FollowStep[], FollowStep[], FollowStep[]] = [[], [], [], []];
  readonly #asked = new Map<string, { readonly id: string; readonly rank: Rank }>();
  readonly #cancelled = new Set<string>();

  constructor(plan: FollowPlan, known: FollowKnown, time: number) {
    this.plan = plan;
    this.known = known;
    this.time = time;
    this.views = followedOrders(plan, known);
  }

  get steps(): FollowStep[] {
    const asks = [...this.#asked].map(([symbol, { id, rank }]) => ({
      rank,
      ask: { does: 'ask-price', symbol, id } as const,
    }));
    return this.#ranked.flatMap((steps, at) => [
      ...asks.filter(({ rank }) => rank === at).map(({ ask }) => ask),
      ...steps,
    ]);
  }

  view(id: string): FollowedOrder {
    return this.views[this.plan.placeOf.get(id) as number] as FollowedOrder;
  }

  /** Whether the time has come; where not, it is one to wake at. */
  isPast(ms: number): boolean {
    if (this.time >= ms) return true;
    this.wakeMs = Math.min(this.wakeMs ?? ms, ms);
    return false;
  }

  /** The order as it would be sent now; undefined while an average in it is not known. */
  priced(order: PlannedOrder): PlannedOrder | undefined {
    const { late } = order;
    if (late === undefined) return order;
    const averageOf = (ids: readonly string[]): Rational | undefined => this.#average(ids);
    const trigger = late.trigger === undefined ? order.trigger : latePrice(late.trigger, averageOf);
    const at = late.price === undefined ? undefined : latePrice(late.price, averageOf);
    if ((late.trigger !== undefined && trigger === undefined) || (late.price !== undefined && at === undefined))
      return undefined;
    return {
      ...order,
      ...(trigger !== undefined && { trigger }),
      ...(at !== undefined && { price: { kind: 'limit', at } }),
    };
  }

  /** Whether the market has passed the trigger; undefined where the price has to be asked first, and then it is. */
  hasPassed(order: PlannedOrder, kind: ExitKind, rank: Rank): boolean | undefined {
    const { trigger, symbol, side, id } = order;
    if (trigger === undefined) return false;
    const last = this.known.prices.get(symbol);
    if (last === undefined || last.ms < (this.known.lookedMs ?? 0)) {
      this.ask(symbol, id, rank);
      return undefined;
    }
    return hasPassed({ side, trigger }, kind, last.price);
  }

  ask(symbol: string, id: string, rank: Rank): void {
    const asked = this.#asked.get(symbol);
    if (asked === undefined || rank < asked.rank) this.#asked.set(symbol, { id, rank });
  }

  place(order: PlannedOrder, isPassed: boolean, { rank, steps, step, because, of }: PartToPlace): void {
    const { id } = order;
    const part = this.view(id).next;
    const { trigger, ...ordinary } = order;
    const sent = isPassed || trigger === undefined ? ordinary : order;
    const name = partName(order, part);
    const sized = { ...sent, size: step.multiplied(steps) };
    this.#ranked[rank].push({ does: 'place', id, part, name, order: sized, isPassed, because, of });
  }

  /**
   * What can be cancelled is; where that is under way, it is again once a look has seen it work 10 s later. What was filled whole only
   * waits for its record to say so.
   */
  cancel(id: string, view: PartView, because: FollowCancelReason, of: readonly string[]): void {
    const { number, clientOid, isEnded } = view.part;
    if (
      isEnded === true ||
      !view.isSure ||
      view.left === 0n ||
      this.#cancelled.has(clientOid) ||
      !this.#mayCancel(view)
    )
      return;
    this.#cancelled.add(clientOid);
    this.#ranked[1].push({ does: 'cancel', id, part: number, clientOid, because, of });
  }

  withhold(id: string, reason: FollowWithheld, lateMs?: number): void {
    this.#ranked[3].push({ does: 'withhold', id, reason, ...(lateMs !== undefined && { lateMs }) });
  }

  #mayCancel({ isGoing, part: { cancel, state } }: PartView): boolean {
    if (cancel === undefined) return true;
    if (cancel.tries >= MOST_CANCELS || isGoing) return false;
    return this.isPast(cancel.ms + CANCEL_AGAIN_MS) && state === 'works' && (this.known.lookedMs ?? 0) > cancel.ms;
  }

  #average(ids: readonly string[]): Rational | undefined {
    if (this.#averages.has(ids)) return this.#averages.get(ids);
    let [size, worth] = [Decimal.zero, Decimal.zero];
    const parts = ids.flatMap((id) => this.view(id).parts);
    // Which of its trades is none of it nobody knows, and so not what was paid either.
    if (!parts.some(({ isContradicted }) => isContradicted))
      for (const { part } of parts)
        for (const trade of part.trades.values()) {
          size = size.plus(trade.size);
          worth = worth.plus(trade.size.times(trade.price));
        }
    const average = size.isZero ? undefined : Rational.of(worth).dividedBy(Rational.of(size));
    this.#averages.set(ids, average);
    return average;
  }
}
