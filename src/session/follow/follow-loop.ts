/**
 * Follows a plan: looks, records what is new, does what is due, and sleeps. It keeps nothing that the journal and the exchange's lists
 * do not tell again, so a kill at any instant changes when steps happen, and not which.
 */
import { due } from '../../compile/follow/due.ts';
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import { groupStandings, isAtEnd } from '../../compile/follow/standing.ts';
import { JournalError } from '../../journal/records/journal-error.ts';
import { defined } from '../../model/defined.ts';
import type { BlindStated } from '../../model/follow-stated.ts';
import { positionName, type FollowKnown, type FollowStep } from '../../model/followed.ts';
import type { Clock } from '../../ports.ts';
import type { Restraint } from '../send/exchange-pause.ts';
import { GapWatch } from '../send/gap-watch.ts';
import type { AskedToEnd } from './asked-to-end.ts';
import type { Alarm } from './beside.ts';
import { Blind, type BlindMoment } from './blind.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { FollowEnd, FollowNews, FollowStop, FollowTask, LookAtAccount, LookIfRoom } from './follow-task.ts';
import type { Halts } from './halts.ts';
import { LongWaits } from './long-waits.ts';
import type { OpeningsHeld } from './held-back.ts';
import type { Looks } from './looks.ts';
import type { Steps, Taken } from './steps.ts';

export interface FollowLoopOptions {
  readonly task: FollowTask;
  readonly clock: Clock;
  readonly time: ExchangeTime;
  readonly looks: Looks;
  readonly halts: Halts;
  readonly heldBack: OpeningsHeld;
  readonly asked: AskedToEnd;
  readonly steps: Steps;
  readonly restraint: Restraint;
  /** Rung by what goes on beside it. */
  readonly alarm: Alarm;
  readonly maxPauseMs: number;
  /** Asks the exchange for its time. */
  readonly askTime: () => Promise<number | undefined>;
  readonly note: (message: string) => void;
  readonly blind: (told: BlindStated) => void;
  /** When it began: the exchange was asked for its time since. */
  readonly begunAt: BlindMoment;
  readonly lookAtAccount: LookIfRoom;
  /** Once nothing is followed any more: of the weight that the run keeps. */
  readonly lastLook: LookAtAccount;
  /** Looks once more for what has no answer; whether that told anything. */
  readonly findLast: () => Promise<boolean>;
}

/** What was due in a turn, and what came of it. */
interface Turned {
  readonly known: FollowKnown;
  readonly all: readonly FollowStep[];
  readonly taken: Taken;
  readonly wakeMs?: number;
}

const LONGEST_WAIT_MS = 30_000;
/** As it ends: how far apart what is in flight is looked for, and how long the exchange may take to tell. */
const [SEARCH_MS, SILENT_MS] = [1_000, 3_000];
/** How soon a stop that waits for weight is tried again. */
const WAITING_MS = 250;

export class FollowLoop {
  readonly #options: FollowLoopOptions;
  readonly #gaps: GapWatch;
  #nextLookMs = Number.NEGATIVE_INFINITY;
  #failed = 0;
  #gapsSeen = 0;
  #hasTold = false;
  readonly #longWaits: LongWaits;
  readonly #blind: Blind;

  constructor(options: FollowLoopOptions) {
    this.#options = options;
    const { note, blind: state, task, restraint, clock, begunAt } = options;
    const isLimited = (): boolean => restraint.isLimitedAt(clock.monotonicMs());
    this.#blind = new Blind({ note, state, isLimited }, task.everyMs, this.#now, begunAt);
    this.#longWaits = new LongWaits(task.everyMs);
    this.#gaps = new GapWatch(options.clock, options.maxPauseMs, (ms) => this.#afterGap(ms));
  }

  run(): Promise<FollowEnd> {
    return this.#gaps.during(
      () => this.#untilOver(),
      () => {
        if (!this.#options.task.signal.aborted) this.#blind.tick(this.#now);
        void this.#options.asked.look();
      },
    );
  }

  async #untilOver(): Promise<FollowEnd> {
    try {
      for (;;) {
        const end = (await this.#learn()) ?? (await this.#act());
        if (end !== undefined) return end;
      }
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      return this.#end('journal', error.message);
    } finally {
      await this.#options.steps.ended();
      await this.#options.looks.positions.end('the run ends');
    }
  }

