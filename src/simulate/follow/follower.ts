/**
 * The follower of a simulation: it hears what happens in a market and does what is due at once, by the same `due` as a run. It needs no
 * look, as its market tells it everything.
 */
import { due } from '../../compile/follow/due.ts';
import { Decimal } from '../../model/decimal.ts';
import { positionName, type FollowKnown, type FollowStep } from '../../model/followed.ts';
import { closeRefusal } from '../../paper/market/intake.ts';
import type { Matcher } from '../../paper/market/matcher.ts';
import { idOf, type BookOrder } from '../../paper/market/standing.ts';
import type { MatcherFilled, MatcherTold } from '../../paper/market/told.ts';
import type { CourseHeard } from '../course.ts';
import { ended, later, partAt, withPart, type Knowledge, type SimulatedPart } from './known.ts';
import type { DueMoment } from './due-moment.ts';
import { priceAt, type FollowSetup } from './setup.ts';

const MOST_ROUNDS = 400;

export class Follower implements MatcherTold {
  known: Knowledge;
  market: Matcher | undefined;
  readonly #setup: FollowSetup;
  readonly #heard: CourseHeard;
  readonly #approvedMs: number;
  /** Whether `known.now` is the very moment, and not only no later than it. */
  readonly #isExact: boolean;
  #trades = 0;
  #news = 0;

  constructor(
    setup: FollowSetup,
    heard: CourseHeard,
    known: Knowledge,
    at: { readonly approvedMs: number; readonly isExact: boolean },
  ) {
    this.#setup = setup;
    this.#heard = heard;
    this.known = known;
    this.#approvedMs = at.approvedMs;
    this.#isExact = at.isExact;
  }

  placed(order: BookOrder): void {
    this.#heard.placed(order);
  }

  filled(filled: MatcherFilled): void {
    this.#heard.filled(filled);
    const { order, size, price, isCut } = filled;
    this.known = later(this.known);
    const { id } = this.#setup.rootAt(order.root);
    if (order.part !== 'placed' && order.part !== 'fired') {
      this.#closedElsewhere(id, size);
      return;
    }
    const part = partAt(this.known, id, order.root);
    if (part === undefined) return;
    const trade = { size, price: priceAt(this.#setup, price), ms: this.known.now };
    const trades = new Map(part.trades).set(`${part.trades.size}.${this.#trades++}`, trade);
    const isOver = isCut || size.compare(order.left) >= 0;
    this.#put(id, isOver ? ended({ ...part, trades }, isCut ? 'other' : 'filled') : { ...part, trades });
  }

  fired(trigger: BookOrder, order: BookOrder | undefined): void {
    this.#heard.fired(trigger, order);
    if (trigger.part !== 'placed') return;
    this.known = later(this.known);
    const { id } = this.#setup.rootAt(trigger.root);
    const part = partAt(this.known, id, trigger.root);
    if (part === undefined) return;
    const fired = { ...part, firedMs: this.known.now };
    this.#put(id, order === undefined ? ended(fired, 'other') : fired);
  }

  ended(order: BookOrder, why: Parameters<MatcherTold['ended']>[1]): void {
    this.#heard.ended(order, why);
    if (order.part !== 'placed' && order.part !== 'fired') return;
    const { id } = this.#setup.rootAt(order.root);
    const part = partAt(this.known, id, order.root);
    if (part !== undefined) this.#put(id, ended(part, 'other'));
  }

  attached(): void {
    this.#heard.attached();
  }

  acted(): void {
    this.react();
  }

  /** Time brings something, and all that is due by it is done. */
  pass({ from, to, root }: DueMoment): void {
    if (from === to) this.known = { ...this.known, now: Math.max(this.known.now, from) };
    const id = root === undefined ? undefined : this.#setup.rootAt(root).id;
    const part = id === undefined || root === undefined ? undefined : partAt(this.known, id, root);
    if (id !== undefined && part?.ends !== undefined)
      this.known = withPart(this.known, id, { ...part, ends: { ...part.ends, isPast: true } });
    this.react();
  }

  /** Does all that is due, until nothing is. */
  react(): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { steps } = due(this.#setup.plan, this.#asKnown(), this.known.now);
      let did = false;
      for (const step of steps) {
        const before = this.#news;
        did = this.#take(step) || did;
        // What is learned meanwhile may make the others needless.
        if (this.#news !== before) break;
      }
      if (!did) return;
    }
  }

  #put(id: string, part: SimulatedPart): void {
    this.#news++;
    this.known = withPart(this.known, id, part);
  }

  #take(step: FollowStep): boolean {
    switch (step.does) {
      case 'ask-price':
        return false;
      case 'withhold':
        this.known = { ...this.known, withheld: new Map(this.known.withheld).set(step.id, step.reason) };
        return true;
      case 'cancel':
        return this.#cancel(step);
      case 'place':
        return this.#place(step);
    }
  }

