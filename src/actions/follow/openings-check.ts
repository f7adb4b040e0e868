/** A run that goes on for long checks the account again before it opens anything: what was checked as it began is old by then. */
import { NO_ROOM_WORDS, uncheckedWords } from '../../model/held-back.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { RefusalCode } from '../../model/refusals.ts';
import type { Order } from '../../model/order.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import type { Clock, EventSink } from '../../ports.ts';
import { RefusalError } from '../../refusal.ts';
import type { FollowNews, OpeningsChecked } from '../../session/follow/follow-task.ts';
import type { Session } from '../../session/session.ts';
import { checkAccount } from '../place.ts';
import { checkAccountFile } from '../prepare/account-age.ts';
import { isBegun } from '../prepare/begun.ts';
import { withAccountRead } from '../prepare/compile-under.ts';
import { checkRequiredStops } from '../prepare/required-stops.ts';
import { checkStandingCap } from '../prepare/standing-cap.ts';
import { nameOf, type PreparedRun } from '../prepare/prepared-run.ts';

interface CheckingWith {
  readonly run: PreparedRun;
  readonly session: Session;
  readonly clock: Clock;
  readonly emit: EventSink;
}

/** So long a check holds. */
const HOLDS_MS = 60_000;
/** What did not go well is asked again after so long. */
const AGAIN_MS = 10_000;
/** Whether there is room is asked again after so long. */
const NO_ROOM_MS = 1_000;

const NOT_YET: OpeningsChecked = { later: undefined };

interface Answered {
  readonly answer: OpeningsChecked;
  readonly holdsMs: number;
}

/** What is known of an order is another object once anything of it has changed. */
const isSame = (one: JournalState, other: JournalState): boolean =>
  one.size === other.size && [...one].every(([id, known]) => other.get(id) === known);

/** Nothing is against it; nobody could be asked. */
const UNREAD: ReadonlySet<RefusalCode> = new Set(['account/unread', 'exchange/no-answer', 'exchange/rate-limited']);

export class OpeningsCheck {
  readonly #with: CheckingWith;
  /** Until when the last answer holds, by the clock that only goes forward. */
  #untilMs: number;
  #last: OpeningsChecked = 'may';
  readonly #isBegun: boolean;
  /** What was said of earlier checks is not said again. */
  readonly #told: Set<string>;
  /** Since when the weight of a check is not there. */
  #noRoomMs: number | undefined;
  /** Entries of which nothing has a stop any more. */
  #bare: ReadonlySet<string> = new Set();

  constructor(how: CheckingWith) {
    const { run, clock } = how;
    this.#with = how;
    const agoMs = run.checkedAtMs === undefined ? 0 : Math.max(0, clock.wallMs() - run.checkedAtMs);
    // What only openings need has refused no run that is begun: nothing of it holds yet.
    this.#isBegun = isBegun(run);
    this.#untilMs = clock.monotonicMs() + (this.#isBegun ? 0 : HOLDS_MS - agoMs);
    this.#told = new Set(run.found);
  }

