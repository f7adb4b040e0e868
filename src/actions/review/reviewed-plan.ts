/** What a plan compiles to at this moment, in the form of a reviewed plan. */
import type { Schedule } from '../../compile/compile-plan.ts';
import { stepInDigest, type LaterStep } from '../../compile/later-steps.ts';
import type { ReviewedCall, ReviewedOrder, ReviewedPlan, ReviewedStep } from '../../generated/reviewed.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Call } from '../../model/call.ts';
import type { Interface } from '../../model/interfaces.ts';
import { defined } from '../../model/defined.ts';
import { conditionsJson } from '../../model/conditions-json.ts';
import type { OrderHeadline } from '../../model/event.ts';
import { headline } from '../../model/event-of.ts';
import type { Plan } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import { VERSION } from '../../version.ts';
import { sha256 } from './reviewed-text.ts';

/** All but when it was written and how long it is good for. */
export type ReviewedContent = Omit<ReviewedPlan, 'made' | 'expires' | 'sum' | 'interface'> & {
  readonly interface: Interface;
};

/** What it was read from, and how it was selected: files by their paths from one folder, with `/` between their parts. */
export type ReviewedInputs = Pick<ReviewedPlan, 'planFile' | 'inputs' | 'absent'> & {
  readonly options: Omit<ReviewedPlan['options'], 'again'>;
};

/** What a reviewed plan is made from. */
export interface Sources {
  readonly read: ReviewedInputs;
  readonly plan: Plan;
  /** The interface that its calls are of. */
  readonly spoken: Interface;
  readonly schedule: Schedule;
  readonly known: JournalState;
  /** The live account; undefined on paper. */
  readonly account: AccountName | undefined;
  readonly approval: string;
}

const ON_PAPER: AccountName = { origin: 'paper', name: 'paper' };

export function compiledReview({ read, plan, spoken, schedule, known, account, approval }: Sources): ReviewedContent {
  const { origin, name } = account ?? ON_PAPER;
  const pending = [...schedule.pending.values()];
  const sent = new Map(pending.map(({ id, clientOid }) => [id, clientOid]));
  return {
    version: 1,
    tool: VERSION,
    plan: plan.name,
    generation: plan.generation,
    planFile: read.planFile,
    target: account === undefined ? 'paper' : 'live',
    origin,
    account: name,
    interface: spoken,
    digest: schedule.digest,
    approval,
    options: { ...read.options, again: pending.flatMap(({ id, lineage }) => (lineage > 0 ? [id] : [])) },
    inputs: planFirst(read.inputs, read.planFile),
    absent: read.absent,
    known: knownSum(known, new Set([...sent.keys(), ...laterIds(schedule.steps)])),
    orders: plan.orders.map((order) => orderOf(order, sent.get(order.id))),
    calls: schedule.calls.map(callOf),
    ...(schedule.steps !== undefined && { steps: schedule.steps.map(stepOf) }),
  };
}

/** As people look for it: the plan, then what it was compiled with. */
function planFirst(sums: ReviewedPlan['inputs'], planFile: string): ReviewedPlan['inputs'] {
  const { [planFile]: plan, ...others } = sums;
  return { ...(plan !== undefined && { [planFile]: plan }), ...others };
}

/** What a follower sends as the plan fills: the journal has parts of it once it began. */
export const laterIds = (steps: readonly { readonly id: string }[] = []): readonly string[] =>
  steps.map(({ id }) => id);

const PART = /\/\d+$/;

/** SHA-256 over what the journal knows of a plan's orders, without those of these ids, and their parts. */
export function knownSum(known: JournalState, without: ReadonlySet<string>): string {
  const others = [...known.values()].filter(({ id }) => !without.has(id.replace(PART, '')));
  const lines = others.map(({ clientOid, lineage, state, orderId, content }) =>
    JSON.stringify([clientOid, lineage, settledState(state), orderId ?? null, fieldsOf(content)]),
  );
  return sha256(lines.toSorted().join('\n'));
}

/** What nobody awaits any more is unknown from the next run on. */
const settledState = (state: OrderState): OrderState => (state === 'in-flight' ? 'unknown' : state);

const fieldsOf = (content: Readonly<Record<string, string>>): string[] =>
  Object.entries(content)
    .map(([field, value]) => `${field}=${value}`)
    .toSorted();

function orderOf(order: Plan['orders'][number], clientOid: string | undefined): ReviewedOrder {
  const { id, line: _, late: _formulas, ladder, after, ...said } = headline(order) as ReviewedOrder & OrderHeadline;
  return { id, ...defined({ clientOid }), ...said, ...defined({ after, ladder, conditions: conditionsJson(order) }) };
}

function stepOf(step: LaterStep): ReviewedStep {
  const { path, body, when } = stepInDigest(step);
  return { id: step.id, does: step.does, clientOid: step.clientOid, path, body, conditions: when };
}

const callOf = ({ kind, path, body, orders, waitsFor, weight }: Call): ReviewedCall => ({
  kind,
  path,
  body,
  orders: orders.map(({ id }) => id),
  ...(waitsFor !== undefined && { after: [...waitsFor] }),
  weight: { ...weight },
});