  /** Looks where it is time to, and tells what is new. */
  async #learn(): Promise<FollowEnd | undefined> {
    const { task, time, looks, halts, asked, restraint } = this.#options;
    this.#gaps.look();
    // At every turn: whoever watches sees a halt before anything that opens is due.
    await halts.now();
    await asked.look();
    if (time.isOld) time.set(await this.#options.askTime());
    const isPositionNew = await looks.takePositions();
    const isNew = (this.#isLookDue && !task.signal.aborted && (await this.#look())) || isPositionNew;
    // A run that was killed may have kept what it told nobody.
    if (isNew || !this.#hasTold) task.onNews?.(this.#newsOf(await looks.known()));
    this.#hasTold = true;
    if (task.signal.aborted) return this.#end(asked.isFirst ? 'asked' : 'stopped', String(task.signal.reason));
    return restraint.end === undefined ? undefined : this.#end('banned', restraint.end);
  }

  /** Does what is due, or rests where nothing is. */
  async #act(): Promise<FollowEnd | undefined> {
    const { task, looks, steps, clock, restraint } = this.#options;
    const turned = await this.#take();
    const { taken, wakeMs } = turned;
    const { pausedUntilMs } = restraint;
    const waits = this.#longWaits.take(steps.waits, { monotonicMs: clock.monotonicMs(), pausedUntilMs });
    if (steps.hasFailed) return this.#end('journal');
    if (taken === 'asked') return undefined;
    // What was sent before a step that is blocked is known by now: a stop that was just accepted covers.
    const known = taken === 'nothing' ? turned.known : await looks.known();
    if (taken === 'took' || steps.wantsLook) {
      task.onNews?.(this.#newsOf(known));
      if (steps.wantsLook) this.#nextLookMs = Number.NEGATIVE_INFINITY;
      steps.wantsLook = false;
      return undefined;
    }
    if (steps.waits.length === 0) return this.#rest({ ...turned, known });
    // Nothing is asked for it: what has no stop is said at once, and that stop goes first.
    if (waits.length > 0) await task.onQuiet?.({ ...this.#newsOf(known), waits }, PUT_OFF);
    await this.#sleep(wakeMs, WAITING_MS);
    return undefined;
  }

  /** Nothing can be sent now: what waits for that is asked, and then time has to pass. */
  async #rest({ known, all, wakeMs }: Turned): Promise<FollowEnd | undefined> {
    const { task, time, looks, lookAtAccount, heldBack, steps } = this.#options;
    const { positions } = looks;
    if (positions.areAsked && (await positions.come(this.#untilNext(wakeMs)))) return undefined;
    if (await looks.ended()) {
      task.onNews?.(this.#newsOf(await looks.known()));
      return undefined;
    }
    const isSure = !looks.isShortUnsure && !positions.areAsked && !steps.areAwaited;
    const isQuiet = !positions.areAsked && !heldBack.isChecking && !steps.areAwaited;
    if (all.length === 0 && isSure && isAtEnd(task.follow, known, time.nowMs()) && !this.#isPresetUnsure(known))
      return this.#end('at-end');
    await task.onQuiet?.(this.#newsOf(known), isQuiet ? lookAtAccount : PUT_OFF);
    await this.#sleep(wakeMs);
    return undefined;
  }

  #isPresetUnsure(known: FollowKnown): boolean {
    const { task, time, looks } = this.#options;
    return looks.presets.isUnsure(known, groupStandings(task.follow, known, time.nowMs()));
  }

  /** With a price that was asked, before the next look makes it old: where looks take longer than they are apart, no stop would ever go. */
  async #take(): Promise<Turned> {
    const { task, time, looks, steps, heldBack } = this.#options;
    for (;;) {
      const known = await looks.known();
      const sure = looks.positions.areAsked ? beforePositions(task.follow, known) : known;
      const turn = due(task.follow, sure, time.nowMs());
      const { steps: all, wakeMs } = turn;
      // What is in flight is not known either, for a moment.
      if (!steps.areAwaited) heldBack.turn(turn, known);
      const taken = await steps.take(all, {
        known,
        isOld: () => this.#isOld(),
        untilLookMs: () => this.#untilNext(undefined),
      });
      if (taken !== 'asked' || task.signal.aborted) return { known, all, taken, ...defined({ wakeMs }) };
    }
  }

  /** A gap is noticed once a second: what was due before it may be late, and is not sent. */
  #isOld(): boolean {
    this.#gaps.look();
    return this.#options.looks.lookedMs === undefined;
  }

  get #isLookDue(): boolean {
    return this.#options.clock.monotonicMs() >= this.#nextLookMs;
  }

  /** Without an answer the next one waits longer: 1, 2, 4 … 30 s. */
  async #look(): Promise<boolean> {
    const { looks, clock, task } = this.#options;
    const [beganMs, gapsBefore] = [clock.monotonicMs(), this.#gapsSeen];
    const isNew = await looks.look();
    this.#gaps.look();
    // What it read may be from before a gap.
    if (this.#gapsSeen > gapsBefore) this.#lookAgain();
    const { unread } = looks;
    this.#failed = unread.length === 0 ? 0 : this.#failed + 1;
    const waitMs = unread.length === 0 ? task.everyMs : Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#failed);
    if (looks.lookedMs !== undefined || unread.length > 0)
      this.#nextLookMs = beganMs + Math.max(waitMs, unread.length === 0 ? 0 : task.everyMs / 2);
    if (!task.signal.aborted) this.#blind.looked(unread, this.#now);
    return isNew;
  }

  get #now(): BlindMoment {
    const { clock, time } = this.#options;
    return { monotonicMs: clock.monotonicMs(), wallMs: time.nowMs() };
  }

  /** Until the next look, or until time alone may make something due. */
  async #sleep(wakeMs: number | undefined, atMostMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { clock, task, alarm } = this.#options;
    await alarm.sleep(clock, Math.min(this.#untilNext(wakeMs), atMostMs), task.signal);
  }

  #untilNext(wakeMs: number | undefined): number {
    const { clock, time, task } = this.#options;
    const untilLook = this.#nextLookMs - clock.monotonicMs();
    const untilWake = wakeMs === undefined ? Number.POSITIVE_INFINITY : wakeMs - time.nowMs();
    return Math.max(1, Math.min(untilLook, untilWake, task.everyMs));
  }

  /** A restart in place: the exchange's clock, and one full look before anything is sent. */
  #afterGap(ms: number): void {
    const { note, time } = this.#options;
    note(`this machine did not run for ${Math.round(ms / 1000)} s: all is looked at again before anything is sent`);
    this.#gapsSeen += 1;
    this.#lookAgain();
    time.expire();
  }

  #lookAgain(): void {
    this.#options.looks.lookedMs = undefined;
    this.#nextLookMs = Number.NEGATIVE_INFINITY;
  }

  #newsOf(known: FollowNews['known']): FollowNews {
    const { task, time, looks } = this.#options;
    const atMs = time.nowMs();
    return {
      known,
      groups: groupStandings(task.follow, known, atMs),
      short: looks.short,
      elsewhere: looks.elsewhere,
      ...defined({ read: looks.read, presetWords: looks.presets.words }),
      atMs,
    };
  }

  /** What is in flight is awaited, and looked for meanwhile, where the exchange may be asked; whether it answers. */
  async #answered(mayAsk: boolean): Promise<boolean> {
    const { steps, looks, clock } = this.#options;
    const over = new AbortController();
    const ended = steps.ended().finally(() => over.abort('ended'));
    let isAnswered = true;
    for (let isOver = false; !isOver; isOver = over.signal.aborted) {
      await Promise.race([ended, clock.sleep(SEARCH_MS, over.signal)]);
      if (over.signal.aborted || !mayAsk) continue;
      const askedMs = clock.monotonicMs();
      const told = await looks.findUnanswered(over.signal);
      isAnswered = over.signal.aborted ? clock.monotonicMs() - askedMs < SILENT_MS : told;
    }
    await ended;
    return isAnswered;
  }

  async #end(stop: FollowStop, why?: string): Promise<FollowEnd> {
    const { looks, lastLook, findLast, task } = this.#options;
    const mayAsk = stop !== 'banned' && stop !== 'journal';
    const isSilent = this.#blind.isTold || !(await this.#answered(mayAsk));
    if (mayAsk && !isSilent && (await findLast())) task.onNews?.(this.#newsOf(await looks.known()));
    // Whoever ends it would wait a minute for an exchange that answers nothing: the newest look that was read says what is known.
    const look: LookAtAccount = isSilent ? () => Promise.resolve(undefined) : lastLook;
    const news = this.#newsOf(await looks.known());
    return { ...news, stop, ...(why !== undefined && { why }), withheld: looks.withheld, lost: looks.lost, look };
  }
}

/** Its questions are those that have no answer now. */
const PUT_OFF: LookIfRoom = () => Promise.resolve('put-off');

/** Before a look was told its positions: none has what it should have, and each may be empty, so what rests on one is not due. */
function beforePositions({ groups }: FollowPlan, known: FollowKnown): FollowKnown {
  const emptyPositions = new Set(groups.map(({ symbol, isLong }) => positionName(symbol, isLong)));
  return { ...known, positions: new Map(), emptyPositions };
}
