/** A run that follows its plan, put together: what looks, what takes the steps, and the loop over both. */
import type { Calls } from '../../exchange/dialect.ts';
import { JournalError } from '../../journal/records/journal-error.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { ReserveWanted } from '../../journal/records/reserve.ts';
import type { LookPart } from '../../journal/records/request.ts';
import type { RunRecord } from '../../journal/records/run-record.ts';
import type { Weight } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { Clock, EventSink } from '../../ports.ts';
import { hasAnswers } from '../../protection/journal/look.ts';
import type { Spool } from '../../journal/files/spool.ts';
import type { LookedUp } from '../lists/look-up.ts';
import type { Sought } from '../lists/list-matches.ts';
import type { AfterPlacing, AfterPlacingOptions } from '../place/after-placing.ts';
import type { PlacingOptions } from '../place/placing.ts';
import type { Restraint } from '../send/exchange-pause.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { AccountLooks } from './account-looks.ts';
import { AskedToEnd } from './asked-to-end.ts';
import { Alarm } from './beside.ts';
import { ExchangeTime } from './exchange-time.ts';
import type { FollowEnd, FollowTask, LookAtAccount } from './follow-task.ts';
import { FollowLoop } from './follow-loop.ts';
import { Halts } from './halts.ts';
import { InFlight } from './in-flight.ts';
import { OpeningsHeld } from './held-back.ts';
import { afterKnown } from './known-first.ts';
import { Looks } from './looks.ts';
import { Steps } from './steps.ts';

export interface FollowWith extends Omit<
  PlacingOptions,
  'claim' | 'hold' | 'spool' | 'validUntilMs' | 'settleEarlier'
> {
  readonly claim: Claim;
  readonly spool: Spool;
  readonly calls: Calls;
  readonly restraint: Restraint;
  readonly inquiry: () => InquiryOptions;
  readonly after: (over: Partial<AfterPlacingOptions>) => AfterPlacing;
  readonly lookUp: (orders: readonly Sought[], signal: AbortSignal) => AsyncIterable<LookedUp>;
  /** How far the exchange's clock is ahead; undefined where it does not give its time. */
  readonly askClock: () => Promise<{ readonly aheadMs: number } | undefined>;
}

/** What is held and covered is told to whoever ends it, too: so long it goes on asking. */
const LAST_LOOK_MS = 8_000;

/** How long a turn waits for the end of a cancel; what is not seen over by then, the next look goes on with. */
const CANCEL_WAIT_MS = 1_000;

/** Rejects, before anything is sent, with what the reservation says against it; one that goes on ends instead. */
export async function follow(how: FollowWith, task: FollowTask): Promise<FollowEnd> {
  const { goesOn } = task;
  try {
    return await followed(how, task);
  } catch (error) {
    if (goesOn === undefined || !(error instanceof JournalError)) throw error;
    return { ...goesOn, stop: 'journal', why: error.message };
  }
}

