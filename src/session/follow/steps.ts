/** Takes the steps that are due, each by what places and cancels in every other run. */
import { dueCalls } from '../../compile/compile-plan.ts';
import { compileCancels } from '../../compile/cancel-calls.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { Calls } from '../../exchange/dialect.ts';
import { defined } from '../../model/defined.ts';
import type { RunEvent } from '../../model/event.ts';
import type { FollowStep } from '../../model/followed.ts';
import { clientOrderId } from '../../model/ids.ts';
import { isOpening, orderContent, type Order } from '../../model/order.ts';
import { orderChanges, sentOf } from '../../model/order-changes.ts';
import type { EventSink } from '../../ports.ts';
import type { AfterPlacing } from '../place/after-placing.ts';
import { Placing, type PlacingOptions } from '../place/placing.ts';
import type { Tally } from '../place/tally.ts';
import { whileStoppable } from '../send/stoppable.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { FollowTask } from './follow-task.ts';
import { JournalAge } from './journal-age.ts';
import type { OpeningsHeld } from './held-back.ts';
import type { Looks } from './looks.ts';

export type PlaceStepDue = Extract<FollowStep, { does: 'place' }>;
export type CancelStepDue = Extract<FollowStep, { does: 'cancel' }>;

export interface StepsOptions extends Omit<PlacingOptions, 'claim' | 'validUntilMs' | 'settleEarlier' | 'hold'> {
  readonly task: FollowTask;
  readonly claim: Claim;
  readonly time: ExchangeTime;
  readonly looks: Looks;
  readonly heldBack: OpeningsHeld;
  readonly note: (message: string) => void;
  readonly calls: Calls;
  readonly after: (emit: EventSink) => AfterPlacing;
}

/** Of one turn. */
const MOST_OPENINGS = 20;
/** Less than would put a look off. */
const LONGEST_WAIT_MS = 500;
/** An opening that was held up longer may be late by now. */
const HELD_UP_MS = 1000;

/** `asked`: a price, by which more is due; `blocked`: something that is due could not be done now, and the next look comes first. */
export type Taken = 'nothing' | 'took' | 'asked' | 'blocked';

interface SentSteps {
  readonly sent: readonly PlaceStepDue[];
  readonly areOpenings: boolean;
  /** None of that kind was left for the next turn. */
  readonly areAll: boolean;
}

export class Steps {
  /** The journal cannot be written. */
  hasFailed = false;
  /** An order was accepted that others wait for. */
  wantsLook = false;
  /** A stop, or what protects besides, was put off as its weight is not there yet. */
  isWaiting = false;
  readonly #options: StepsOptions;
  #lastCall = 0;
  readonly #journalAge: JournalAge;

  constructor(options: StepsOptions) {
    this.#options = options;
    this.#journalAge = new JournalAge(options);
  }

