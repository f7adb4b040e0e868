/**
 * Places a plan: everything between a checked plan and the exchange.
 *
 * Before 1, a caller that sends locks the account in the journal (on a server the plan alone), so that nobody else sends for it until the
 * session is closed.
 *
 * 1. `compiledRun` compares the plan with the account's journal and compiles what is left to send. A dry run ends here.
 * 2. `prepareRun` refuses what the journal alone can rule out (prepare/run-checks.ts): a request that may still be taken, cancels
 *    whose end could not be seen, a halt, more orders than may stand, an entry without the stop that it must have.
 * 3. `checkAtStart` reads the account, if there is anything to check it for, so that a person approves with it in view. The first
 *    question reads the keys.
 * 4. The caller has the run approved: by a person, a code or a digest.
 * 5. `beforeFirstByte` connects, checks the age of the account file, and the account unless that was done within a minute. It asks
 *    the exchange's lists whether a plan that was never sent from this journal was placed from elsewhere, and records the approval.
 * 6. `place` announces the orders, and the session sends them (session/execution.ts): it puts the run on record, looks up what an
 *    earlier run left unknown, cancels what is replaced, then sends. Each call is in the journal before its first byte
 *    (session/send/line.ts). Last, `place` names closing orders that were cancelled and are not back, says what is naked, and
 *    records how the run ended.
 *
 * What becomes of each call in 6: it waits for room in the weight windows of the exchange, and until the exchange has accepted all orders
 * that it waits for (`after`). Then it is recorded, and leaves once. Only its answer, or a list, proves that an order was accepted or rejected;
 * without that it is unknown, and with `execution.onUnknown: stop` nothing more begins: the rest is withheld. A call goes again only on proof that the
 * exchange did not take it. A later run looks unknown orders up before it sends (session/lists/look-up.ts).
 *
 * `ordo run --live` and a live watch at each approved save take all six. The library's `place` leaves out 3, as no person waits:
 * 5 checks the account. A paper run has no account to check and leaves out 3 and 5. With `--follow`, `followRun` (follow/follow.ts)
 * takes the place of `place`.
 */
import { spokenAs } from '../exchange/spoken.ts';
import type { AccountName } from '../journal/records/scope.ts';
import { emptyJournal } from '../journal/records/state.ts';
import type { Interface } from '../model/interfaces.ts';
import { defined } from '../model/defined.ts';
import type { ExitCode } from '../model/exit-code.ts';
import type { Clock, EventSink } from '../ports.ts';
import type { Placement } from '../session/place/placement.ts';
import type { Tally } from '../session/place/tally.ts';
import type { Session } from '../session/session.ts';
import { RefusalError } from '../refusal.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { approvalIn, approvalOf, type SpokenApproval } from './approval.ts';
import { endRun, lookForNotBack, tellProtection, type StopRequest } from './end-of-run.ts';
import { checkAccountFile } from './prepare/account-age.ts';
import { forOpenings, isBegun } from './prepare/begun.ts';
import { checkNoneAtWork, checkNotEdited } from './prepare/check-edited.ts';
import { checkGeneration } from './prepare/account-checks.ts';
import { checkedRun } from './prepare/account-check.ts';
import { announce } from './prepare/announce.ts';
import { toFirstRefusal, type GoThrough } from './prepare/checks.ts';
import { compileUnder, withAccountRead, withPlaces, type Chosen } from './prepare/compile-under.ts';
import { earlierUnknown } from './prepare/earlier-unknown.ts';
import { refuseFoundElsewhere } from './prepare/found-elsewhere.ts';
import { refuseMadeTwice } from './prepare/made-twice.ts';
import { lossCapOf, LOSS_CHECKS } from './prepare/loss-today.ts';
import { checkRenames, renamedWarnings } from './prepare/renames.ts';
import type { PlanMemory } from './prepare/memory.ts';
import { allowedAgain } from './prepare/again.ts';
import { checkNoFollow } from './prepare/needs-follow.ts';
import { nameOf, type PreparedRun } from './prepare/prepared-run.ts';
import { keptCheck, keptReferences } from './prepare/on-record.ts';
import { reservationOf } from './prepare/reservation.ts';
import { RUN_CHECKS } from './prepare/run-checks.ts';
import { protectionLeft } from './prepare/run-protection.ts';
import { takenUp, type TakenUp } from './prepare/edits-taken-up.ts';
import { lastMomentOf } from './prepare/still-valid.ts';
import { demandsStop, isBreach } from './prepare/stops-first.ts';
import { replacingOf } from './replacing-of.ts';

/** What a caller specifies for a run, before anything is compiled. */
export type RunInput = Omit<
  PreparedRun,
  'schedule' | 'known' | 'account' | 'look' | 'halt' | 'approval' | 'commit' | 'earlier'
>;

