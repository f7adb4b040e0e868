/**
 * Takes open orders of a plan off the exchange, and follows each to its end. `ordo cancel` and the library's `cancel` are its
 * callers, and each does the same steps: `cancelsOf` picks the orders and compiles the calls, `checkCanCancel` refuses what could
 * not be followed, the caller approves and connects, and `cancel` announces, sends, follows, and records how it ended.
 */
import { compileCancels, type CancelPlan } from '../compile/cancel-calls.ts';
import { dialectOf, spokenAs } from '../exchange/spoken.ts';
import { JournalError } from '../journal/records/journal-error.ts';
import type { Approval } from '../journal/records/ledger.ts';
import type { AccountName, PlanName } from '../journal/records/scope.ts';
import type { JournalState, KnownOrder } from '../journal/records/state.ts';
import type { Config } from '../model/config.ts';
import type { Interface } from '../model/interfaces.ts';
import { defined } from '../model/defined.ts';
import { cancelPlanned } from '../model/event-of.ts';
import type { ProtectionStated, RunEvent } from '../model/event.ts';
import type { ExitCode } from '../model/exit-code.ts';
import { callsDigest } from '../model/ids.ts';
import type { Clock, EventSink } from '../ports.ts';
import { approvalOfCancels, type SpokenApproval } from './approval.ts';
import { checkCanAsk } from './prepare/account-checks.ts';
import { exitsOver } from '../session/cancel/cancel-end.ts';
import type { CancelTally } from '../session/cancel/cancel-tally.ts';
import type { PresetOrder } from '../session/lists/preset-look.ts';
import type { Session } from '../session/session.ts';
import { hasAnswers, type AccountLook } from '../protection/journal/look.ts';
import { statedOf } from '../protection/words.ts';
import { endRun, tellProtection, type StopRequest } from './end-of-run.ts';
import { protectionNow, protectionUnsure, type AccountKnown } from './prepare/run-protection.ts';
import { isBreach } from './prepare/stops-first.ts';
import { selectCancels, type CancelChoice, type CancelSelection } from './prepare/cancel-selection.ts';
import { presetTold } from './preset-told.ts';
import { troubleLine } from './trouble-line.ts';

/** What would be cancelled. */
export interface WantedCancels extends CancelSelection, CancelPlan {
  readonly digest: string;
}

/** Refuses (exit 2) a name that stands for nothing that was placed. */
export function cancelsOf(known: JournalState, choice: CancelChoice, config: Config): WantedCancels {
  const selection = selectCancels(known, choice);
  const compiled = compileCancels(dialectOf(config).calls.cancel, selection.resting, config.exchange.cancelBatch);
  return { ...selection, ...compiled, digest: callsDigest(compiled.calls) };
}

/** `followed`: the plan, where it is followed or was: its approval covers parts that are placed meanwhile. */
interface ApprovedChoice extends CancelChoice {
  readonly followed?: PlanName;
}

/** The same with what it is approved as, by this version of the interface and by any. */
export function approvedCancels(
  known: JournalState,
  choice: ApprovedChoice,
  config: Config,
  account: AccountName,
): { readonly cancels: WantedCancels; readonly approval: Approval; readonly approvals: SpokenApproval } {
  const { only, removed, followed } = choice;
  const of = followed && { plan: followed.plan, generation: followed.generation, only, removed };
  const approved = (by: Config): Approval => approvalOfCancels(cancelsOf(known, choice, by), by, account, of);
  const approvals = { spoken: config.exchange.interface, by: (one: Interface) => approved(spokenAs(config, one)) };
  return { cancels: cancelsOf(known, choice, config), approval: approved(config), approvals };
}

/** Refuses (exit 2) where the lists cannot be asked. One that no call names is looked up all the same. */
export function checkCanCancel({ resting }: WantedCancels, config: Config): void {
  if (resting.length > 0) checkCanAsk(config, 'set it to true, or cancel on the exchange itself');
}

interface CancelRequest {
  readonly plan: PlanName;
  readonly cancels: WantedCancels;
  /** What may be open of the plan in its other generations, in words. */
  readonly elsewhere?: readonly string[];
  /** The absolute path of the plan's file, for the record. */
  readonly planFile: string;
  readonly approval?: string;
  /** By which what is left is judged, with the plan where it can be read. */
  readonly known: AccountKnown;
  /** The origin of the exchange, for the words. */
  readonly origin: string;
  readonly target: 'live' | 'paper';
}

/** What a caller that holds the account gives. */
interface CancelWith {
  readonly session: Session;
  readonly clock: Clock;
  readonly emit: EventSink;
  /** Until all that was emitted is out: nothing is sent that nobody could be told of. */
  readonly flush?: () => Promise<unknown>;
  readonly stop: StopRequest;
}

