/**
 * An order that was placed from elsewhere may stand there as something else than the plan has it now: as a trigger order, as a
 * ladder, in an earlier generation. The client order ids of these are derived as well, so each is looked for.
 */
import type { PlanName } from '../../journal/records/scope.ts';
import { clientOrderId } from '../../model/ids.ts';
import { identityOf, type Order } from '../../model/order.ts';

/**
 * So many rungs of a ladder, generations before the plan's own, and lineages of each are looked for. Of a plan of 20,000 orders
 * in its eleventh generation these are 23 million sums, half a minute's work: those of generations before are made only where
 * something rests, and other work goes on in between (breath.ts).
 */
const RUNGS = 20;
const GENERATIONS = 10;
const LINEAGES = 5;

/** A client order id under which the order may have gone as something else. */
export interface Kin {
  readonly clientOid: string;
  /** What it is there: `as a trigger order`, `of generation 2`. */
  readonly as: string;
  /** For an earlier generation: the plan's author has raised it since, so only what rests is in the way. */
  readonly isEarlier?: true;
}

/**
 * Those of the plan's own generation come first. Client order ids of the order itself are for its other kind: what stands of
 * its own kind is the order.
 */
export function* kinOf(order: Order, plan: PlanName): Generator<Kin> {
  const forms = [...formsOf(order)];
  for (const { identity, as } of forms) yield* named(plan, identity, { as });
  const first = Math.max(1, plan.generation - GENERATIONS);
  for (let generation = plan.generation - 1; generation >= first; generation--)
    for (const { identity, as } of forms) {
      const of = `of generation ${generation}`;
      const words = identity === identityOf(order) ? of : `${of}, ${as}`;
      yield* named({ ...plan, generation }, identity, { as: words, isEarlier: true });
    }
}

/** What the order may have been in any generation. A rung was one order under its ladder's id, and no ladder under its own. */
function* formsOf(order: Order): Generator<{ readonly identity: string; readonly as: string }> {
  const identity = identityOf(order);
  yield { identity, as: order.trigger === undefined ? 'as a trigger order' : 'as an ordinary order' };
  if (order.ladder !== undefined) {
    const whole = identity.slice(0, identity.lastIndexOf('-'));
    yield { identity: whole, as: `as one order, ${whole}` };
    return;
  }
  for (let rung = 1; rung <= RUNGS; rung++)
    yield { identity: `${identity}-${rung}`, as: `as ${identity}-${rung}, a rung of a ladder` };
}

function* named({ plan, generation }: PlanName, identity: string, what: Omit<Kin, 'clientOid'>): Generator<Kin> {
  for (let lineage = 0; lineage < LINEAGES; lineage++)
    yield { ...what, clientOid: clientOrderId(plan, generation, identity, lineage) };
}
