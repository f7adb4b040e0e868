import { historyOf } from '../journal/records/known-account.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { ExitCode } from '../model/exit-code.ts';
import type { LastSeen } from '../model/standing.ts';
import { checkCanAsk } from '../actions/prepare/account-checks.ts';
import { cancel, cancelsOf, checkCanCancel } from '../actions/cancel.ts';
import { isAsked } from '../actions/look-up.ts';
import { refresh } from '../actions/refresh.ts';
import { stopOf } from '../actions/end-of-run.ts';
import type { CancelCounts } from '../session/cancel/cancel-end.ts';
import type { LookedHow } from '../session/lists/standing-look.ts';
import type { Working } from './holding.ts';
import { IN_MEMORY } from './load.ts';
import { endOf, type RunEnd, type ToldCancel } from './placed.ts';

export interface CancelOptions {
  /** Only these orders; without it every order of the plan that may rest. */
  readonly only?: readonly string[];
  /** Once it is aborted, no new call starts, and nothing is waited for but what is in flight. */
  readonly signal?: AbortSignal;
}

/** What cancelling came to. Every order that was asked about has exactly one end. */
export interface CancelledPlan {
  readonly end: RunEnd;
  /** The same as the command's exit code: 0 only where none of the orders stands. */
  readonly exitCode: ExitCode;
  readonly counts: Readonly<CancelCounts>;
  /** By order id. */
  readonly ends: ReadonlyMap<string, ToldCancel>;
}

/** Takes standing orders of a plan off, and follows each to its end. Throws RefusalError. */
export async function cancelStanding(
  { session, config, connect, connection, telling, clock }: Working,
  plan: PlanName,
  { only = [], signal }: CancelOptions,
): Promise<CancelledPlan> {
  const cancels = cancelsOf(await session.state(plan), { only, removed: false }, config);
  checkCanCancel(cancels, config);
  const stopped = AbortSignal.any([telling.begin(), ...(signal === undefined ? [] : [signal])]);
  if (cancels.resting.length > 0) await connect();
  const account = await session.account();
  const planFile = historyOf(account, plan.plan).planFile ?? IN_MEMORY;
  const { origin, target = 'live' } = connection;
  const { tally, exitCode } = await cancel(
    { session, clock, emit: telling.emit, stop: stopOf(stopped) },
    { plan, cancels, planFile, known: { config, account }, origin, target },
  );
  telling.end();
  return { end: endOf(exitCode), exitCode, counts: tally.counts, ends: telling.cancels };
}

/** How a placed order stood on the exchange when it was asked about. */
export interface SeenOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly orderId: string;
  /** Undefined where what was read does not tell; `why` says why. */
  readonly seen?: LastSeen;
  readonly why?: string;
}

/** Looks how the placed orders of a plan stand; kept in the ledger. Throws RefusalError. */
export async function refreshPlan(
  { session, config, connect, connection }: Working,
  plan: PlanName,
  signal: AbortSignal,
): Promise<readonly SeenOrder[]> {
  if (![...(await session.state(plan)).values()].some(isAsked)) return [];
  checkCanAsk(config);
  await connect();
  const planFile = historyOf(await session.account(), plan.plan).planFile ?? IN_MEMORY;
  const { origin } = connection;
  const { looked } = await refresh(session, { plan, planFile, origin, stop: stopOf(signal), withPresets: false });
  return looked.map(seenOrder);
}

function seenOrder({ order: { id, clientOid, orderId }, stand }: LookedHow): SeenOrder {
  const order = { id, clientOid, orderId };
  if (stand.kind === 'failed') return { ...order, why: stand.message };
  return { ...order, seen: stand.kind === 'seen' ? stand.seen : { state: stand.kind, atMs: stand.atMs } };
}
