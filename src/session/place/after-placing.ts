/** What is done with orders once they were placed: they are taken off, looked at, and what came of their presets is found. */
import type { Claim, Sighting } from '../../journal/records/ledger.ts';
import type { Moment } from '../../journal/records/moment.ts';
import { lineageFilled, type KnownOrder } from '../../journal/records/state.ts';
import type { Limits } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { ExecutionSettings } from '../../model/config.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { Clock, EventSink, Exchange } from '../../ports.ts';
import { keptLook } from '../../protection/journal/kept-look.ts';
import { ordersOfJournal, symbolsToLook } from '../../protection/journal/of-journal.ts';
import { CancelTally } from '../cancel/cancel-tally.ts';
import { Cancelling } from '../cancel/cancelling.ts';
import { Following } from '../cancel/following.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { ListReader } from '../lists/list-reader.ts';
import type { LookedUp } from '../lists/look-up.ts';
import { isPlaced, lookAround, modesOf, type LookAsked, type LookedAround } from './look-around.ts';
import { hasAnswers } from '../../protection/journal/look.ts';
import type { CancelWork } from './placement.ts';
import { untilOver, type OverAsked } from './until-over.ts';
import type { Sought } from '../lists/list-matches.ts';
import { lookedAt } from '../lists/lookup-keys.ts';
import { lookForPresets } from '../lists/preset-look.ts';
import { isCancelDead, sightingOf } from '../lists/sighting-of.ts';
import { StandingLook, type LookedHow } from '../lists/standing-look.ts';
import { WholeReader, type WholeAccount, type WholeAsked } from '../lists/whole-account.ts';
import { whileStoppable } from '../send/stoppable.ts';

export interface AfterPlacingOptions {
  readonly exchange: Pick<Exchange, 'operations' | 'send'>;
  readonly claim: Claim;
  readonly clock: Clock;
  readonly emit: EventSink;
  readonly limits: Limits;
  readonly settings: ExecutionSettings;
  readonly inquiry: InquiryOptions;
  /** Finds orders whose placing is unknown. */
  readonly lookUp: (orders: readonly Sought[], signal: AbortSignal) => AsyncIterable<LookedUp>;
}

export interface WholeRequest extends Pick<WholeAsked, 'trades' | 'asksMoney'> {
  /** Those that are looked at whatever the journal knows. */
  readonly symbols?: readonly string[];
  /** Nothing more is asked once it is aborted. */
  readonly signal: AbortSignal;
  /** By default the journal is to have it. */
  readonly isKept?: boolean;
}

export class AfterPlacing {
  readonly #options: AfterPlacingOptions;

  constructor(options: AfterPlacingOptions) {
    this.#options = options;
  }

  /** The execution has begun. */
  async cancel({
    orders,
    calls,
    lastNumber = calls.length,
    signal,
    late,
    hold,
    plan,
  }: CancelWork): Promise<CancelTally> {
    const { exchange, claim, clock, settings, inquiry: asked, lookUp } = this.#options;
    const emit: EventSink = (event) => {
      this.#options.emit(event);
      // What both windows hold follows from the records.
      if (event.event !== 'budget-changed') claim.tell(event);
    };
    const cancelling = new Cancelling({ ...this.#options, emit, hold, restraint: asked.restraint });
    const reader = new ListReader(asked);
    const look = new StandingLook(reader, clock);
    const following = new Following({
      plan,
      claim,
      clock,
      emit,
      cancelling,
      exchange,
      look: (placed) => look.look(placed),
      lookUp: (sought) => lookUp(sought, signal),
      waitMs: settings.cancelWaitMs,
      signal,
      ...defined({ late }),
    });
    const stop = (why: string): void => {
      cancelling.stop({ reason: 'stopped', why });
      reader.stop(why);
    };
    const follow = (): Promise<void> => following.follow(orders, calls, lastNumber);
    await whileStoppable(signal, stop, () => (late === undefined ? follow() : whileStoppable(late, stop, follow)));
    const { told } = following;
    return new CancelTally(told, cancelling.stopped, cancelling.hasFailed || told.hasFailed);
  }

  /** How they stand, before anything is sent; it is not kept. */
  standing(orders: readonly KnownOrder[]): Promise<readonly LookedHow[]> {
    const { clock, inquiry: asked } = this.#options;
    return new StandingLook(new ListReader(asked), clock).look(orders.map(lookedAt));
  }

  /** How they stand, kept in the journal. */
  async refresh(orders: readonly KnownOrder[], signal: AbortSignal): Promise<readonly LookedHow[]> {
    const { claim, clock, inquiry: asked } = this.#options;
    const reader = new ListReader(asked);
    const look = new StandingLook(reader, clock);
    const now = claim.moment();
    const found = await whileStoppable(
      signal,
      (why) => reader.stop(why),
      () => look.look(orders.map(lookedAt)),
    );
    await this.#see(found, orders, now);
    return found;
  }

  /** How orders of a plan stand once each is seen to be over, or the time has passed. */
  untilOver(asked: OverAsked): Promise<readonly KnownOrder[]> {
    const { claim, clock, lookUp } = this.#options;
    return untilOver({ claim, clock, lookUp, refresh: (orders, signal) => this.refresh(orders, signal) }, asked);
  }

  /** Keeps how they stood; `now`: before they were looked at. */
  async #see(found: readonly LookedHow[], orders: readonly KnownOrder[], now: Moment): Promise<void> {
    const dead = new Set(orders.flatMap((one) => (isCancelDead(one, now) ? [one.clientOid] : [])));
    const known = new Map(orders.map((order) => [order.clientOid, order]));
    await this.#options.claim.see(
      found.flatMap((one) => {
        const { clientOid } = one.order;
        return newsOf(known.get(clientOid), sightingOf({ ...one, isCancelDead: dead.has(clientOid) }));
      }),
    );
  }