/** A plan that is to be placed. */
export interface PlaceRequest {
  readonly facts: RunInput;
  /** What a person selected of it. */
  readonly chosen: Chosen;
  /** The plan's text, for warnings at its lines. */
  readonly source?: SourceFile;
  /** What the account's journal knows; undefined where none is asked. */
  readonly memory?: PlanMemory;
  /** The account, where what is sent for it takes an approval code. */
  readonly account?: AccountName;
}

/** A run that is compiled and checked. */
export interface CompiledRun {
  readonly run: PreparedRun;
  /** Warnings of what the journal knows beside the plan's text. */
  readonly renamed: readonly Diagnostic[];
  /** Whether this plan was ever sent from this journal. */
  readonly wasPlaced: boolean;
  /** Where it takes an approval. */
  readonly approvals?: SpokenApproval;
  /** When the account was checked for it, on the monotonic clock. */
  readonly checkedMs?: number;
}

/**
 * Refuses a plan that needs `--follow` and is executed without it (exit 2), a lowered generation or one that leaves an earlier one at
 * work, a rename of an order that was never sent, and an edit of what is at work of a plan that is followed (exit 5). It asks nobody.
 */
export function compiledRun({ facts, chosen, source, memory, account }: PlaceRequest): CompiledRun {
  const { plan, config } = facts;
  if (facts.mode === 'execute') checkNoFollow(plan, facts.follows === true);
  const { account: remembered = [], known, history } = memory ?? { known: emptyJournal };
  const { edited, selected } = takenUp({ ...facts, chosen, account: remembered });
  if (memory !== undefined) checkAgainst(memory, facts, edited);
  const placed = withPlaces(compileUnder(config, plan, known, selected), chosen.planPath);
  const schedule = facts.target === 'live' ? withAccountRead(placed, config) : placed;
  const renamed = source === undefined ? [] : renamedWarnings(plan, known, source);
  const run = {
    ...facts,
    schedule,
    known,
    ...defined({ account: memory?.account, look: memory?.look, halt: memory?.halt }),
    ...(history?.wasPlaced === true && { wasPlaced: true as const }),
    ...defined({ again: allowedAgain(plan, { account: remembered, known }, chosen) }),
    ...defined({ edited }),
    ...(account !== undefined && { approval: approvalOf(plan, config, account, schedule) }),
    warnings: facts.warnings + renamed.length,
    ...defined({ minSizeOf: chosen.minSizeOf }),
  };
  const approvals = account && {
    spoken: config.exchange.interface,
    by: (version: Interface) => {
      const spoken = spokenAs(config, version);
      return approvalOf(plan, spoken, account, compileUnder(spoken, plan, known, selected));
    },
  };
  return { run, renamed, wasPlaced: history?.wasPlaced === true, ...defined({ approvals }) };
}

function checkAgainst({ history, account, known }: PlanMemory, facts: RunInput, edited: TakenUp | undefined): void {
  const { plan } = facts;
  checkGeneration(plan, history, account);
  checkNoneAtWork(plan, account);
  checkRenames(plan, known, account);
  checkNotEdited(facts, account, edited);
}

/** Refuses what must not be sent. The exchange is not asked. */
export async function prepareRun(
  session: Session,
  request: PlaceRequest,
  through: GoThrough = toFirstRefusal,
): Promise<CompiledRun> {
  const compiled = compiledRun(request);
  const { config, known, schedule, planFile } = compiled.run;
  const earlier = earlierUnknown(config, known, schedule, planFile);
  const run = { ...compiled.run, ...defined({ earlier }) };
  await forOpenings({ run, session }, () => through(RUN_CHECKS, { session, run }));
  return { ...compiled, run };
}

/** Whether anything can be sent. If not, no key is read. */
export const sends = ({ schedule, earlier, follows }: PreparedRun): boolean =>
  (schedule.calls.length > 0 || schedule.cancels !== undefined || follows === true) && earlier?.canLookUp !== false;

const NEVER = new AbortController().signal;

/** How long a check of the account holds. */
const CHECK_HOLDS_MS = 60_000;

/** The run with what the check saw, if there is anything to check. Refuses it (exit 2, 4, 5 or 8) for what the account has against it. */
export async function checkAccount(
  { session, clock, emit, connect, signal = NEVER, asksUntil, through = toFirstRefusal }: Connecting,
  compiled: CompiledRun,
): Promise<CompiledRun> {
  const { run } = compiled;
  const asks = run.schedule.check !== undefined;
  if ((!asks && lossCapOf(run) === undefined) || !sends(run)) return compiled;
  await connect();
  const { wasPlaced } = compiled;
  const nowMs = (): number => clock.wallMs();
  const checked = asks
    ? await checkedRun({ session, emit, nowMs, wasPlaced, through, ...defined({ asksUntil }) }, run)
    : run;
  await through(LOSS_CHECKS, { session, run: checked, nowMs: nowMs(), signal });
  return { ...compiled, run: checked, checkedMs: clock.monotonicMs() };
}