  #cancel({ id, part: number, because }: Extract<FollowStep, { does: 'cancel' }>): boolean {
    const market = this.market as Matcher;
    const part = this.known.parts.get(id)?.find((one) => one.number === number);
    const standing = part && (market.find(idOf(part.root, 'fired')) ?? market.find(idOf(part.root, 'placed')));
    if (part === undefined || standing === undefined) return false;
    this.known = later(this.known);
    market.remove(standing.id);
    this.#heard.happened.push({ kind: 'ended', order: standing, why: because });
    const cancel = { by: 'follower', answer: 'taken', ms: this.known.now, tries: 1 } as const;
    this.known = withPart(this.known, id, { ...ended(part, 'follower'), cancel });
    return true;
  }

  #place({ id, part: number, order, because }: Extract<FollowStep, { does: 'place' }>): boolean {
    const market = this.market as Matcher;
    this.known = later(this.known);
    const ms = this.known.now;
    const { size, trigger } = order;
    const clientOid = this.#setup.words.clientOidOf(order, number);
    const root = this.#setup.rootOf(order, number);
    const ends = this.#endOf(order);
    const part: SimulatedPart = {
      clientOid,
      number,
      root,
      size,
      ...(trigger !== undefined && { trigger }),
      state: 'works',
      sentMs: ms,
      answeredMs: ms,
      because,
      trades: new Map(),
      ...(ends !== undefined && { ends }),
    };
    const terms = this.#setup.termsOf(order, number, market.last);
    const refusal = terms.ok ? closeRefusal(terms.value, market, market.rules) : terms.error;
    this.known = withPart(this.known, id, refusal === undefined ? part : { ...part, state: 'rejected', refusal });
    if (refusal !== undefined || !terms.ok) this.#news++;
    else market.place(terms.value, root);
    this.known = later(this.known);
    return true;
  }

  /** When what is left of it is cancelled: of one that is sent inside a candle, some time after any moment of that. */
  #endOf({ until }: { readonly until?: { readonly forMs?: number } }): SimulatedPart['ends'] {
    const forMs = until?.forMs;
    if (forMs === undefined || this.known.until === Number.POSITIVE_INFINITY) return undefined;
    const from = Math.floor(this.known.now) + forMs;
    return { from, to: this.#isExact ? from : this.known.until - 1 + forMs, isPast: false };
  }

  #closedElsewhere(id: string, size: Decimal): void {
    const group = this.#setup.plan.groups.find(({ entries }) => entries.includes(id));
    if (group === undefined) return;
    this.#news++;
    const before = this.known.elsewhere.get(group.name) ?? Decimal.zero;
    this.known = { ...this.known, elsewhere: new Map(this.known.elsewhere).set(group.name, before.plus(size)) };
  }

  #asKnown(): FollowKnown {
    const { now, parts, withheld, elsewhere } = this.known;
    const market = this.market as Matcher;
    const { symbol } = this.#setup;
    const held = (isLong: boolean): Decimal =>
      isLong ? market.held(0).plus(market.held(2)) : market.held(1).plus(market.held(3));
    return {
      approvedMs: this.#approvedMs,
      startedMs: this.#approvedMs,
      lookedMs: now,
      placed: new Map([...parts].map(([id, all]) => [id, all.map((part) => inTime(part, now))])),
      closedElsewhere: elsewhere,
      positions: new Map([true, false].map((isLong) => [positionName(symbol, isLong), held(isLong)])),
      prices: new Map([[symbol, { price: priceAt(this.#setup, market.last), ms: now }]]),
      withheld,
    };
  }
}

/** Its end counts from its sending, which is known by its candle alone: it has come where it has, and nowhere else. */
const inTime = (part: SimulatedPart, now: number): SimulatedPart =>
  part.ends === undefined ? part : { ...part, sentMs: part.ends.isPast ? 0 : now };
