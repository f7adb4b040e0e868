/** In what a plan that is compiled again differs from the reviewed one, each in words of a line. */
import { writtenBy } from '../../exchange/spoken.ts';
import type { ReviewedPlan } from '../../generated/reviewed.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Interface } from '../../model/interfaces.ts';
import { orderChanges } from '../../model/order-changes.ts';
import { orderContent, type Order, type Plan } from '../../model/order.ts';
import { someOf } from '../../model/count.ts';
import { VERSION } from '../../version.ts';
import { knownSum, laterIds, type ReviewedContent } from './reviewed-plan.ts';
import { reviewedText } from './reviewed-text.ts';

/** How a reviewed plan is to be run. */
export interface ReviewedHow {
  readonly nowMs: number;
  readonly isLive: boolean;
  /** Whether it is followed: past its last moment exits go on, and the journal tells first whether there are any. */
  readonly follows: boolean;
}

/** What can be seen before anything is compiled: the time, the tool and the target. */
export const earlyDifferences = (
  { expires, tool, target }: ReviewedPlan,
  { nowMs, isLive, follows }: ReviewedHow,
): string[] => [
  ...(follows || nowMs < Date.parse(expires) ? [] : [`it expired at ${expires}`]),
  ...(tool === VERSION ? [] : [`it was written by ordo ${tool}, and this is ordo ${VERSION}`]),
  ...(isLive === (target === 'live') ? [] : [targetWords(target)]),
];

/** The calls are of one version of the interface, and the config says another; both are named. */
export function interfaceDifference(reviewed: ReviewedPlan, now: Interface | undefined): string[] {
  const was = reviewed.interface ?? writtenBy(reviewed.calls.map(({ body }) => body));
  return now === undefined || now === was
    ? []
    : [`its calls are of interface ${was}, and the config says interface ${now}`];
}

const targetWords = (target: ReviewedPlan['target']): string =>
  target === 'live' ? 'it is for the live exchange: add --live' : 'it is for the paper exchange: leave --live out';

/** The same plan, as it compiles now. */
interface CompiledAgain {
  readonly now: ReviewedContent;
  readonly plan: Plan;
  /** The approval code of the reviewed bytes under the settings that hold now. */
  readonly approval: string;
  readonly pending: ReadonlyMap<string, Order>;
  readonly known: JournalState;
  /** Whether the journal holds an approval of this code. */
  readonly isApproved: boolean;
}

/** Empty exactly where what would be sent is what was reviewed, or the rest of it after a part was sent. */
export function lateDifferences(reviewed: ReviewedPlan, again: CompiledAgain): string[] {
  const { now, known } = again;
  const same = (['plan', 'generation', 'origin', 'account'] as const).flatMap((name) =>
    now[name] === reviewed[name] ? [] : [`the ${WORDS[name]} is ${now[name]}, and was ${reviewed[name]}`],
  );
  const first = reviewed.orders.flatMap(({ id, clientOid }) => (clientOid === undefined ? [] : [id]));
  const reviewedIds = new Set([...first, ...laterIds(reviewed.steps)]);
  return [
    ...same,
    ...(textOf(now.absent) === textOf(reviewed.absent) ? [] : ['other files are missing than were']),
    ...(again.approval === reviewed.approval ? [] : ['a setting that decides about sending has changed']),
    ...(isBegun(reviewed, known) ? restDifferences(reviewed, again) : callDifferences(reviewed, now)),
    ...(knownSum(known, reviewedIds) === reviewed.known
      ? []
      : ['what the journal knows of the plan’s orders has changed']),
  ];
}

const WORDS = { plan: 'name of the plan', generation: 'generation', origin: 'exchange', account: 'account' } as const;

/** Whether the journal has any of the reviewed orders as sent, under the client order ids that were reviewed. */
function isBegun({ orders }: ReviewedPlan, known: JournalState): boolean {
  return orders.some(({ id, clientOid }) => clientOid !== undefined && wasSent(known, id, clientOid));
}

function wasSent(known: JournalState, id: string, clientOid: string): boolean {
  const before = known.get(id);
  return before !== undefined && before.clientOid === clientOid && before.state !== 'never-sent';
}

function callDifferences(reviewed: ReviewedPlan, now: ReviewedContent): string[] {
  const amount = Math.max(reviewed.calls.length, now.calls.length);
  const others = Array.from({ length: amount }, (_, index) => index).filter(
    (index) => textOf(reviewed.calls[index]) !== textOf(now.calls[index]),
  );
  if (others.length > 0) return [`other calls than the reviewed ones: ${someOf(others.map((at) => `call ${at + 1}`))}`];
  return textOf(reviewed.orders) === textOf(now.orders) && textOf(reviewed.steps) === textOf(now.steps)
    ? []
    : ['the orders of the plan differ'];
}

const textOf = (value: object | undefined): string => (value === undefined ? '' : reviewedText(value));

/** What goes out is a part of what was reviewed, and what does not was sent by it before. */
function restDifferences(reviewed: ReviewedPlan, again: CompiledAgain): string[] {
  const { plan, pending, known, isApproved, now } = again;
  const carried = new Map(reviewed.orders.map(({ id, clientOid }) => [clientOid, id]));
  carried.delete(undefined);
  const added = [...pending.values()].filter(({ clientOid }) => !carried.has(clientOid)).map(({ id }) => id);
  const left = [...carried].filter(([clientOid]) => !pending.has(clientOid as string));
  const gone = left.filter(([clientOid, id]) => !wasSent(known, id, clientOid as string)).map(([, id]) => id);
  const contents = new Map(plan.orders.map((order) => [order.id, orderContent(order)]));
  const sent = left.filter(([clientOid, id]) => wasSent(known, id, clientOid as string)).map(([, id]) => id);
  const otherwise = sent.filter((id) => orderChanges(known.get(id)?.content ?? {}, contents.get(id) ?? {}).length > 0);
  const isSame = withoutOids(reviewed.orders) === withoutOids(now.orders);
  return [
    ...(isApproved ? [] : ['orders of it were sent, and not by this reviewed plan']),
    ...(added.length === 0 ? [] : [`not among the reviewed orders: ${someOf(added)}`]),
    ...(gone.length === 0 || pending.size === 0 ? [] : [`reviewed, and neither sent nor to be sent: ${someOf(gone)}`]),
    ...(otherwise.length === 0 ? [] : [`sent as something else: ${someOf(otherwise)}`]),
    ...(isSame ? [] : ['the orders of the plan differ']),
  ];
}

const withoutOids = (orders: ReviewedPlan['orders']): string =>
  JSON.stringify(orders, (key, value: unknown) => (key === 'clientOid' ? undefined : value));