interface CancelledRun {
  readonly tally: CancelTally;
  readonly exitCode: ExitCode;
  readonly elapsedMs: number;
  /** What it leaves. */
  readonly protection: ProtectionStated;
  /** What the exchange made of the presets of these orders and is still open, by client order id; undefined: not asked. */
  readonly presets?: ReadonlyMap<string, readonly PresetOrder[]>;
}

/** What is about to be cancelled, for programs; `approval` of a dry run. */
export const cancelsAnnounced = (
  { plan, generation }: PlanName,
  { asked, digest, calls }: WantedCancels,
  approval?: string,
): readonly RunEvent[] => [
  { event: 'plan-loaded', plan, generation, orders: asked.length, digest, ...defined({ approval }) },
  ...calls.map(cancelPlanned),
];

/** Approved and connected, where there is anything to cancel. */
export async function cancel(
  { session, clock, emit, flush, stop }: CancelWith,
  { plan, cancels, elsewhere = [], planFile, approval, known, origin, target }: CancelRequest,
): Promise<CancelledRun> {
  const { asked, calls, digest } = cancels;
  const startedMs = clock.monotonicMs();
  for (const event of cancelsAnnounced(plan, cancels)) emit(event);
  for (const message of elsewhere) emit({ event: 'note', message });
  await flush?.();
  const { signal } = stop;
  const off = exitsOver(await session.state(plan), asked);
  const named = { plan: plan.plan, generation: plan.generation, planFile, digest, ...defined({ approval }) };
  const run = { ...named, ...(off.length > 0 && { off }) };
  const tally = await session.cancel({ ...run, orders: asked, calls, signal });
  tally.standsElsewhere = elsewhere.length > 0;
  const { exitCode: signalled } = stop;
  const message = troubleLine(session, origin);
  if (message !== undefined) emit({ event: 'note', message });
  const { presets, look } = calls.length === 0 ? {} : await presetsLeft({ session, emit, signal }, asked, tally);
  const left = await tellProtection({ session, emit, clock, plan }, (account) =>
    account === undefined
      ? protectionUnsure(known, new Set(asked.map(({ clientOid }) => clientOid)))
      : protectionNow({ ...known, account, ...defined({ look }) }),
  );
  tally.isNaked = isBreach(left, known);
  const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
  const counts = { ...tally.counts };
  const ending = { mode: 'execute', target, counts, exitCode: tally.exitCode(signalled), elapsedMs } as const;
  const exitCode = await endRun(emit, { session, tally, ending, signalled });
  return { tally, exitCode, elapsedMs, protection: statedOf(left, clock.wallMs(), { plan }), ...defined({ presets }) };
}

/** Where an order stands after its cancel. */
const STATES = {
  cancelled: 'cancelled',
  filled: 'filled',
  fired: 'accepted',
  refused: 'accepted',
  unknown: 'cancel-unknown',
} as const;

type Looking = Pick<CancelWith, 'session' | 'emit'> & Pick<StopRequest, 'signal'>;

/** What the exchange made of the presets of these orders and still rests: told, and left as it is. */
async function presetsLeft(
  looking: Looking,
  asked: readonly KnownOrder[],
  tally: CancelTally,
): Promise<{ readonly presets: ReadonlyMap<string, readonly PresetOrder[]>; readonly look?: AccountLook }> {
  const { emit } = looking;
  const { presets: found, look } = await presetsOf(looking, asked, tally);
  const { orders, unread } = found;
  for (const why of unread) emit({ event: 'note', message: `what the exchange made of presets is not known: ${why}` });
  const left = Map.groupBy(orders, ({ clientOid }) => clientOid);
  const ids = new Map(asked.map(({ clientOid, id }) => [clientOid, id]));
  for (const [clientOid, { outcome }] of tally.ends) {
    const [id, presets] = [ids.get(clientOid), left.get(clientOid)?.map(presetTold)];
    if (id !== undefined && presets !== undefined)
      emit({ event: 'order-state', id, clientOid, state: STATES[outcome], presets });
  }
  return { presets: left, ...(look !== undefined && hasAnswers(look) && { look }) };
}

/** A journal that fails leaves them unknown, and the cancels as they were told. */
async function presetsOf(
  { session, signal }: Looking,
  asked: readonly KnownOrder[],
  tally: CancelTally,
): ReturnType<Session['presets']> {
  if (tally.journalFailed) return { presets: { orders: [], unread: ['the journal failed'] } };
  try {
    return await session.presets(asked, signal);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    tally.journalFailed = true;
    return { presets: { orders: [], unread: [error.message] } };
  }
}
