/** Cancels orders of any plans, plan by plan, and follows each to its end. Those of a plan are on record as a run of it. */
import { compileCancels, type CancelPlan } from '../../compile/cancel-calls.ts';
import { dialectOf } from '../../exchange/spoken.ts';
import type { PlanOrder } from '../../journal/records/known-account.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { Config } from '../../model/config.ts';
import { callsDigest } from '../../model/ids.ts';
import type { CancelEnd } from '../../session/cancel/cancel-end.ts';
import { settleFound } from '../../session/lists/earlier.ts';
import { soughtOf } from '../../session/lists/lookup-keys.ts';
import type { FlattenNotes, FlattenStep, FlattenWith } from './flatten-with.ts';

/** The calls that cancel these, as they are known. */
export const cancelPlan = (orders: readonly KnownOrder[], config: Config): CancelPlan =>
  compileCancels(dialectOf(config).calls.cancel, orders, config.exchange.cancelBatch);

export const byPlan = (orders: readonly PlanOrder[]): readonly (readonly PlanOrder[])[] => [
  ...Map.groupBy(orders, ({ plan, generation }) => `${plan} ${generation}`).values(),
];

/** What is unknown of them is settled first by what the lists have. */
export async function findUnknown({ session, stop }: FlattenWith, orders: readonly PlanOrder[]): Promise<void> {
  const unknown = orders.filter(({ order }) => order.orderId === undefined);
  for (const group of byPlan(unknown)) {
    const { plan, generation } = group[0] as PlanOrder;
    const sought = group.map(({ order }) => soughtOf(order));
    await settleFound(session.lookUp({ plan, generation, planFile: plan }, sought, stop.signal), session);
  }
}

/** Asks again how far these were filled before they went off. */
export async function askFilled({ session, stop }: FlattenWith, orders: readonly PlanOrder[]): Promise<void> {
  for (const group of byPlan(orders)) {
    const { plan, generation } = group[0] as PlanOrder;
    const asked = group.map(({ order }) => order);
    await session.refresh({ plan, generation, planFile: plan }, asked, stop.signal);
  }
}

export async function cancelOrders(
  { session, clock, config, stop, approval, target = 'live' }: FlattenWith,
  orders: readonly PlanOrder[],
  notes: FlattenNotes,
): Promise<void> {
  for (const group of byPlan(orders)) {
    if (stop.signal.aborted) return;
    const { plan, generation } = group[0] as PlanOrder;
    const asked = group.map(({ order }) => order);
    const { calls } = cancelPlan(asked, config);
    const digest = callsDigest(calls);
    const startedMs = clock.monotonicMs();
    const run = { plan, generation, planFile: plan, digest, approval: approval.code };
    const tally = await session.cancel({ ...run, orders: asked, calls, signal: stop.signal });
    const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
    for (const { id, clientOid } of asked)
      notes.done.push({ clientOid, name: `${plan}: ${id}`, ...stepOf(tally.ends.get(clientOid)) });
    if (tally.isLimited) notes.limited = tally.stop?.why ?? '';
    // What was sent is told even where the journal fails here.
    const exitCode = tally.exitCode(stop.exitCode);
    await session.finish({ mode: 'execute', target, counts: { ...tally.counts }, exitCode, elapsedMs });
  }
}

/** What became of a cancel. Of the order itself it says nothing that it was refused, or did not leave. */
function stepOf(end: CancelEnd | undefined): Pick<FlattenStep, 'kind' | 'words'> {
  const words = [end?.code, end?.message].filter((text) => text !== undefined).join(' ');
  if (end === undefined || end.outcome === 'fired') return { kind: 'unknown', words };
  if (end.outcome !== 'refused') return { kind: end.outcome, words };
  if (end.rule === 'cancel-not-sent') return { kind: 'withheld', words };
  return { kind: 'refused', words: `its cancel was refused: ${words}` };
}
