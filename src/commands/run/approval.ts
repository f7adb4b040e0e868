/**
 * What a person approves before a live run: the bytes, where they go, for which account, and the settings that decide about
 * sending. The approval code stands for all of it.
 */
import { hash } from 'node:crypto';
import type { Schedule } from '../../compile/compile-plan.ts';
import type { Config } from '../../model/config.ts';
import { Decimal } from '../../model/decimal.ts';
import { EXIT } from '../../model/exit-code.ts';
import { wholeContent, type Order, type Plan } from '../../model/order.ts';
import type { Approval } from '../../ledger/ledger.ts';
import type { AccountName, PlanName } from '../../ledger/scope.ts';
import type { Session } from '../../session/session.ts';
import { DIGEST_SHOWN } from '../../report/text/phrases.ts';
import { askToApprove } from './approval-question.ts';
import type { PreparedRun } from '../../run/prepared-run.ts';
import { refuse } from '../../refusal.ts';
import type { RunOptions } from './run-options.ts';
import type { World } from '../world.ts';

/** The approval code, with the content of each order, by which a later run checks what an interrupted run left. */
export function approvalOf(plan: Plan, config: Config, account: AccountName, schedule: Schedule): Approval {
  const settings = settingsSum(config, account, plan.validUntil?.ms);
  const off = (schedule.cancels?.orders ?? []).map(({ clientOid }) => [clientOid, OFF]);
  const orders = [...off, ...[...schedule.pending.values()].map((order) => [order.clientOid, contentOf(order)])];
  return {
    code: approvalCode(schedule.digest, settings),
    settings,
    orders: Object.fromEntries(orders) as Record<string, string>,
  };
}

/** What an approval says of an order that is taken off; nothing that is placed is said so. */
export const OFF = 'cancel';

/** What stands for everything but the bytes that decides about sending. */
export function settingsSum(
  { exchange, execution, policy }: Config,
  account: AccountName,
  validUntilMs?: number,
): string {
  const { ip, uid, orderCalls } = exchange.limits;
  return sha256({
    origin: account.origin,
    account: account.name,
    onUnknown: execution.onUnknown,
    onReject: execution.onReject,
    rateRefusals: execution.rateRefusals,
    refusalCodes: exchange.refusalCodes,
    validUntil: validUntilMs ?? null,
    windows: [ip, uid, orderCalls],
    policy,
  });
}

/** What stands for calls of this digest under settings of this hash. */
export const approvalCode = (digest: string, settings: string): string => hash('sha256', `${digest} ${settings}`);

/** Returns only if what would be sent was approved; otherwise refuses (exit 5, 9 or 2). */
export async function approve(world: World, options: RunOptions, run: PreparedRun, session: Session): Promise<void> {
  const { approval } = run;
  if (approval === undefined) throw new Error('a run without an approval code');
  if (options.approve !== undefined) {
    if (!approval.code.startsWith(options.approve)) await checkCovered(options.approve, run, session);
  } else if (!options.yes) await askToApprove(world, run, run.reviewed?.approval ?? approval.code);
  await session.approve(planName(run), approval);
}

/** Accepts an earlier approval of which an interrupted run has left these orders; refuses (exit 5) any other code. */
async function checkCovered(code: string, run: PreparedRun, session: Session): Promise<void> {
  const { approval: now, known } = run;
  if (now === undefined) return;
  const earlier = (await session.approvals(planName(run))).filter((one) => one.code.startsWith(code));
  const sent = new Set([...known.values()].flatMap((one) => (one.state === 'never-sent' ? [] : [one.clientOid])));
  if (earlier.some((one) => covers(one, now, sent))) return;
  refuse(
    EXIT.notAsReviewed,
    `approved ${code.slice(0, DIGEST_SHOWN)}, but what would be sent has the approval code ${now.code.slice(0, DIGEST_SHOWN)}`,
    `${changedWords(earlier, now)}; look at the dry run again (ordo run … --live) and approve its code`,
  );
}

export const planName = ({ plan: { name, generation } }: PreparedRun): PlanName => ({ plan: name, generation });

/**
 * Whether exactly the rest of an approved plan is to be sent: each order is as approved, and each approved order is either
 * among them or was sent. Without the second condition, a stop could be removed from a plan that was approved with it.
 */
const covers = (earlier: Approval, now: Approval, sent: ReadonlySet<string>): boolean =>
  earlier.settings === now.settings &&
  Object.entries(now.orders).every(([clientOid, content]) => earlier.orders[clientOid] === content) &&
  Object.entries(earlier.orders).every(
    ([clientOid, said]) => said === OFF || Object.hasOwn(now.orders, clientOid) || sent.has(clientOid),
  );

function changedWords(earlier: readonly Approval[], now: Approval): string {
  if (earlier.length === 0)
    return 'the plan, the exchange, the account or a setting that decides about sending has changed';
  return earlier.some(({ settings }) => settings === now.settings)
    ? 'an order is new, is gone, or differs from what was approved'
    : 'the exchange, the account or a setting that decides about sending has changed since the approval';
}

/** A hash over what an order says and what it waits for. */
const contentOf = (order: Order): string => sha256([wholeContent(order), order.after ?? []]).slice(0, 32);

const sha256 = (value: unknown): string => hash('sha256', JSON.stringify(canonical(value)));

/** The same value always in the same form: keys sorted, decimals by value. */
function canonical(value: unknown): unknown {
  if (value instanceof Decimal) return value.canonical();
  if (value instanceof Map) return canonical(Object.fromEntries(value as ReadonlyMap<string, unknown>));
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, one]) => [key, canonical(one)]);
}