/** The same as a run starts: one that follows what is held or works goes on without what only openings need. */
export async function checkAtStart(asking: Connecting, compiled: CompiledRun): Promise<CompiledRun> {
  const { session, clock, emit } = asking;
  const found = await forOpenings({ run: compiled.run, session }, () => checkAccount(asking, compiled));
  if (!(found instanceof RefusalError)) return found;
  emit({ event: 'note', message: `what opens is not sent yet: ${found.refusal.message}` });
  return { ...compiled, checkedMs: clock.monotonicMs() };
}

/** What a caller that holds the account gives. */
export interface Connecting extends Pick<PlaceWith, 'session' | 'clock' | 'emit'> {
  /** Reads the keys, once, and ties the account to its key; refuses (exit 2) another one. */
  readonly connect: () => Promise<void>;
  /** If it is aborted already, nobody is asked: nothing is sent either. */
  readonly signal?: AbortSignal;
  /** Nobody is asked any more once it is aborted, and what was read says nothing. */
  readonly asksUntil?: AbortSignal;
  /** By default a run ends at the first check that refuses. */
  readonly through?: GoThrough;
}

/**
 * The run with what the last check saw. Connects if anything is to be sent or looked up. The approval is recorded last, because it
 * lets an interrupted run continue.
 */
export async function beforeFirstByte(asking: Connecting, compiled: CompiledRun): Promise<PreparedRun> {
  const { session, clock, connect, signal } = asking;
  const { wasPlaced, checkedMs } = compiled;
  if (sends(compiled.run) || compiled.run.earlier?.canLookUp === true) await connect();
  if (!sends(compiled.run)) return compiled.run;
  // A person may have taken their time to approve.
  if (!isBegun(compiled.run)) checkAccountFile(compiled.run, clock.wallMs());
  const isFresh = checkedMs !== undefined && clock.monotonicMs() - checkedMs <= CHECK_HOLDS_MS;
  const { run } = isFresh || signal?.aborted === true ? compiled : await checkAtStart(asking, compiled);
  const { plan, config, schedule, known, exchange: origin, planFile: planPath, options } = run;
  if (config.exchange.queries && signal?.aborted !== true) {
    const [asked, nowMs] = [{ session, origin, schedule, known }, clock.wallMs()];
    if (!wasPlaced) await refuseFoundElsewhere({ ...asked, plan, planPath, options, nowMs });
    await refuseMadeTwice(asked);
  }
  if (run.approval !== undefined) await session.approve(nameOf(plan), approvalIn(run));
  return run;
}

/** What a caller that holds the account, and is connected, gives. */
export interface PlaceWith extends Pick<Placement, 'hold' | 'onUnrecorded'> {
  readonly session: Session;
  readonly clock: Clock;
  readonly emit: EventSink;
  /** Waits until every event is written: nothing is sent that nobody could be told of. */
  readonly flush?: () => Promise<unknown>;
  readonly stop: StopRequest;
  /** The absolute path of the plan's file, for the record. */
  readonly planFile: string;
  /** Looks after what was sent, before it is told how the run ended. The run with what was seen since. */
  readonly lookAfter?: (run: PreparedRun, tally: Tally) => Promise<PreparedRun>;
}

interface PlacedRun {
  readonly tally: Tally;
  readonly exitCode: ExitCode;
}

/** Sends what was prepared and approved. A stop ends the sending; answers to calls in flight are still awaited. */
export async function place(
  { session, clock, emit, flush, stop, planFile, hold, onUnrecorded, lookAfter }: PlaceWith,
  run: PreparedRun,
): Promise<PlacedRun> {
  const { plan, schedule, mode, target, reviewed, approval, commit, earlier } = run;
  const startedMs = clock.monotonicMs();
  const announced = announce(emit, run);
  await flush?.();
  const tally = await session.place({
    ...nameOf(plan),
    schedule,
    planFile,
    announced,
    signal: stop.signal,
    hold,
    reservation: reservationOf(run),
    ...defined({ approval: reviewed?.approval ?? approval?.code, commit, earlier, onUnrecorded }),
    ...defined({ checked: keptCheck(run), references: keptReferences(run) }),
    ...(demandsStop(plan.limits) && { requiresStop: true }),
    ...defined({ validUntilMs: lastMomentOf(run), replacing: replacingOf(run, emit) }),
  });
  const seen = (await lookAfter?.(run, tally)) ?? run;
  await lookForNotBack(session, tally, run);
  const left = await tellProtection({ session, emit, clock, plan: nameOf(plan) }, (account) =>
    protectionLeft(seen, account),
  );
  tally.isNaked = isBreach(left, run);
  const { exitCode: signalled } = stop;
  const counts = { ...tally.counts };
  const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
  const ending = { mode, target, counts, exitCode: tally.exitCode(signalled), elapsedMs };
  const told = { ...ending, ...defined({ cancels: tally.cancels }) };
  return { tally, exitCode: await endRun(emit, { session, tally, ending: told, signalled }) };
}
