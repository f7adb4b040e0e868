/**
 * One contract: its last price, the orders that wait for it, and how much is held. Nothing here knows a clock, money or an average
 * entry, and no part of what it keeps is changed in place: a fork shares all of it.
 *
 * 1. Bid and ask lie to either side of the last price; how far is one of the rules. A waiting order acts where the price that
 *    faces it is its own, a trigger where the last price is.
 * 2. `move` passes every price between, `jump` none: then what lies on the way acts nearest first, limits at their own price and
 *    triggers where the market is by then.
 * 3. Orders at one price act in the order in which they began to wait.
 * 4. With a depth an order fills by that much until the next step; what is left of it waits for that.
 */
import type { Decimal } from '../../model/decimal.ts';
import {
  ofDepth,
  spentIn,
  EMPTY,
  NOTHING_WAITS,
  waitAlike,
  waitingWith,
  waitingWithout,
  type Waiting,
} from './waiting.ts';
import { actingOf, facing, firstReached, needsPosition, type MarketRules } from './reach.ts';
import { signsOf } from './signs.ts';
import { FIRED, idOf, isTriggering, standingOf, type StandingPart, type BookOrder } from './standing.ts';
import type { PositionIndex, Terms } from './terms.ts';
import type { EndReason, MatcherFilled, MatcherTold } from './told.ts';

export const lesser = (one: Decimal, other: Decimal): Decimal => (one.compare(other) <= 0 ? one : other);

const NONE: readonly BookOrder[] = [];

export class Matcher {
  readonly #rules: MarketRules;
  readonly #told: MatcherTold;
  #last: number;
  #waiting = NOTHING_WAITS;
  #held = EMPTY;
  #roots = 0;
  #since = 0;
  #isActing = false;

  constructor(rules: MarketRules, told: MatcherTold, last: number) {
    this.#rules = rules;
    this.#told = told;
    this.#last = last;
  }