  /** How these stand, what came of their presets, and the account beside them: what is asked for all of these is asked once. */
  async look(asking: LookAsked): Promise<LookedAround> {
    const { claim, clock, exchange, inquiry } = this.#options;
    const now = claim.moment();
    const { kept, ...found } = await lookAround({ claim, clock, inquiry, operations: exchange.operations }, asking);
    if (asking.isLate?.() === true) return found;
    await this.#see([...found.looked, ...found.beside.looked], [...asking.orders, ...found.beside.orders], now);
    if (kept !== undefined) await claim.keepLook(kept);
    return found;
  }

  /** All of the account that is asked for. The look of it is kept, and how orders of ours stand that it lacks. */
  async whole({ trades, signal, symbols = [], isKept = true, ...more }: WholeRequest): Promise<WholeAccount> {
    const { claim, clock, inquiry } = this.#options;
    const account = await claim.account();
    const known = ordersOfJournal(account);
    const now = claim.moment();
    const placed = account.flatMap(({ orders }) => [...orders.values()].filter(isPlaced));
    const asked = {
      orders: placed.map(lookedAt),
      symbols: withOthers(symbolsToLook(known, now.wallMs), symbols),
      trades,
      ...more,
      modes: modesOf(known),
      clock,
      wallMs: () => claim.moment().wallMs,
    };
    const reader = new WholeReader(inquiry);
    const read = await whileStoppable(
      signal,
      (why) => reader.stop(why),
      () => reader.read(asked),
    );
    if (!isKept) return read;
    await this.#see(read.looked, placed, now);
    if (!signal.aborted && hasAnswers(read.look)) await claim.keepLook(keptLook(read.look, known));
    return read;
  }

  /** What came of the presets of orders that were taken off. Where one of them was filled and carried a stop, the account is looked at: an older look says nothing of that stop. */
  async presets(orders: readonly KnownOrder[], signal: AbortSignal): Promise<Pick<LookedAround, 'presets' | 'look'>> {
    const { claim, inquiry: asked } = this.#options;
    const known: KnownOrder[] = [];
    for (const plan of await claim.account()) known.push(...plan.orders.values());
    const off = new Set(orders.map(({ clientOid }) => clientOid));
    const carrying = known.filter(({ clientOid }) => off.has(clientOid));
    if (carrying.some(hasMadeStop)) return this.look({ orders: [], carrying, signal });
    const reader = new ListReader(asked);
    const ours = new Set(known.map(({ clientOid }) => clientOid));
    const presets = await whileStoppable(
      signal,
      (why) => reader.stop(why),
      () => lookForPresets(reader, carrying, (clientOid) => ours.has(clientOid)),
    );
    return { presets };
  }
}

const hasMadeStop = (order: KnownOrder): boolean =>
  order.content['stopLoss'] !== undefined && lineageFilled(order)?.isZero === false;

/** A symbol has more than one spelling, and is asked for once. */
function withOthers(known: readonly string[], more: readonly string[]): string[] {
  const all = [...known];
  for (const name of more) if (!all.some((one) => sameSymbol(one, name))) all.push(name);
  return all;
}

/**
 * Of an order that is over by the journal: how much of it was filled, and nothing less. Of one that a person called closed whatever
 * its record says: the word stays, and what it stands against is kept beside it.
 */
function newsOf(known: KnownOrder | undefined, sightings: readonly Sighting[]): readonly Sighting[] {
  if (known?.state === 'closed')
    return sightings.flatMap(({ clientOid, seen, rule, message }) =>
      seen === undefined || seen.state === 'not-found' ? [] : [{ clientOid, seen, rule, message }],
    );
  if (known?.state !== 'cancelled') return sightings;
  return sightings.flatMap(({ step, ...sighting }) =>
    step === 'cancelled' && sighting.seen?.filledSize !== undefined ? [sighting] : [],
  );
}
