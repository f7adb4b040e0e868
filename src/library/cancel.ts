import { compileCancels } from '../compile/cancel-calls.ts';
import { spoken } from '../exchange/spoken.ts';
import { historyOf } from '../journal/records/known-account.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import { cancelPlanned } from '../model/event-of.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { callsDigest } from '../model/ids.ts';
import type { LastSeen } from '../model/standing.ts';
import { refuse } from '../refusal.ts';
import { selectCancels } from '../actions/prepare/cancel-selection.ts';
import { endRun } from '../actions/end-of-run.ts';
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
  const { asked, resting } = selectCancels(await session.state(plan), { only, removed: false });
  const { calls } = compileCancels(spoken.operations.calls.cancel, resting, config.exchange.cancelBatch);
  if (calls.length > 0 && !config.exchange.queries)
    refuse(
      EXIT.usage,
      'exchange.queries is off in the config, and ordo needs the order lists to see that a cancel worked',
    );
  const startedMs = clock.monotonicMs();
  const stopped = AbortSignal.any([telling.begin(), ...(signal === undefined ? [] : [signal])]);
  if (calls.length > 0) await connect();
  const digest = callsDigest(calls);
  telling.emit({ event: 'plan-loaded', ...plan, orders: asked.length, digest });
  for (const call of calls) telling.emit(cancelPlanned(call));
  const planFile = historyOf(await session.account(), plan.plan).planFile ?? IN_MEMORY;
  const tally = await session.cancel({ ...plan, planFile, digest, orders: asked, calls, signal: stopped });
  const signalled = stopped.aborted ? EXIT.interrupted : undefined;
  const { target = 'live' } = connection;
  const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
  const ending = {
    mode: 'execute',
    target,
    counts: tally.counts,
    exitCode: tally.exitCode(signalled),
    elapsedMs,
  } as const;
  const exitCode = await endRun(telling.emit, { session, tally, ending, signalled });
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
  { session, config, connect }: Working,
  plan: PlanName,
  signal: AbortSignal,
): Promise<readonly SeenOrder[]> {
  const placed = [...(await session.state(plan)).values()].filter(isAsked);
  if (placed.length === 0) return [];
  if (!config.exchange.queries) refuse(EXIT.usage, 'exchange.queries is off in the config: there is nothing to ask');
  await connect();
  const planFile = historyOf(await session.account(), plan.plan).planFile ?? IN_MEMORY;
  const looked = await session.refresh({ ...plan, planFile }, placed, signal);
  return looked.map(seenOrder);
}

function seenOrder({ order: { id, clientOid, orderId }, stand }: LookedHow): SeenOrder {
  const order = { id, clientOid, orderId };
  if (stand.kind === 'failed') return { ...order, why: stand.message };
  return { ...order, seen: stand.kind === 'seen' ? stand.seen : { state: stand.kind, atMs: stand.atMs } };
}

/** What has an order id, and is not known to be over. */
const isAsked = ({ state, orderId }: KnownOrder): boolean =>
  orderId !== undefined && (state === 'accepted' || state === 'cancel-unknown');
