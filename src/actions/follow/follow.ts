/**
 * Follows a plan, for `ordo run --follow` and the library: exits are sent as entries fill, one fill cancels another order, what is not
 * filled in time goes off. The caller holds the plan, has connected, and has the run approved.
 */
import { followPlan, type FollowPlan } from '../../compile/follow/follow-plan.ts';
import { needlessExits } from '../../compile/follow/waiting.ts';
import { defined } from '../../model/defined.ts';
import type { EventSink } from '../../ports.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { OrderOutcome, RunEvent } from '../../model/event.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { PlannedOrder } from '../../model/order.ts';
import type { Protection } from '../../protection/protection.ts';
import type { FollowEnd, FollowNews, FollowTask } from '../../session/follow/follow-task.ts';
import { Tally } from '../../session/place/tally.ts';
import { endRun, readable } from '../end-of-run.ts';
import type { PlaceWith } from '../place.ts';
import { isBegun } from '../prepare/begun.ts';
import { keptCheck, keptReferences } from '../prepare/on-record.ts';
import { lastMomentOf } from '../prepare/still-valid.ts';
import { announce } from '../prepare/announce.ts';
import { followedOf, lookOf } from '../prepare/follow-told.ts';
import { keptGroups } from '../prepare/kept-groups.ts';
import { keptStops } from '../prepare/followed-stops.ts';
import { nameOf, type PreparedRun } from '../prepare/prepared-run.ts';
import { reservationOf } from '../prepare/reservation.ts';
import { demandsStop, isBreach } from '../prepare/stops-first.ts';
import { CancelEnds } from './cancel-ends.ts';
import { exitOf, leftOf, presetAmiss, standingPart, standsAs, whyNotSent, type LeftTold } from './ending.ts';
import { OldJournal } from './old-journal.ts';
import { FoundSince } from './found-since.ts';
import { OwnClosesTold } from './own-closes-told.ts';
import { OpeningsCheck } from './openings-check.ts';
import { ShortsTold } from './shorts-told.ts';
import { FollowTold } from './told.ts';

interface FollowedRun {
  readonly end: FollowEnd;
  readonly exitCode: ExitCode;
}

type FollowRunWith = Omit<PlaceWith, 'lookAfter'>;

/** Looks, and sends what is due, until nothing can become due any more or a person ends it. */
export async function followRun(how: FollowRunWith, run: PreparedRun): Promise<FollowedRun> {
  const { session, clock, emit, flush, stop } = how;
  const { plan, mode, target } = run;
  const elapsedMs = since(clock);
  const tally = new Tally();
  const outcomes = new Set<string>();
  const follow = followPlan(plan, rulesOf(run));
  const told = new FollowTold({ run, follow, session, clock, emit });
  const counted = countedBy({ run, follow, newest: await readable(() => session.newestLook()) });
  const cancels = new CancelEnds();
  const tell = withRecord(how);
  const found = new FoundSince(tell, tally);
  const openings = new OpeningsCheck({ run, session, clock, emit });
  const count: EventSink = (event) => {
    told.heard(event);
    cancels.take(event);
    found.take(event);
    if (event.event !== 'order-outcome') return;
    tally.count(event);
    outcomes.add(event.id);
  };
  const announced = announce(emit, run);
  await flush?.();
  const old = new OldJournal(session, run);
  const ended = await old.during({ tally, elapsedMs }, async () =>
    session.follow({
      ...(await taskOf(how, run)),
      ...old.asked,
      announced,
      follow,
      checkOpenings: (orders, signal) => openings.ask(orders, signal),
      onNews: (news) => {
        openings.heard(news);
        cancels.seen(news).forEach(emit);
        found.seen(news);
        told.news(counted(news));
      },
      onQuiet: (news, look) => told.quiet(counted(news), look),
      onOutcome: count,
      onCancelling: (steps) => told.cancelling(steps),
    }),
  );
  const end = withNeedless(counted(ended), follow);
  found.seen(end);
  told.stated(end, true);
  for (const last of lastOutcomes(outcomes, end, run)) {
    tell(last);
    count(last);
  }
  tellNaked(session, told, end);
  if (end.stop !== 'at-end') tell(stoppingOf(end, end.stop, stop.exitCode));
  const { protection, groups } = await told.protection(end, end.look, { tell });
  told.ended(end, groups);
  const exitCode = await exitCodeOf(how, run, { ...end, groups }, protection);
  const came = { counts: { ...tally.counts }, exitCode, elapsedMs: elapsedMs(), ...leftTold(leftOf(plan.orders, end)) };
  const ending = { mode, target, ...came };
  const judged = { exitCode: () => exitCode, journalFailed: end.stop === 'journal' };
  return { end, exitCode: await endRun(emit, { session, tally: judged, ending, signalled: stop.exitCode }) };
}

/** News as they are told: with what is known beside trades and lists. */
function countedBy(how: ConstructorParameters<typeof OwnClosesTold>[0]): <News extends FollowNews>(news: News) => News {
  const own = new OwnClosesTold(how);
  const shorts = new ShortsTold(how.follow.orders);
  return (news) => own.counted(shorts.told(news));
}

/** Exits of entries that are over, and of which nothing is held, wait for nothing. */
function withNeedless(end: FollowEnd, follow: FollowPlan): FollowEnd {
  const withheld = new Map(end.withheld);
  for (const id of needlessExits(follow, end.known, end.atMs))
    if (!end.known.placed.has(id) && !withheld.has(id)) withheld.set(id, { reason: 'not-needed' });
  return { ...end, withheld };
}

function since(clock: FollowRunWith['clock']): () => number {
  const startedMs = clock.monotonicMs();
  return () => Math.round(clock.monotonicMs() - startedMs);
}

