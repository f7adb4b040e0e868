/** Follows orders that are to be taken off to their ends, and tells each once. */
import type { Claim } from '../../journal/records/ledger.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { JournalError } from '../../journal/records/journal-error.ts';
import { compileCancels } from '../../compile/cancel-calls.ts';
import type { CancelCall } from '../../model/cancel.ts';
import type { Exchange } from '../../ports.ts';
import {
  asNamed,
  isUnsized,
  leftAs,
  mayRepeat,
  overAs,
  overBefore,
  standsAs,
  type CancelEnd,
  type Followed,
} from './cancel-end.ts';
import type { Cancelling, CancelSent, TellCancel, TellUnanswered } from './cancelling.ts';
import { lookedAt } from '../lists/lookup-keys.ts';
import { sightingOf } from '../lists/sighting-of.ts';
import type { LookedAt, Stand } from '../lists/stand.ts';
import type { LookedHow } from '../lists/standing-look.ts';
import { ToldEnds, type ToldEndsOptions } from './cancel-reports.ts';
import { Unplaced, type UnplacedOptions } from '../lists/unplaced.ts';

export interface FollowingOptions extends Omit<ToldEndsOptions & UnplacedOptions, 'known'> {
  readonly plan: PlanName;
  readonly claim: Pick<Claim, 'state' | 'settle' | 'see' | 'moment'>;
  readonly cancelling: Cancelling;
  readonly exchange: Pick<Exchange, 'operations'>;
  /** How placed orders stand. */
  readonly look: (orders: readonly LookedAt[]) => Promise<readonly LookedHow[]>;
  /** How long an end is looked for after the last cancel. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** From then on others look, and may know more than a look from here: nothing that it sees counts, and no further cancel starts. */
  readonly late?: AbortSignal;
}

