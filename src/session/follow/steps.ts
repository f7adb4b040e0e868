/** Takes the steps that are due, each by what places and cancels in every other run. */
import { dueCalls } from '../../compile/compile-plan.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { Calls } from '../../exchange/dialect.ts';
import type { CostLater } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { FollowKnown, FollowStep } from '../../model/followed.ts';
import { clientOrderId } from '../../model/ids.ts';
import { orderContent, type Order } from '../../model/order.ts';
import { orderChanges } from '../../model/order-changes.ts';
import type { EventSink } from '../../ports.ts';
import type { AfterPlacing } from '../place/after-placing.ts';
import { Placing, type PlacingOptions } from '../place/placing.ts';
import type { Tally } from '../place/tally.ts';
import { whileStoppable } from '../send/stoppable.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { Alarm } from './beside.ts';
import { Cancels } from './cancels.ts';
import type { FollowTask, WaitingPart } from './follow-task.ts';
import { JournalAge } from './journal-age.ts';
import { LateAnswers } from './late-answers.ts';
import type { OpeningsHeld } from './held-back.ts';
import type { Looks } from './looks.ts';
import { OpeningWaits, waitingPart } from './opening-waits.ts';
import { RoomForStops } from './room-for-stops.ts';
import { LATE_WORDS, tellingOf } from './step-events.ts';
import { endOf, isTarget, kindOf, opensBy, type CancelStepDue, type PlaceStepDue } from './step-kinds.ts';

export interface StepsOptions extends Omit<
  PlacingOptions,
  'claim' | 'validUntilMs' | 'settleEarlier' | 'hold' | 'beside'
> {
  readonly task: FollowTask;
  readonly claim: Claim;
  readonly time: ExchangeTime;
  readonly looks: Looks;
  readonly heldBack: OpeningsHeld;
  readonly note: (message: string) => void;
  readonly calls: Calls;
  /** Rung once a late answer is there. */
  readonly alarm: Alarm;
  readonly after: (emit: EventSink) => AfterPlacing;
}

/** A turn, and what it was made of. */
interface TakenAt {
  readonly known: FollowKnown;
  /** Time went on without this process since then. */
  readonly isOld: () => boolean;
  /** How long until the next look is due. */
  readonly untilLookMs: () => number;
}

interface SentOff {
  readonly tally: Tally;
  /** What was withheld: it is due again. */
  readonly putOff: readonly PlaceStepDue[];
  /** How long the first of these would have had to wait, where that is why. */
  readonly waitMs: number | undefined;
}

interface SendingOff {
  readonly calls: number;
  readonly work: Promise<SentOff>;
  readonly late: () => void;
}

interface Placed {
  readonly areOpenings: boolean;
  /** Others wait for what was accepted. */
  readonly isAwaited: boolean;
}

interface SentBeside {
  readonly areOpenings: boolean;
  /** What stops may need next. */
  readonly beside: readonly CostLater[] | undefined;
}

/** What is held would be bare without it, or may be: no silent list keeps it waiting. */
const PROTECTS: ReadonlySet<ReturnType<typeof kindOf>> = new Set(['protect', 'cancel']);
/** Of one turn. */
const MOST_OPENINGS = 20;
/** Less than would put a look off. */
const LONGEST_WAIT_MS = 500;
/** An opening that was held up longer may be late by now. */
const HELD_UP_MS = 1000;

/** `asked`: a price, by which more is due; `blocked`: something that is due could not be done now, and the next look comes first. */
export type Taken = 'nothing' | 'took' | 'asked' | 'blocked';

export class Steps {
  /** The journal cannot be written. */
  hasFailed = false;
  /** An order was accepted that others wait for. */
  wantsLook = false;
  /** Stops, and what closes besides, that were put off as there is no room for them yet. */
  waits: readonly WaitingPart[] = [];
  readonly #options: StepsOptions;
  readonly #room: RoomForStops;
  readonly #openingWaits: OpeningWaits;
  #lastCall = 0;
  readonly #journalAge: JournalAge;
  readonly #late: LateAnswers;
  readonly #cancels: Cancels;

  constructor(options: StepsOptions) {
    this.#options = options;
    this.#journalAge = new JournalAge(options);
    this.#room = new RoomForStops(options);
    this.#openingWaits = new OpeningWaits(options);
    this.#late = new LateAnswers(options.alarm, options.time.clock);
    this.#cancels = new Cancels(options, this.#late);
  }

