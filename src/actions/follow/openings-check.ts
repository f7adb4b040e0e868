/** A run that goes on for long checks the account again before it opens anything: what was checked as it began is old by then. */
import { NO_ROOM_WORDS, uncheckedWords } from '../../model/held-back.ts';
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
    if (bare.symmetricDifference(this.#bare).size > 0) this.#untilMs = Number.NEGATIVE_INFINITY;
    this.#bare = bare;
  }

  /** Before these are sent. */
  async ask(orders: readonly Order[]): Promise<OpeningsChecked> {
    const { clock, session } = this.#with;
    if (clock.monotonicMs() < this.#untilMs) return this.#last;
    const run = await this.#runOf(orders);
    const { check } = run.schedule;
    // The journal knows which stop was let go: nobody has to be asked, and so nothing of it waits for an answer.
    const bare = this.#bare.size > 0 ? await this.#judged(() => checkRequiredStops(run)) : 'may';
    if (bare === 'may' && check !== undefined && !session.hasRoom(check)) return this.#waitsForRoom();
    this.#noRoomMs = undefined;
    this.#last = bare === 'may' ? await this.#judged(() => this.#checkAccount(run)) : bare;
    this.#untilMs = clock.monotonicMs() + (this.#last === 'may' ? HOLDS_MS : AGAIN_MS);
    return this.#last;
  }

  /** For a moment that is nobody's news. */
  #waitsForRoom(): OpeningsChecked {
    const nowMs = this.#with.clock.monotonicMs();
    this.#noRoomMs ??= nowMs;
    return { later: nowMs - this.#noRoomMs < AGAIN_MS ? undefined : NO_ROOM_WORDS };
  }

  async #checkAccount(run: PreparedRun): Promise<void> {
    const { session, clock } = this.#with;
    if (this.#isBegun) checkAccountFile(run, clock.wallMs());
    // What comes later still is judged when it is due.
    checkStandingCap({ ...run, schedule: { ...run.schedule, later: [] } });
    // Where the account is not asked, the journal alone says what has no stop.
    if (this.#isBegun && run.schedule.check === undefined) checkRequiredStops(run);
    await checkAccount(
      { session, clock, emit: this.#once, connect: async () => {} },
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