/** How long it waits between two looks. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

interface Open extends Followed {
  before: KnownOrder;
  sent: CancelSent | undefined;
  stand: Stand | undefined;
  call?: number;
  answeredAtMs?: number;
  isRepeated?: true;
}

export class Following {
  readonly told: ToldEnds;
  readonly #options: FollowingOptions;
  readonly #open = new Map<string, Open>();
  readonly #unplaced: Unplaced;
  /** Most orders of one call: as many as the calls that were approved have. */
  #most = 1;
  /** Those that the run places anew, by client order id. */
  #replaced: ReadonlySet<string> = new Set();

  constructor(options: FollowingOptions) {
    this.#options = options;
    const known = (): Promise<ReadonlyMap<string, KnownOrder>> => this.#known();
    this.told = new ToldEnds({ ...options, known });
    this.#unplaced = new Unplaced({ ...options, known });
  }

  /** Sends the calls and follows every order that is asked about; `calls` are of some of them. */
  async follow(orders: readonly KnownOrder[], calls: readonly CancelCall[], lastNumber: number): Promise<void> {
    const known = await this.#known();
    for (const asked of orders) {
      // A look-up may have found it since it was asked about.
      const before = { ...(known.get(asked.clientOid) ?? asked), id: asked.id };
      const over = overBefore(before);
      if (over !== undefined) this.told.tell(before, over);
      else this.#open.set(before.clientOid, { before, sent: undefined, stand: undefined });
    }
    const targets = calls.flatMap((call) => call.orders);
    this.#replaced = new Set(targets.flatMap(({ clientOid, isReplaced }) => (isReplaced === true ? [clientOid] : [])));
    this.#most = Math.max(1, ...calls.map((call) => call.orders.length));
    await this.#options.cancelling.watched(async () => {
      await this.#untilOver(await this.#sendFirst(calls, lastNumber));
    });
    await this.#conclude(
      this.#isLate ? await this.#ended() : [...this.#open.values()].map((open) => [open, overAs(open) ?? leftAs(open)]),
    );
  }

  get #isLate(): boolean {
    return this.#options.late?.aborted === true;
  }

  /**
   * By the looks of others, which come a moment after the answer. Of what they have not seen go by then it is not known how it stands.
   * What did not leave is due again, and nothing is told.
   */
  async #ended(): Promise<readonly [Open, CancelEnd][]> {
    const { clock, waitMs, signal } = this.#options;
    const left = [...this.#open.values()].filter(({ sent }) => sent !== undefined && sent.answer !== 'not-sent');
    const untilMs = clock.monotonicMs() + waitMs + LONGEST_WAIT_MS;
    for (;;) {
      const known = await this.#known();
      const ends = left.map((open): readonly [Open, CancelEnd | undefined] => {
        const seen = known.get(open.before.clientOid);
        return [open, seen && overBefore(seen)];
      });
      const isOver = ends.every(([, end]) => end !== undefined);
      if (isOver || signal.aborted || clock.monotonicMs() >= untilMs)
        return ends.map(([open, end]) => [open, end ?? leftAs({ ...open, stand: undefined, isSeenBeside: true })]);
      await clock.sleep(FIRST_WAIT_MS, signal);
    }
  }

  /** What a look-up found to be over since the calls were made is in none that leaves. */
  async #sendFirst(calls: readonly CancelCall[], lastNumber: number): Promise<number> {
    const isWhole = (call: CancelCall): boolean => call.orders.every(({ clientOid }) => this.#open.has(clientOid));
    await this.#send(calls.filter(isWhole));
    const left = calls.flatMap((call) => (isWhole(call) ? [] : call.orders));
    const open = left.flatMap(({ clientOid }) => this.#open.get(clientOid)?.before ?? []);
    return open.length === 0 ? lastNumber : this.#sendMore(open, lastNumber);
  }

  async #send(calls: readonly CancelCall[]): Promise<void> {
    const answered: TellCancel = (clientOid, call, sent) => {
      const open = this.#open.get(clientOid);
      // What did not leave a second time says nothing of the first.
      if (open === undefined || (open.isRepeated === true && sent.answer === 'not-sent')) return;
      Object.assign(open, { call, sent, answeredAtMs: this.#options.clock.monotonicMs(), stand: undefined });
    };
    const { cancelling, late } = this.#options;
    const unanswered: TellUnanswered = (orders, over) =>
      void this.told.unanswered(
        orders.flatMap(({ clientOid }) => this.#open.get(clientOid)?.before ?? []),
        over,
      );
    await cancelling.send(calls, answered, late && unanswered);
  }

  async #untilOver(lastCall: number): Promise<void> {
    const { clock, waitMs, signal } = this.#options;
    let untilMs = clock.monotonicMs() + waitMs;
    let pauseMs = FIRST_WAIT_MS;
    while (this.#open.size > 0 && !signal.aborted && !this.#isLate && !this.told.hasFailed) {
      // A look may wait for weight as long as all of this: the last one begins when the time is over.
      const isLast = clock.monotonicMs() >= untilMs;
      await this.#lookOrFail();
      const sent = await this.#sendAnother(lastCall);
      if (sent > lastCall) {
        lastCall = sent;
        // Its end comes after it: the looks before it may have waited for weight until the time was over.
        untilMs = clock.monotonicMs() + waitMs;
        continue;
      }
      if (isLast || this.#open.size === 0) return;
      await clock.sleep(Math.min(pauseMs, Math.max(0, untilMs - clock.monotonicMs())), signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_WAIT_MS);
    }
  }

  /** What only a look showed, each once: what is named by now, or else what rests after a lost answer. */
  async #sendAnother(lastCall: number): Promise<number> {
    const named = await this.#sendNamed(lastCall);
    if (named > lastCall || this.#options.cancelling.stopped !== undefined) return named;
    const again = [...this.#open.values()].filter((open) => open.isRepeated === undefined && mayRepeat(open));
    return again.length > 0 ? this.#repeat(again, lastCall) : lastCall;
  }

  /** By their order ids, which name nothing but them: they were seen under these. */
  #repeat(again: readonly Open[], lastCall: number): Promise<number> {
    for (const open of again) open.isRepeated = true;
    return this.#sendMore(
      again.map(({ before, stand }) => (stand?.kind === 'seen' ? { ...before, seen: stand.seen } : before)),
      lastCall,
    );
  }

  /**
   * What a list names only now, within the same approval: it is of the orders that were to go. The name is on record before the cancel
   * leaves: where nobody sees its end, the next command looks for this order, and not for the trigger that it was.
   */
  async #sendNamed(lastCall: number): Promise<number> {
    if (this.#options.cancelling.stopped !== undefined) return lastCall;
    const named = [...this.#open.values()].flatMap((open) => {
      const order = asNamed(open);
      return order === undefined ? [] : [{ open, order }];
    });
    if (named.length === 0) return lastCall;
    await this.told.see(named.flatMap(({ order, open: { stand } }) => (stand ? sightingOf({ order, stand }) : [])));
    if (this.told.hasFailed) return lastCall;
    for (const { open, order } of named) open.before = order;
    return this.#sendMore(
      named.map(({ order }) => order),
      lastCall,
    );
  }

  async #sendMore(orders: readonly KnownOrder[], lastCall: number): Promise<number> {
    const { calls } = compileCancels(this.#options.exchange.operations.calls.cancel, orders, this.#most, {
      firstNumber: lastCall + 1,
      replaced: this.#replaced,
    });
    await this.#send(calls);
    return lastCall + calls.length;
  }

  /** A question that cannot be recorded is not asked, and what cannot be settled is not told. */
  async #lookOrFail(): Promise<void> {
    try {
      await this.#lookOnce();
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.told.fail(error);
    }
  }

  async #lookOnce(): Promise<void> {
    await this.#findUnplaced();
    const { clock } = this.#options;
    const beganMs = clock.monotonicMs();
    const placed = [...this.#open.values()].filter(({ before }) => before.orderId !== undefined);
    const looked = await this.#options.look(placed.map(({ before }) => lookedAt(before)));
    if (this.#isLate) return;
    for (const { order, stand } of looked) {
      const open = this.#open.get(order.clientOid);
      if (open !== undefined) open.stand = stand;
    }
    const now = this.#options.claim.moment();
    await this.#conclude(
      placed.flatMap((open): [Open, CancelEnd][] => {
        const sinceAnswerMs = beganMs - (open.answeredAtMs ?? 0);
        const end = overAs(open) ?? standsAs(open, { now, sinceAnswerMs });
        return end === undefined || isUnsized(open) ? [] : [[open, end]];
      }),
    );
  }

  async #findUnplaced(): Promise<void> {
    const unplaced = [...this.#open.values()].filter(({ before }) => before.orderId === undefined);
    for await (const found of this.#unplaced.look(unplaced.map(({ before }) => before))) {
      const open = this.#open.get(found.clientOid);
      if (open === undefined) continue;
      if ('stand' in found) open.stand = found.stand;
      else open.before = { ...found.placed, id: open.before.id };
    }
  }

  /** The plan's orders as they are on record now, by client order id. */
  async #known(): Promise<ReadonlyMap<string, KnownOrder>> {
    const { claim, plan } = this.#options;
    return new Map([...(await claim.state(plan)).values()].map((order) => [order.clientOid, order]));
  }

  async #conclude(ends: readonly (readonly [Open, CancelEnd])[]): Promise<void> {
    await this.told.conclude(ends);
    for (const [{ before }] of ends) this.#open.delete(before.clientOid);
  }
}
