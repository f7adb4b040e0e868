/** What a plan compiles to at this moment, in the form of a reviewed plan. */
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Schedule } from '../../compile/compile-plan.ts';
import type { ReviewedCall, ReviewedOrder, ReviewedPlan } from '../../generated/reviewed.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Call } from '../../model/call.ts';
import type { Interface } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { headline } from '../../model/event-of.ts';
import type { Plan } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import { CONFIG_NAME } from '../inputs/input-files.ts';
import type { Setup } from '../inputs/setup.ts';
import { VERSION } from '../../version.ts';
import type { World } from '../world.ts';
import { sha256 } from './reviewed-text.ts';

/** All but when it was written and how long it is good for. */
export type ReviewedContent = Omit<ReviewedPlan, 'made' | 'expires' | 'sum' | 'interface'> & {
  readonly interface: Interface;
};

/** What a reviewed plan is made from. */
export interface Sources {
  readonly setup: Setup;
  readonly plan: Plan;
  readonly schedule: Schedule;
  readonly known: JournalState;
  /** The live account; undefined on paper. */
  readonly account: AccountName | undefined;
  readonly approval: string;
  readonly planPath: string;
  readonly configPath?: string | undefined;
  /** Values of variables, and the orders that were selected, as they were given. */
  readonly variables: ReadonlyMap<string, { toString(): string }>;
  readonly only: readonly string[];
}

const ON_PAPER: AccountName = { origin: 'paper', name: 'paper' };

export function compiledReview(world: World, sources: Sources): ReviewedContent {
  const { setup, plan, schedule, known, account, approval, planPath, configPath, variables, only } = sources;
  const { origin, name } = account ?? ON_PAPER;
  const pending = [...schedule.pending.values()];
  const sent = new Map(pending.map(({ id, clientOid }) => [id, clientOid]));
  return {
    version: 1,
    tool: VERSION,
    plan: plan.name,
    generation: plan.generation,
    planFile: portable(world, planPath),
    target: account === undefined ? 'paper' : 'live',
    origin,
    account: name,
    interface: setup.config.exchange.interface,
    digest: schedule.digest,
    approval,
    options: {
      ...(configPath !== undefined && { config: portable(world, configPath) }),
      var: Object.fromEntries([...variables].map(([variable, value]) => [variable, value.toString()])),
      only: [...only],
      again: pending.flatMap(({ id, lineage }) => (lineage > 0 ? [id] : [])),
    },
    inputs: planFirst(inputSums(world, setup), portable(world, planPath)),
    absent: absentOf(world, setup, planPath),
    known: knownSum(known, new Set(sent.keys())),
    orders: plan.orders.map((order) => orderOf(order, sent.get(order.id))),
    calls: schedule.calls.map(callOf),
  };
}

/** As people look for it: the plan, then what it was compiled with. */
function planFirst(sums: ReviewedPlan['inputs'], planFile: string): ReviewedPlan['inputs'] {
  const { [planFile]: plan, ...others } = sums;
  return { ...(plan !== undefined && { [planFile]: plan }), ...others };
}

/** A path from the current folder, in the same words on every system. */
const portable = (world: World, path: string): string =>
  relative(world.folder, resolve(world.folder, path)).split(sep).join('/');

/** SHA-256 of every file that was read. */
export const inputSums = (world: World, { files }: Setup): ReviewedPlan['inputs'] =>
  Object.fromEntries([...files].map(([file, bytes]) => [portable(world, file), sha256(bytes)]));

/** The config and the list that would have been read, had they been there. */
function absentOf(world: World, { configFile, missing }: Setup, planPath: string): string[] {
  const config = join(dirname(resolve(world.folder, planPath)), CONFIG_NAME);
  return [...(configFile === undefined ? [config] : []), ...(missing === undefined ? [] : [missing])].map((file) =>
    portable(world, file),
  );
}

/** SHA-256 over what the journal knows of a plan's orders, without those of these ids. */
export function knownSum(known: JournalState, without: ReadonlySet<string>): string {
  const others = [...known.values()].filter(({ id }) => !without.has(id));
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
  const { id, line: _, ladder, after, ...said } = headline(order) as ReviewedOrder & { line: number };
  return { id, ...defined({ clientOid }), ...said, ...defined({ after, ladder }) };
}

const callOf = ({ kind, path, body, orders, waitsFor, weight }: Call): ReviewedCall => ({
  kind,
  path,
  body,
  orders: orders.map(({ id }) => id),
  ...(waitsFor !== undefined && { after: [...waitsFor] }),
  weight: { ...weight },
});
