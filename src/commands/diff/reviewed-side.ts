/** A reviewed plan as one of the plans that `ordo diff` compares: it has its orders and calls, and neither limits nor windows. */
import type { ReviewedOrder, ReviewedPlan } from '../../generated/reviewed.ts';
import { conditionsFrom } from '../../model/conditions-json.ts';
import { defined } from '../../model/defined.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { fieldsFrom } from '../../model/order-fields.ts';
import type { DiffSide, NextRun, WholePlan } from '../../views/diff/difference.ts';
import { refuse } from '../../refusal.ts';

export const reviewedSide = (name: string, reviewed: ReviewedPlan): DiffSide => ({
  name,
  plan: { name: reviewed.plan, generation: reviewed.generation },
  orders: reviewed.orders.map((order) => plannedOrder(name, order)),
  ...defined({ whole: wholeOf(reviewed) }),
});

/** Executed by its file: all else is in it. */
export function reviewedRun(reviewed: ReviewedPlan, file: string, journal: string | undefined, nowMs: number): NextRun {
  const { digest, approval, target, expires } = reviewed;
  const isLive = target === 'live';
  return {
    digest,
    isLive,
    file,
    options: journal === undefined ? [] : [{ name: 'journal', value: journal }],
    ...(isLive && { approval }),
    ...(nowMs >= Date.parse(expires) && { refusal: `the reviewed plan expired at ${expires}` }),
  };
}

/** Where it carries all of its plan's orders; else its calls are those of a part. */
function wholeOf({ orders, calls, steps = [], digest }: ReviewedPlan): WholePlan | undefined {
  const later = new Set(steps.map(({ id }) => id));
  if (orders.some(({ id, clientOid }) => clientOid === undefined && !later.has(id))) return undefined;
  const sum = (of: 'ip' | 'uid'): number => calls.reduce((total, { weight }) => total + weight[of], 0);
  return { calls: calls.length, weight: { ip: sum('ip'), uid: sum('uid') }, digest };
}

const damaged = (name: string, { id }: ReviewedOrder, what: string): never =>
  refuse('reviewed/damaged', `the reviewed plan ${name} has an order ${id} ${what}`);

const plannedOrder = (name: string, order: ReviewedOrder): PlannedOrder => ({
  ...fieldsFrom(order, (text) => damaged(name, order, `whose number cannot be read: ${text}`)),
  ...(order.conditions !== undefined &&
    conditionsFrom(order.conditions, () => damaged(name, order, 'whose conditions cannot be read'))),
  id: order.id,
  line: 0,
  ...defined({ after: order.after, ladder: order.ladder }),
});
