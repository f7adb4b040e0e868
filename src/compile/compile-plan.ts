import type { JournalState } from '../ledger/state.ts';
import { MAX_BATCH, OPERATIONS, type Call, type Limits, type Weight } from '../model/call.ts';
import { callsDigest } from '../model/ids.ts';
import type { Order, Plan } from '../model/order.ts';
import { forecastMs } from './forecast.ts';
import { groupCalls, leastWeight, naiveWeight, weightOf, type GroupedCall, type GroupingRules } from './group-calls.ts';
import { selectPending, type WithheldOrder } from './select-pending.ts';
import { callBody } from './wire.ts';

export interface CompileRules extends GroupingRules {
  readonly limits: Limits;
  /** Where given, only these order ids are sent. */
  readonly only?: ReadonlySet<string>;
  /** Ids to place again, under a new lineage. Only rejected or absent orders qualify. */
  readonly again?: ReadonlySet<string>;
}

/** The calls with their exact bodies, in order of sending, and everything that will not be sent. */
export interface Schedule {
  readonly calls: readonly Call[];
  /** The orders behind the calls, by client order id. */
  readonly pending: ReadonlyMap<string, Order>;
  readonly withheld: readonly WithheldOrder[];
  readonly weight: Weight;
  readonly lowerBound: Weight;
  readonly naive: Weight;
  readonly forecastMs: number;
  /** SHA-256 over the calls' paths and bodies. */
  readonly digest: string;
}

const callOf = ({ kind, orders }: GroupedCall, index: number): Call => ({
  number: index + 1,
  kind,
  path: OPERATIONS[kind].path,
  body: callBody(kind, orders),
  orders: orders.map(({ id, clientOid }) => ({ id, clientOid })),
  ...(orders[0]?.waitsFor !== undefined && { waitsFor: orders[0].waitsFor }),
  weight: OPERATIONS[kind].weight,
});

/** Plan and journal to calls. Pure: the same plan, journal and rules give the same bytes. */
export function compilePlan(plan: Plan, known: JournalState, rules: CompileRules): Schedule {
  const { pending, withheld } = selectPending(plan, known, rules);
  const calls = groupCalls(pending, rules).map(callOf);
  const weight = weightOf(calls);
  return {
    calls,
    pending: new Map(pending.map((order) => [order.clientOid, order])),
    withheld,
    weight,
    // Calls of full size are the bound themselves.
    lowerBound: rules.maxOrdersPerCall === MAX_BATCH ? weight : leastWeight(pending, rules.batchPresets),
    naive: naiveWeight(pending),
    forecastMs: forecastMs(calls, rules.limits),
    digest: callsDigest(calls),
  };
}