  /** The same market, which reports to another from here on. */
  fork(told: MatcherTold): Matcher {
    const copy = new Matcher(this.#rules, told, this.#last);
    copy.#waiting = this.#waiting;
    copy.#held = this.#held;
    copy.#roots = this.#roots;
    copy.#since = this.#since;
    return copy;
  }

  get last(): number {
    return this.#last;
  }

  get rules(): MarketRules {
    return this.#rules;
  }

  get waiting(): Waiting {
    return this.#waiting;
  }

  /** The next prices at which something acts. */
  nearest(): { readonly above: number; readonly below: number } {
    const { rising, falling } = this.#waiting;
    return { above: rising[0]?.at ?? Number.POSITIVE_INFINITY, below: falling[0]?.at ?? Number.NEGATIVE_INFINITY };
  }

  held(position: PositionIndex): Decimal {
    return this.#held[position] as Decimal;
  }

  /** Begins with so much held. */
  hold(position: PositionIndex, size: Decimal): void {
    this.#held = this.#held.with(position, size);
  }

  /** Two markets that come to the same price with the same of this go on alike. */
  state(): string {
    let held = '';
    for (const size of this.#held) held += size.isZero ? '/' : `/${size.canonical()}`;
    return signsOf(this.#waiting, held);
  }

  /** Whether both have the same `state()`, which takes longer to write. */
  isLike(other: Matcher): boolean {
    const isHeld = (size: Decimal, position: number): boolean => size.compare(other.#held[position] as Decimal) === 0;
    return waitAlike(this.#waiting, other.#waiting) && this.#held.every(isHeld);
  }

  find(id: number): BookOrder | undefined {
    return standingOf(this.#waiting.rising, id) ?? standingOf(this.#waiting.falling, id);
  }

  /** What is held for a close, without what waiting closes ask for. */
  available({ position }: Terms): Decimal {
    return this.#waitingCloses(position).reduce((left, one) => left.minus(one.left), this.held(position));
  }

  /** Takes an order, and all that follows from that at this price. `root`: its number, where it has one already. */
  place(terms: Terms, root = this.#roots++): BookOrder {
    const order = this.#standing(root, 'placed', terms, terms.size);
    this.#told.placed(order);
    this.#enter(order);
    if (!this.#rules.isStill) this.#settle();
    return order;
  }

  /** Places and takes off at this price; what that leads to acts after it, one by one. */
  react(by: () => void): void {
    this.#isActing = true;
    by();
    this.#isActing = false;
    this.#settle();
  }

  /** A new step begins: what ran out of depth may fill again. */
  refill(): void {
    if (this.#rules.depth === undefined) return;
    for (const order of spentIn(this.#waiting)) {
      // One that filled before it may have ended it.
      if (this.find(order.id) !== order) continue;
      this.#leave(order);
      const again = { ...order, ...actingOf(order.terms, order.part, this.#last, this.#rules) };
      if (order.terms.limit === undefined) this.#enter(again);
      else this.#wait(again);
    }
    this.#settle();
  }

  /** To a price by every price between. */
  move(to: number): void {
    for (;;) {
      const [next] = to >= this.#last ? this.#waiting.rising : this.#waiting.falling;
      if (next === undefined || (next.rising ? next.at > to : next.at < to)) break;
      this.#last = next.at;
      this.#settle();
    }
    this.#last = to;
  }

  /** To a price with none between. */
  jump(to: number): void {
    const from = this.#last;
    this.#last = to;
    this.#settle(from);
  }

  /** Takes off an order that waits. */
  remove(id: number): void {
    const order = this.find(id);
    if (order !== undefined) this.#leave(order);
  }

  /** Lets a waiting order act, wherever the market is. */
  act(order: BookOrder): void {
    this.#leave(order);
    if (isTriggering(order)) this.#fire(order);
    else this.#trade(order, order.terms.limit as number, 'maker');
  }

  /** Fills so much of a waiting order by hand; the rest goes on waiting. */
  fillPart(order: BookOrder, size: Decimal, price: number): void {
    this.#leave(order);
    this.#fill(order, size, price, 'maker');
  }

  #leave(order: BookOrder): void {
    this.#waiting = waitingWithout(this.#waiting, order);
  }

  #standing(root: number, part: StandingPart, terms: Terms, size: Decimal): BookOrder {
    const { at, rising } = actingOf(terms, part, this.#last, this.#rules);
    return { root, part, id: idOf(root, part), terms, whole: size, left: size, at, rising, since: this.#since++ };
  }

  #enter(order: BookOrder): void {
    const { terms } = order;
    if (isTriggering(order)) {
      this.#wait(order);
      return;
    }
    const { price, takes } = facing(terms, this.#last, this.#rules);
    const isShort = terms.must === 'fok' && ofDepth(order, this.#rules.depth).size.compare(order.left) < 0;
    if ((terms.must !== undefined && takes === (terms.must === 'post-only')) || isShort)
      this.#told.ended(order, terms.must);
    else if (takes) this.#trade(order, price, 'taker');
    else this.#wait(order);
    if (terms.must === 'ioc') this.#end(this.find(order.id), 'ioc');
  }

  /** Fills an order as far as the depth of the step goes. */
  #trade(order: BookOrder, price: number, role: MatcherFilled['role']): void {
    const { size, rest } = ofDepth(order, this.#rules.depth);
    this.#fill(rest, size, price, role);
  }

  #wait(order: BookOrder): void {
    this.#waiting = waitingWith(this.#waiting, order);
  }

  /** Lets all act that this price has reached; after a jump by how near they are to where it came from. */
  #settle(from?: number): void {
    if (this.#isActing) return;
    for (;;) {
      const next = firstReached(this.#waiting, this.#last, from);
      if (next === undefined) return;
      this.#isActing = true;
      this.act(next);
      this.#told.acted?.();
      this.#isActing = false;
    }
  }

  /** A trigger becomes an order of its own, or nothing, where it has nothing to close. A preset ends the other one. */
  #fire(trigger: BookOrder): void {
    const { root, part, terms } = trigger;
    if (part !== 'placed' && !this.#rules.orphans) {
      const other = idOf(root, part === 'stop-loss' ? 'take-profit' : 'stop-loss');
      this.#end(standingOf(trigger.rising ? this.#waiting.falling : this.#waiting.rising, other), 'other-preset');
    }
    const size = this.#fillable(terms, trigger.left);
    if (size.isZero || (this.#rules.closes === 'refuse' && size.compare(trigger.left) < 0)) {
      this.#told.fired(trigger, undefined);
      return;
    }
    const becomes = (terms.trigger as NonNullable<Terms['trigger']>).becomes;
    const order = this.#standing(root, FIRED[part as keyof typeof FIRED], becomes, size);
    this.#told.fired(trigger, order);
    this.#enter(order);
  }

  /** Fills an order that does not wait, or no longer; what is left of it waits. */
  #fill(order: BookOrder, asked: Decimal, price: number, role: MatcherFilled['role']): void {
    const { terms, left, whole } = order;
    const size = this.#fillable(terms, asked);
    const isCut = size.compare(asked) < 0;
    const rest = left.minus(size);
    if (!rest.isZero && !isCut) this.#wait({ ...order, left: rest });
    this.#take(terms, size);
    this.#told.filled({ order, size, price, role, isCut });
    if (terms.opens) {
      if (left === whole) this.#attach(order);
    } else if (this.held(terms.position).isZero)
      for (const one of this.#endedBy(terms)) this.#end(one, 'position-gone');
  }

  #take({ opens, position }: Terms, size: Decimal): void {
    const before = this.held(position);
    this.hold(position, opens ? before.plus(size) : before.minus(lesser(size, before)));
  }

  #fillable({ opens, position }: Terms, asked: Decimal): Decimal {
    return opens || !needsPosition(this.#rules) ? asked : lesser(asked, this.held(position));
  }

  #waitingCloses(position: PositionIndex): readonly BookOrder[] {
    const isClose = (one: BookOrder): boolean =>
      !isTriggering(one) && !one.terms.opens && one.terms.position === position;
    const { rising, falling } = this.#waiting;
    return [...rising.filter(isClose), ...falling.filter(isClose)];
  }

  /** What ends with a position: closes that wait; where prices do not move, its presets. */
  #endedBy({ position }: Terms): readonly BookOrder[] {
    if (!this.#rules.isStill) return this.#waitingCloses(position);
    if (this.#rules.orphans) return NONE;
    return [...this.#waiting.rising, ...this.#waiting.falling].filter(
      (one) => isTriggering(one) && one.part !== 'placed' && one.terms.position === position,
    );
  }

  #end(order: BookOrder | undefined, why: EndReason): void {
    if (order === undefined) return;
    this.#leave(order);
    this.#told.ended(order, why);
  }

  #attach({ root, terms: { takeProfit, stopLoss }, whole }: BookOrder): void {
    if (!this.#rules.presets) return;
    const attach = (part: StandingPart, terms: Terms | undefined): void => {
      if (terms === undefined) return;
      const preset = this.#standing(root, part, terms, whole);
      this.#told.attached(preset);
      this.#wait(preset);
    };
    attach('take-profit', takeProfit);
    attach('stop-loss', stopLoss);
  }
}
