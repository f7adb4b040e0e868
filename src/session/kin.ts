/**
 * An order that was placed from elsewhere may stand there as something else than the plan has it now: as a trigger order, as a
 * ladder, in an earlier generation. The client order ids of these are derived as well, so each is looked for.
 */
import type { PlanName } from '../ledger/scope.ts';
import { clientOrderId } from '../model/ids.ts';
import { identityOf, type Order } from '../model/order.ts';

/**
 * So many rungs of a ladder, generations before the plan's own, and lineages of each are looked for. Of a plan of 20,000 orders
 * these are three million sums, in a time for which nothing else is heard: many more, and the machine counts as one that stood still.
 */
const RUNGS = 20;
const GENERATIONS = 10;
const LINEAGES = 5;

/** A client order id under which the order may have gone as something else. */
export interface Kin {
  readonly clientOid: string;
  /** What it is there: `as a trigger order`, `of generation 2`. */
  readonly as: string;
  /** Of an earlier generation: the plan's author has raised it since, so only what rests is in the way. */
  readonly isEarlier?: true;
}

/** Client order ids of the order itself are for its other kind: what stands of its own kind is the order. */
export function* kinOf(order: Order, plan: PlanName): Generator<Kin> {
  const identity = identityOf(order);
  const kind = order.trigger === undefined ? 'as a trigger order' : 'as an ordinary order';
  yield* named(plan, identity, { as: kind });
  if (order.ladder !== undefined) {
    const whole = identity.slice(0, identity.lastIndexOf('-'));
    yield* named(plan, whole, { as: `as one order, ${whole}` });
  }
  for (let rung = 1; order.ladder === undefined && rung <= RUNGS; rung++)
    yield* named(plan, `${identity}-${rung}`, { as: `as ${identity}-${rung}, a rung of a ladder` });
  const first = Math.max(1, plan.generation - GENERATIONS);
  for (let generation = plan.generation - 1; generation >= first; generation--)
    yield* named({ ...plan, generation }, identity, { as: `of generation ${generation}`, isEarlier: true });
}

function* named({ plan, generation }: PlanName, identity: string, what: Omit<Kin, 'clientOid'>): Generator<Kin> {
  for (let lineage = 0; lineage < LINEAGES; lineage++)
    yield { ...what, clientOid: clientOrderId(plan, generation, identity, lineage) };
}