  /** A stop that was let go since was counted as one to come: what was checked before holds no longer. */
  heard({ groups }: Pick<FollowNews, 'groups'>): void {
    const bare = new Set(groups.flatMap(({ isLetGo, entries }) => (isLetGo ? entries : [])));
    if (bare.symmetricDifference(this.#bare).size === 0) return;
    this.#untilMs = Number.NEGATIVE_INFINITY;
    this.#bare = bare;
  }

  /** Before these are sent. A promise where the last answer does not hold any more; the plan is followed meanwhile. */
  ask(orders: readonly Order[], signal: AbortSignal): OpeningsChecked | Promise<OpeningsChecked> {
    return this.#with.clock.monotonicMs() < this.#untilMs ? this.#last : this.#ask(orders, signal);
  }

  /** An answer is as old as its first question. */
  async #ask(orders: readonly Order[], signal: AbortSignal): Promise<OpeningsChecked> {
    const { clock } = this.#with;
    const [beganMs, bare] = [clock.monotonicMs(), this.#bare];
    const before = await this.#known();
    const { answer, holdsMs } = await this.#answered(orders, signal);
    // It may have been read as a part was placed or a stop let go: a list has then what the journal had not, and nothing is said by that.
    const isOld = typeof answer === 'object' && 'refused' in answer && !isSame(before, await this.#known());
    if (isOld || bare !== this.#bare || signal.aborted) return NOT_YET;
    this.#last = answer;
    this.#untilMs = (answer === 'may' ? beganMs : clock.monotonicMs()) + holdsMs;
    return answer;
  }

  #known(): Promise<JournalState> {
    return this.#with.session.state(nameOf(this.#with.run.plan));
  }

  async #answered(orders: readonly Order[], signal: AbortSignal): Promise<Answered> {
    const { session } = this.#with;
    const run = await this.#runOf(orders);
    const { check } = run.schedule;
    // The journal knows which stop was let go: nobody has to be asked, and so nothing of it waits for an answer.
    const bare = this.#bare.size > 0 ? await this.#judged(() => checkRequiredStops(run)) : 'may';
    if (bare === 'may' && check !== undefined && !session.hasRoom(check))
      return { answer: this.#waitsForRoom(), holdsMs: NO_ROOM_MS };
    this.#noRoomMs = undefined;
    const answer = bare === 'may' ? await this.#judged(() => this.#checkAccount(run, signal)) : bare;
    return { answer, holdsMs: answer === 'may' ? HOLDS_MS : AGAIN_MS };
  }

  /** For a moment that is nobody's news. */
  #waitsForRoom(): OpeningsChecked {
    const nowMs = this.#with.clock.monotonicMs();
    this.#noRoomMs ??= nowMs;
    return { later: nowMs - this.#noRoomMs < AGAIN_MS ? undefined : NO_ROOM_WORDS };
  }

  async #checkAccount(run: PreparedRun, signal: AbortSignal): Promise<void> {
    const { session, clock } = this.#with;
    if (this.#isBegun) checkAccountFile(run, clock.wallMs());
    // What comes later still is judged when it is due.
    checkStandingCap({ ...run, schedule: { ...run.schedule, later: [] } });
    // Where the account is not asked, the journal alone says what has no stop.
    if (this.#isBegun && run.schedule.check === undefined) checkRequiredStops(run);
    await checkAccount(
      { session, clock, emit: this.#once, connect: async () => {}, signal, asksUntil: signal },
      { run, renamed: [], wasPlaced: true },
    );
  }

  async #judged(check: () => Promise<void> | void): Promise<OpeningsChecked> {
    try {
      await check();
      return 'may';
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const { code, message } = error.refusal;
      return UNREAD.has(code) ? { later: uncheckedWords(message) } : { refused: message };
    }
  }

  /** The run as if these were all that it opens: what is placed already is in the journal. */
  async #runOf(orders: readonly Order[]): Promise<PreparedRun> {
    const { run, session } = this.#with;
    const { plan, config } = run;
    const known = inPlanNames(await session.state(nameOf(plan)), plan.orders);
    const own = new Set(orders.map(({ id }) => id));
    const later = (run.schedule.later ?? []).filter(
      ({ id, exit }) => !own.has(id) && exit?.filled.some((entry) => this.#bare.has(entry)) !== true,
    );
    const { cancels: _cancels, check: _check, ...schedule } = run.schedule;
    const pending = new Map(orders.map((order) => [order.clientOid, order]));
    const account = await session.account();
    return { ...run, known, account, schedule: withAccountRead({ ...schedule, pending, later, calls: [] }, config) };
  }

  readonly #once: EventSink = (event) => {
    if (event.event === 'note' && this.#told.has(event.message)) return;
    if (event.event === 'note') this.#told.add(event.message);
    this.#with.emit(event);
  };
}