function tellNaked(session: FollowRunWith['session'], told: FollowTold, { atMs }: FollowEnd): void {
  const message = told.naked.words(atMs);
  if (message !== undefined) session.tell({ event: 'note', message });
}

/** What the plan and its run say of it. */
async function taskOf(
  { session, stop, planFile, hold, onUnrecorded }: FollowRunWith,
  run: PreparedRun,
): Promise<Omit<FollowTask, 'follow'>> {
  const { plan, config, schedule, reviewed, approval, commit } = run;
  const name = nameOf(plan);
  return {
    ...name,
    planFile,
    digest: schedule.digest,
    rules: { batchPresets: config.exchange.batchPresets, maxOrdersPerCall: config.execution.maxOrdersPerCall },
    cancelBatch: config.exchange.cancelBatch,
    everyMs: everyOf(run),
    look: lookOf(run),
    signal: stop.signal,
    hold,
    reservation: reservationOf(run),
    ...defined({ approvedMs: approvedMs(await session.approvals(name), run) }),
    ...defined({ approval: reviewed?.approval ?? approval?.code, commit, onUnrecorded }),
    ...defined({ checked: keptCheck(run), references: keptReferences(run), validUntilMs: lastMomentOf(run) }),
    ...(demandsStop(plan.limits) && { requiresStop: true }),
    ...(isBegun(run) && { isBegun: true }),
    ...defined({ forbidden: run.forbidden }),
    ...defined({ stops: keptStops(plan), groups: keptGroups(plan), again: run.again && [...run.again] }),
    ...defined({ edited: run.edited && [...run.edited] }),
  };
}

/** Told, and kept in the run's record where no other record says it. */
const withRecord =
  ({ emit, session }: FollowRunWith): EventSink =>
  (event) => {
    emit(event);
    session.tell(event);
  };

const stoppingOf = ({ why }: FollowEnd, stop: keyof typeof STOPPED, exitCode: ExitCode | undefined): RunEvent => ({
  event: 'run-stopping',
  why: why ?? STOPPED[stop],
  inFlight: 0,
  ...((stop === 'asked' || stop === 'journal' || stop === 'taken') && { cause: stop }),
  // No signal has that code.
  ...(stop === 'stopped' && exitCode === EXIT.usage && { cause: 'output' }),
});

async function exitCodeOf(
  { session, stop }: FollowRunWith,
  run: PreparedRun,
  end: FollowEnd,
  protection: Protection,
): Promise<ExitCode> {
  const account = (await readable(() => session.account())) ?? run.account;
  const isNaked = isBreach(protection, { ...run, account });
  const preset = presetAmiss(protection, nameOf(run.plan));
  return exitOf(run.plan.orders, end, { signalled: stop.exitCode, isNaked, preset });
}

const STOPPED: Readonly<Record<Exclude<FollowEnd['stop'], 'at-end'>, string>> = {
  stopped: 'interrupted',
  banned: 'the exchange refuses this address',
  journal: 'the journal cannot be written',
  asked: 'another command asked for it',
  taken: 'another run has the plan',
};

/** Absent where nothing is left. */
const leftTold = ([first, ...more]: readonly LeftTold[]): { left?: [LeftTold, ...LeftTold[]] } =>
  first === undefined ? {} : { left: [first, ...more] };

/** What the plan is followed by: steps and least sizes, and the settings that decide about openings. */
const rulesOf = ({ config, instrumentOf }: PreparedRun): Parameters<typeof followPlan>[1] => ({
  instrumentOf: (symbol) => instrumentOf?.(symbol),
  onUnknown: config.execution.onUnknown,
  maxPauseMs: config.execution.maxPauseMs,
});

function everyOf(run: PreparedRun): number {
  const followed = followedOf(run);
  return followed !== undefined && 'everyMs' in followed ? followed.everyMs : run.config.execution.lookEveryMs;
}

/** The oldest approval that says the same of all that is sent later: slices begin with it, whatever was killed since. */
function approvedMs(
  approvals: readonly Approval[],
  { schedule: { later = [] }, approval }: PreparedRun,
): number | undefined {
  const same = approvals.filter(({ orders }) =>
    later.every(
      ({ clientOid }) => orders[clientOid] !== undefined && orders[clientOid] === approval?.orders[clientOid],
    ),
  );
  return same.at(-1)?.atMs;
}

/** Of orders of which this run told nothing yet. */
const lastOutcomes = (told: ReadonlySet<string>, end: FollowEnd, run: PreparedRun): OrderOutcome[] =>
  run.plan.orders.flatMap((order) => (told.has(order.id) ? [] : [lastOutcome(order, end, run)]));

function lastOutcome(order: PlannedOrder, end: FollowEnd, { schedule, known }: PreparedRun): OrderOutcome {
  const { id } = order;
  const placed = [...schedule.pending.values(), ...(schedule.later ?? [])].find((one) => one.id === id);
  const clientOid = placed?.clientOid ?? known.get(id)?.clientOid ?? '';
  const reason = whyNotSent(order, end);
  const part = standingPart(end.known.placed.get(id) ?? []);
  if (reason === undefined && part !== undefined)
    return { event: 'order-outcome', id, clientOid: part.clientOid, outcome: 'withheld', reason: standsAs(part) };
  const { lateMs, message } = end.withheld.get(id) ?? {};
  return {
    event: 'order-outcome',
    id,
    clientOid,
    outcome: 'withheld',
    reason: reason ?? 'waiting',
    ...defined({ message: lateMs === undefined ? message : `${Math.round(lateMs / 1000)} s late` }),
  };
}