  /** In their order, until something is learned that may change what is due. `isOld`: time went on without this process since they were. */
  async take(steps: readonly FollowStep[], isOld: () => boolean): Promise<Taken> {
    let taken: Taken = 'nothing';
    this.isWaiting = false;
    for (let at = 0; at < steps.length && !this.#isOver;) {
      if (isOld()) return 'blocked';
      const step = steps[at] as FollowStep;
      if (step.does === 'ask-price') return (await this.#options.looks.askPrice(step.symbol)) ? 'asked' : 'blocked';
      const group = steps.slice(at, this.#endOf(steps, at));
      at += group.length;
      if (this.#isPaused(step)) continue;
      if (step.does === 'withhold') this.#withhold(group);
      else if (!(await this.#journalAge.mayStep(HELD_UP_MS))) return 'blocked';
      else if (step.does === 'cancel') {
        await this.#cancel(group as readonly CancelStepDue[]);
        return 'took';
      } else {
        const sent = await this.#place(group as readonly PlaceStepDue[], isOld);
        if (sent !== 'accepted') return sent;
      }
      taken = 'took';
    }
    return taken;
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
  async #place(steps: readonly PlaceStepDue[], isOld: () => boolean): Promise<Taken | 'accepted'> {
    const areOpenings = steps.some(opensBy);
    const sent = areOpenings ? steps.slice(0, MOST_OPENINGS) : steps;
    const orders = sent.map((step) => this.#orderOf(step));
    if (areOpenings && (await this.#areHeldUp(steps, orders))) return 'blocked';
    if (isOld()) return 'blocked';
    return this.#cameTo(await this.#send(sent, orders, areOpenings), {
      sent,
      areOpenings,
      areAll: sent.length === steps.length,
    });
  }

  #cameTo(tally: Tally, { sent, areOpenings, areAll }: SentSteps): Taken | 'accepted' {
    this.hasFailed ||= tally.journalFailed;
    const { accepted, withheld, rejected, unknown } = tally.counts;
    this.isWaiting = withheld > 0 && !areOpenings && !sent.every((step) => this.#isTarget(step));
    const isWhole = withheld === 0 && areAll;
    if (accepted > 0 && (areOpenings ? isWhole : sent.some((step) => !this.#isTarget(step)))) this.wantsLook = true;
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

  #send(sent: readonly PlaceStepDue[], orders: readonly Order[], areOpenings: boolean): Promise<Tally> {
    const { task, claim, calls: written } = this.#options;
    const schedule = dueCalls(written, orders, task.rules, this.#lastCall + 1);
    this.#lastCall += schedule.calls.length;
    const bySteps = new Map(orders.map(({ clientOid }, at) => [clientOid, sent[at] as PlaceStepDue]));
    const placing = new Placing(schedule, {
      ...this.#options,
      claim,
      clock: this.#options.time.clock,
      ...(areOpenings && { hold: task.hold }),
      emit: this.#emitting(bySteps),
      longestWaitMs: LONGEST_WAIT_MS,
    });
    return whileStoppable(
      task.signal,
      (why) => placing.stop('stopped', why),
      () => placing.run(),
    );
  }

  /** No other order waits for one. */
  #isTarget({ id }: PlaceStepDue): boolean {
    return this.#options.task.follow.kindOf.get(id) === 'target';
  }

  #kindOf(step: FollowStep | undefined): string | undefined {
    if (step?.does !== 'place') return step?.does;
    if (opensBy(step)) return 'open';
    return this.#isTarget(step) ? 'target' : 'place';
  }

  /** The end of the run of steps of one kind that begins there. */
  #endOf(steps: readonly FollowStep[], from: number): number {
    const kind = this.#kindOf(steps[from]);
    const end = steps.findIndex((step, at) => at > from && this.#kindOf(step) !== kind);
    return end < 0 ? steps.length : end;
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
      ...(this.#isTarget(step) && { isTarget: true }),
      ...defined({ marketNow, filledIn }),
    };
  }

  async #cancel(steps: readonly CancelStepDue[]): Promise<void> {
    const { task, claim, after, calls: written } = this.#options;
    const { plan, generation, signal } = task;
    const known = new Map([...(await claim.state({ plan, generation })).values()].map((one) => [one.clientOid, one]));
    const orders = steps.flatMap(({ clientOid }): KnownOrder[] => {
      const order = known.get(clientOid);
      return order === undefined ? [] : [order];
    });
    const first = { firstNumber: this.#lastCall + 1 };
    const { calls } = compileCancels(written.cancel, orders, task.cancelBatch, first);
    this.#lastCall += calls.length;
    const bySteps = new Map(steps.map((step) => [step.clientOid, step]));
    const work = { plan: { plan, generation }, orders, calls, lastNumber: this.#lastCall, signal };
    const tally = await after(this.#emitting(bySteps)).cancel(work);
    this.hasFailed ||= tally.journalFailed;
    this.wantsLook = true;
  }

  /** What is told of one step says what made it due. That a turn did not send something is no outcome: it is due again. */
  #emitting(steps: ReadonlyMap<string, PlaceStepDue | CancelStepDue>): EventSink {
    const { emit, task } = this.#options;
    return (event) => {
      if (event.event === 'run-stopping' || isHeldBack(event)) return;
      const step = 'clientOid' in event && event.clientOid !== undefined ? steps.get(event.clientOid) : undefined;
      const told = step === undefined ? event : withCause(event, step);
      emit(told);
      task.onOutcome?.(told);
    };
  }
}

function withCause(event: RunEvent, step: PlaceStepDue | CancelStepDue): RunEvent {
  const named = { id: step.id, ...(step.part > 1 && { part: step.part }) };
  if (event.event === 'cancel-outcome' && step.does === 'cancel') return { ...event, ...named, because: step.because };
  if (event.event !== 'order-outcome' || event.outcome === 'withheld' || step.does !== 'place') return event;
  const { because, order } = step;
  return { ...event, ...named, because, ...(order.exit !== undefined && sentOf(orderContent(order))) };
}

const isHeldBack = (event: RunEvent): boolean => event.event === 'order-outcome' && event.outcome === 'withheld';

const opensBy = ({ order }: PlaceStepDue): boolean => isOpening(order.side);