async function followed(how: FollowWith, given: FollowTask): Promise<FollowEnd> {
  const { claim, clock, emit, settings, restraint, calls } = how;
  const note = (message: string): void => emit({ event: 'note', message });
  restraint.outwait();
  const asked = new AskedToEnd(claim, given.signal, note);
  const task = { ...given, signal: asked.signal };
  const { onUnrecorded } = task;
  const record = recordOf(task, calls);
  let begun = await claim.begin(record, task.reservation);
  // Others may have reserved the rest of a cap meanwhile: what is held keeps its exits all the same.
  const mustGoOn = task.isBegun === true || task.goesOn !== undefined;
  const capped = begun.ok || !mustGoOn ? undefined : begun.error.message;
  if (capped !== undefined) begun = await claim.begin(record);
  if (!begun.ok) throw begun.error;
  const { everyMs = task.everyMs } = begun.value ?? {};
  if (everyMs > task.everyMs * MUCH_FURTHER) note(furtherApart(everyMs));
  const time = new ExchangeTime(clock);
  const begunAt = { monotonicMs: clock.monotonicMs(), wallMs: time.nowMs() };
  const inquiry = (look: LookPart): InquiryOptions => ({ ...how.inquiry(), look });
  const looking = { ...how, inquiry, task, time, note, cancelWaitMs: settings.cancelWaitMs };
  const { aheadMs } = (await afterKnown(task, new Looks(looking), { clock, note, ask: how.askClock })) ?? {};
  time.set(aheadMs);
  const inFlight = new InFlight(clock);
  const looks = new Looks({ ...looking, inFlight });
  const cancelWaitMs = Math.min(CANCEL_WAIT_MS, settings.cancelWaitMs);
  const after = (told: EventSink): AfterPlacing =>
    how.after({
      clock: time.clock,
      emit: told,
      settings: { ...settings, cancelWaitMs },
      inquiry: { ...inquiry('ended'), maxPauseMs: cancelWaitMs },
    });
  const halts = new Halts(claim, note);
  const spool: ConstructorParameters<typeof Steps>[0]['spool'] = (verdicts) => {
    onUnrecorded?.(verdicts);
    return how.spool.keep(verdicts);
  };
  const refused = task.forbidden ?? capped;
  const alarm = new Alarm();
  const heldBack = new OpeningsHeld({ task, time, halts, looks, emit, alarm, ...defined({ refused }) });
  const proved = inFlight.proved.bind(inFlight);
  const sending = { ...how, spool, time, calls, proved };
  const steps = new Steps({ ...sending, task: { ...task, everyMs }, looks, heldBack, note, after, alarm });
  const account = new AccountLooks(how, { look: task.look, waitMs: everyMs, signal: task.signal });
  const own = { clock, time, looks, halts, heldBack, asked, steps, restraint, note, blind: emit, begunAt, alarm };
  const loop = new FollowLoop({
    ...own,
    task: { ...task, everyMs },
    maxPauseMs: settings.maxPauseMs,
    askTime: async () => (await how.askClock())?.aheadMs,
    lookAtAccount: account.ifRoom,
    lastLook: lookingBy(how, { inquiry: inquiry('last') }),
    findLast: () => inTime(clock, (signal) => looks.findLast(signal)),
  });
  try {
    return await loop.run();
  } finally {
    await Promise.all([account.end(), heldBack.end()]);
  }
}

async function endAfter(slept: Promise<void>, told: AbortSignal, late: AbortController): Promise<void> {
  await slept;
  if (!told.aborted) late.abort('its answers are late');
}

/** Whoever ends it next to an exchange that answers nothing waits for one question, and not for each of its lists. */
const lookingBy =
  (how: FollowWith, options: Partial<AfterPlacingOptions>): LookAtAccount =>
  () =>
    inTime(how.clock, async (signal) => {
      const isLate = (): boolean => signal.aborted;
      const { look } = await how.after(options).look({ orders: [], carrying: [], signal, isLate });
      return look === undefined || !isLate() || hasAnswers(look) ? look : undefined;
    });

/** What is asked as a run ends: nothing more of it once its answers are late. */
async function inTime<T>(clock: Clock, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const [late, told] = [new AbortController(), new AbortController()];
  void endAfter(clock.sleep(LAST_LOOK_MS, told.signal), told.signal, late);
  try {
    return await ask(late.signal);
  } finally {
    told.abort();
  }
}

/** What the journal is to have of it before its first intent. */
function recordOf(task: FollowTask, calls: Calls): RunRecord {
  const { plan, generation, planFile, digest } = task;
  const more = defined({
    commit: task.commit,
    approval: task.approval,
    checked: task.checked,
    references: task.references,
    requiresStop: task.requiresStop,
    stops: task.stops,
    groups: task.groups,
    again: task.again,
    edited: task.edited,
    announced: task.announced,
  });
  const reserve = { look: task.look, everyMs: task.everyMs, ...roomOf(calls) };
  return { plan, generation, planFile, digest, isFollow: true, reserve, ...more };
}

/** Two exits and two cancels. */
function roomOf({ place, cancel }: Calls): Pick<ReserveWanted, 'room' | 'orders'> {
  const [exit, off] = [place.weight('trigger', 1), cancel.weight('trigger', 1)];
  const twice = (of: (weight: Weight) => number): number => 2 * (of(exit) + of(off));
  const [ip, uid] = [twice((weight) => weight.ip), twice((weight) => weight.uid)];
  return { room: { ip, uid, orderCalls: 4 }, orders: 2 };
}

/** What is less is the slack of an answer. */
const MUCH_FURTHER = 1.2;

const furtherApart = (everyMs: number): string =>
  `looks are ${Math.round(everyMs / 100) / 10} s apart: runs of other plans have reserved the rest of the weight`;
