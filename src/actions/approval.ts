/**
 * What a person approves before a live run or a cancel: the bytes, where they go, for which account, and the settings that decide
 * about sending. The approval code stands for all of it.
 */
import { hash } from 'node:crypto';
import type { Schedule } from '../compile/compile-plan.ts';
import { needsFollow } from '../compile/follow/later.ts';
import { conditionTexts } from '../model/condition-words.ts';
import { accountCheckOf, type Config } from '../model/config.ts';
import { INTERFACES, type Interface } from '../model/interfaces.ts';
import { Decimal } from '../model/decimal.ts';
import { wholeContent, type Order, type Plan } from '../model/order.ts';
import type { Approval } from '../journal/records/ledger.ts';
import type { AccountName, PlanName } from '../journal/records/scope.ts';
import { mayRest, type JournalState } from '../journal/records/state.ts';
import { refuse } from '../refusal.ts';
import { DIGEST_SHOWN } from '../report/text/phrases.ts';
import type { Session } from '../session/session.ts';

/** The approval code, with the content of each order, by which a later run checks what an interrupted run left. */
export function approvalOf(plan: Plan, config: Config, account: AccountName, schedule: Schedule): Approval {
  const isFollowed = plan.orders.some(needsFollow);
  const settings = settingsSum(config, account, { validUntilMs: plan.validUntil?.ms, isFollowed });
  const off = (schedule.cancels?.orders ?? []).map(({ clientOid }) => [clientOid, OFF]);
  const placed = [...schedule.pending.values(), ...(schedule.later ?? [])];
  const orders = [...off, ...placed.map((order) => [order.clientOid, contentOf(order)])];
  return {
    code: approvalCode(schedule.digest, settings),
    settings,
    orders: Object.fromEntries(orders) as Record<string, string>,
  };
}

/**
 * What a cancel of a plan that is followed, or was, is approved as: that plan, whatever parts of it are placed meanwhile. Ids are those
 * that were chosen.
 */
interface FollowedCancel extends PlanName {
  readonly only: readonly string[];
  readonly removed: boolean;
}

/** The same of `ordo cancel`: of these orders, or of a plan that is followed. */
export function approvalOfCancels(
  { digest, resting }: { readonly digest: string; readonly resting: readonly { readonly clientOid: string }[] },
  config: Config,
  account: AccountName,
  followed?: FollowedCancel,
): Approval {
  const settings = cancelSettingsSum(config, account);
  const orders = Object.fromEntries(resting.map(({ clientOid }) => [clientOid, OFF]));
  const what = followed === undefined ? digest : followedCancel(followed);
  return { code: approvalCode(what, settings), settings, orders };
}

/** The same of `ordo close`: with what was held as it was shown, as another position would be closed otherwise. */
export function approvalOfClose(
  { digest, pending }: Pick<Schedule, 'digest' | 'pending'>,
  config: Config,
  account: AccountName,
  held: readonly string[],
): Approval {
  const settings = sha256({ ...decisive(config, account), command: 'close', held });
  const orders = [...pending.values()].map((order) => [order.clientOid, contentOf(order)]);
  return {
    code: approvalCode(digest, settings),
    settings,
    orders: Object.fromEntries(orders) as Record<string, string>,
  };
}

/** The same of `ordo flatten`: the digest is of what it cancels first, `held` are the positions that it closes. */
export function approvalOfFlatten(
  { digest, held, all }: { readonly digest: string; readonly held: readonly string[]; readonly all: boolean },
  config: Config,
  account: AccountName,
): Approval {
  const settings = sha256({ ...decisive(config, account), command: 'flatten', all, held });
  return { code: approvalCode(digest, settings), settings, orders: {} };
}

const followedCancel = ({ plan, generation, only, removed }: FollowedCancel): string =>
  sha256({ cancels: plan, generation, only: [...new Set(only)].toSorted(), removed });

/** What an approval says of an order that is taken off; nothing that is placed is said so. */
export const OFF = 'cancel';

/** What stands for everything but the bytes that decides about sending. */
const settingsSum = (config: Config, account: AccountName, plan: OfPlan = {}): string =>
  sha256(decisive(config, account, plan));

/** What of a plan is no order and decides about sending. */
interface OfPlan {
  readonly validUntilMs?: number | undefined;
  /** How often its lists are looked at decides how long a fill has no stop. */
  readonly isFollowed?: boolean;
}

/** The same for `ordo cancel`: what was approved as the first half of a replace is no approval to take it off alone. */
const cancelSettingsSum = (config: Config, account: AccountName): string =>
  sha256({ ...decisive(config, account), command: 'cancel' });