  /** Something has left, and its answer is late. */
  get areAwaited(): boolean {
    return this.#late.areAwaited;
  }

  /** Resolves once nothing is in flight. */
  ended(): Promise<void> {
    return this.#late.ended();
  }

  /** In their order, until something is learned that may change what is due. */
  async take(steps: readonly FollowStep[], taking: TakenAt): Promise<Taken> {
    let taken: Taken = 'nothing';
    let without: Taken = 'nothing';
    const { follow } = this.#options.task;
    this.waits = [];
    this.#late.check();
    for (let at = 0; at < steps.length && !this.#isOver;) {
      if (taking.isOld()) return 'blocked';
      const step = steps[at] as FollowStep;
      if (step.does === 'ask-price') return (await this.#options.looks.askPrice(step.symbol)) ? 'asked' : 'blocked';
      const group = steps.slice(at, endOf(steps, at, follow));
      at += group.length;
      if (this.#isPaused(step)) continue;
      if (this.#late.keepWaiting(kindOf(step, follow), this.#options.limits.inFlight)) {
        without = 'blocked';
        continue;
      }
      if (step.does === 'withhold') this.#withhold(group);
      else if (!(await this.#journalAge.mayStep(HELD_UP_MS, PROTECTS.has(kindOf(step, follow))))) return 'blocked';
      else if (step.does === 'cancel') {
        const fresh = this.#cancels.fresh(group as readonly CancelStepDue[]);
        if (fresh.length === 0) {
          without = 'blocked';
          continue;
        }
        await this.#cancel(fresh, taking);
        return 'took';
      } else {
        const sent = await this.#place(group as readonly PlaceStepDue[], taking);
        // Targets leave more room than what opens: that may have its own. Cancels go beside a late answer.
        if (sent === 'waits') {
          without = 'blocked';
          continue;
        }
        if (sent !== 'accepted') return sent;
      }
      taken = 'took';
    }
    return taken === 'nothing' ? without : taken;
  }

  /** A person's pause holds what opens alone: exits and cancels go on, and so does what comes after it. */
  #isPaused(step: FollowStep): boolean {
    return step.does === 'place' && opensBy(step) && this.#options.task.hold?.isOn === true;
  }

  get #isOver(): boolean {
    return this.hasFailed || this.#options.task.signal.aborted;
  }

  #withhold(steps: readonly FollowStep[]): void {
    for (const step of steps) {
      if (step.does !== 'withhold') continue;
      const { id, reason, lateMs } = step;
      const { withheld } = this.#options.looks;
      const before = withheld.get(id);
      // Why it was not sent in time says more than how late it is.
      const isRefused = reason === 'missed' && before?.reason === 'policy';
      withheld.set(id, isRefused ? { ...before, isOver: true } : { reason, ...defined({ lateMs }) });
      if (reason === 'missed') this.#options.heldBack.missed(id, lateMs);
    }
  }

  /**
   * All of these open, or none does, and all are targets, or none is. Openings are held back by a halt, and past the plan's
   * `validUntil`. None holds a look up: what would wait for long is due again, as large as what is filled by then, and stops come
   * first.
   */
  async #place(
    steps: readonly PlaceStepDue[],
    { known, isOld, untilLookMs }: TakenAt,
  ): Promise<Taken | 'accepted' | 'waits'> {
    const { follow } = this.#options.task;
    const areOpenings = steps.some(opensBy);
    const sent = areOpenings ? steps.slice(0, MOST_OPENINGS) : steps;
    const orders = sent.map((step) => this.#orderOf(step));
    if (areOpenings && (await this.#areHeldUp(steps, orders))) return 'blocked';
    if (isOld()) return 'blocked';
    const kind = kindOf(sent[0] as PlaceStepDue, follow);
    const beside = kind === 'protect' ? undefined : this.#room.beside(known, areOpenings ? orders : []);
    // Nothing waits for a target, nor for what a stop grows by: where orders are few, looks in between make no more parts of it due.
    const isAwaited = kind !== 'target' && !(this.#room.isScarce && sent.every(({ because }) => because === 'growth'));
    const cameTo = ({ tally, putOff }: SentOff): Taken | 'accepted' => {
      const isWhole = putOff.length === 0 && sent.length === steps.length;
      return this.#cameTo(tally, { areOpenings, isAwaited: areOpenings ? isWhole : isAwaited });
    };
    const { calls, work, late } = this.#send(sent, orders, { beside, areOpenings });
    const awaiting = { what: 'place', calls, work, untilLookMs: untilLookMs(), late, came: cameTo } as const;
    const off = await this.#late.within(awaiting);
    if (off === undefined) return 'waits';
    const { putOff, waitMs } = off.value;
    if (kind === 'protect' || kind === 'close') this.waits = putOff.map((step) => waitingPart(step, waitMs));
    const came = cameTo(off.value);
    return came === 'blocked' && kind === 'target' ? 'waits' : came;
  }

  #cameTo(tally: Tally, { areOpenings, isAwaited }: Placed): Taken | 'accepted' {
    this.hasFailed ||= tally.journalFailed;
    const { accepted, withheld, rejected, unknown } = tally.counts;
    if (accepted > 0 && isAwaited) this.wantsLook = true;
    if (withheld > 0 && (accepted === 0 || !areOpenings)) return 'blocked';
    // A stop that is let go by that, or of which nobody knows, may be why nothing is to be opened.
    return rejected + unknown > 0 ? 'took' : 'accepted';
  }

  /** Held back, or asked about for so long that they may be late. */
  async #areHeldUp(steps: readonly PlaceStepDue[], orders: readonly Order[]): Promise<boolean> {
    const { heldBack, time } = this.#options;
    const askedMs = time.nowMs();
    return (await heldBack.has(steps, orders)) || time.nowMs() - askedMs > HELD_UP_MS;
  }

  #send(sent: readonly PlaceStepDue[], orders: readonly Order[], { areOpenings, beside }: SentBeside): SendingOff {
    const { task, claim, calls: written, limits } = this.#options;
    const inFlight = Math.max(1, limits.inFlight - this.#late.calls);
    const schedule = dueCalls(written, orders, task.rules, this.#lastCall + 1);
    this.#lastCall += schedule.calls.length;
    const bySteps = new Map(orders.map(({ clientOid }, at) => [clientOid, sent[at] as PlaceStepDue]));
    const putOff: PlaceStepDue[] = [];
    const placing = new Placing(schedule, {
      ...this.#options,
      limits: { ...limits, inFlight },
      claim,
      clock: this.#options.time.clock,
      ...(areOpenings && { hold: task.hold }),
      beside,
      emit: tellingOf(this.#options, bySteps, ({ clientOid }) => putOff.push(bySteps.get(clientOid) as PlaceStepDue)),
      longestWaitMs: LONGEST_WAIT_MS,
    });
    const stop = (why: string): void => placing.stop('stopped', why);
    const run = whileStoppable(task.signal, stop, () => placing.run());
    return {
      calls: Math.min(inFlight, schedule.calls.length),
      work: run.then((tally) => {
        const { waitMs } = placing;
        if (areOpenings) this.#openingWaits.sent(sent, putOff, waitMs);
        return { tally, putOff, waitMs };
      }),
      late: () => stop(LATE_WORDS),
    };
  }

  /** As it is sent. What was approved is that order, and no larger size: anything else is a bug, and nothing is sent. */
  #orderOf(step: PlaceStepDue): Order {
    const { id, part, name, order, because } = step;
    const { task, looks } = this.#options;
    const approved = task.follow.orderOf.get(id);
    if (approved === undefined || order.side !== approved.side || order.size.compare(approved.size) > 0)
      throw new Error(`${name} is not what was approved`);
    const lineage = order.exit === undefined ? part - 1 : 0;
    const isExit = order.exit !== undefined;
    const marketNow = isExit ? looks.priceOf(order.symbol) : undefined;
    const changed = orderChanges(orderContent(approved), orderContent(order)).map(({ field }) => field);
    const filledIn = isExit ? [...new Set(['size', ...changed])] : undefined;
    return {
      ...order,
      was: name,
      lineage,
      clientOid: clientOrderId(task.plan, task.generation, name, lineage),
      because,
      ...(isTarget(step, task.follow) && { isTarget: true }),
      ...defined({ marketNow, filledIn }),
    };
  }

  async #cancel(steps: readonly CancelStepDue[], { untilLookMs }: TakenAt): Promise<void> {
    const came = (journalFailed: boolean): void => {
      this.hasFailed ||= journalFailed;
      this.wantsLook = true;
    };
    const numbered = { firstNumber: this.#lastCall + 1, untilLookMs: untilLookMs(), came };
    this.#lastCall += await this.#cancels.take(steps, numbered);
  }
}