function decisive(
  { exchange, execution, policy }: Config,
  account: AccountName,
  { validUntilMs, isFollowed = false }: OfPlan = {},
): object {
  const { ip, uid, orderCalls } = exchange.limits;
  return {
    origin: account.origin,
    account: account.name,
    onUnknown: execution.onUnknown,
    onReject: execution.onReject,
    rateRefusals: execution.rateRefusals,
    refusalCodes: exchange.refusalCodes,
    validUntil: validUntilMs ?? null,
    windows: [ip, uid, orderCalls],
    policy,
    ...(isFollowed && { lookEvery: execution.lookEveryMs }),
    ...(exchange.interface !== 'v2' && {
      interface: exchange.interface,
      engineRefusalsAt500: exchange.engineRefusalsAt500,
      accountCheck: accountCheckOf({ exchange, execution }),
    }),
    // As it is by default it is in no approval of version 2.
    ...(exchange.interface === 'v2' &&
      accountCheckOf({ exchange, execution }) !== 'refuse' && {
        accountCheck: accountCheckOf({ exchange, execution }),
      }),
  };
}

/** What stands for calls of this digest under settings of this hash. */
export const approvalCode = (digest: string, settings: string): string => hash('sha256', `${digest} ${settings}`);

/**
 * The code that a person gave is of what is done `now`, or of what an interrupted command has left it of. Refuses (exit 5) any
 * other; `mend` says why it may be another, and what to look at.
 */
export async function checkApproved(
  asked: string,
  now: Approval,
  what: {
    readonly session: Pick<Session, 'approvals'>;
    readonly plan: PlanName;
    readonly known: JournalState;
    readonly done: 'sent' | 'cancelled';
    readonly mend: (earlier: readonly Approval[]) => string;
  },
): Promise<void> {
  if (asked === now.code) return;
  const { session, plan, known, done, mend } = what;
  const earlier = (await session.approvals(plan)).filter(({ code }) => code === asked);
  if (earlier.some((one) => covers(one, now, known))) return;
  const [was, needed] = apart(asked, now.code);
  refuse(
    'approval/other-bytes',
    `approved ${was}, but what would be ${done} has the approval code ${needed}`,
    mend(earlier),
  );
}

/** The approval of a run that has one. */
export function approvalIn({ approval }: { readonly approval?: Approval }): Approval {
  if (approval === undefined) throw new Error('a run without an approval code');
  return approval;
}

/** Two codes that are not the same, each as far as it takes to tell them apart. */
export function apart(one: string, other: string): readonly [string, string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const length = Math.max(DIGEST_SHOWN, same + 1);
  return [one.slice(0, length), other.slice(0, length)];
}

/**
 * Whether exactly the rest of what was approved is to be done: each order is as approved, and each approved one is either among
 * them or over with: placed, or what was to go off rests no more. Without the second condition, a stop could be removed from a
 * plan that was approved with it, and an order be placed beside the one that was to go off for it.
 */
export function covers(earlier: Approval, now: Approval, known: JournalState): boolean {
  const orders = [...known.values()];
  const sent = new Set(orders.flatMap((one) => (one.state === 'never-sent' ? [] : [one.clientOid])));
  const resting = new Set(orders.filter(mayRest).map(({ clientOid }) => clientOid));
  return (
    earlier.settings === now.settings &&
    Object.entries(now.orders).every(([clientOid, content]) => earlier.orders[clientOid] === content) &&
    Object.entries(earlier.orders).every(
      ([clientOid, said]) =>
        Object.hasOwn(now.orders, clientOid) || (said === OFF ? !resting.has(clientOid) : sent.has(clientOid)),
    )
  );
}

/** What the same would be approved as by each version of the interface. */
export interface SpokenApproval {
  readonly spoken: Interface;
  readonly by: (version: Interface) => Approval;
}

/** Where a code is of the same by another version of the interface, which both are; undefined where it is not known to be. */
export function otherInterface(
  asked: string,
  earlier: readonly Approval[],
  { spoken, by }: SpokenApproval,
): string | undefined {
  const isOf = ({ code, settings }: Approval): boolean =>
    code === asked || earlier.some((one) => one.settings === settings);
  const was = INTERFACES.find((version) => version !== spoken && isOf(by(version)));
  return was === undefined
    ? undefined
    : `it was approved for interface ${was}, and the config says ${spoken}, which sends other bytes`;
}

/** What has changed since codes like this one were approved. */
export function changedWords(earlier: readonly Approval[], now: Approval): string {
  if (earlier.length === 0)
    return 'the plan, the exchange, its interface, the account or a setting that decides about sending has changed';
  return earlier.some(({ settings }) => settings === now.settings)
    ? 'an order is new, is gone, or differs from what was approved'
    : 'the exchange, the account or a setting that decides about sending has changed since the approval';
}

/** A hash over what an order says and what it waits for. */
const contentOf = (order: Order): string =>
  sha256([wholeContent(order), order.after ?? [], ...(needsFollow(order) ? [conditionTexts(order)] : [])]).slice(0, 32);

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
