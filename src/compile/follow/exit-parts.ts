/** The parts that an exit may come in, as orders: whoever looks for what another journal placed looks for each. */
import { clientOrderId, orderOfPart } from '../../model/ids.ts';
import type { Order, Plan, PlannedOrder } from '../../model/order.ts';
import { mostParts } from './follow-plan.ts';
import { partName } from './part-view.ts';

/** Its accepted parts are no more than a stop may have; some more may have been refused between them. */
export const PARTS_SOUGHT = mostParts('stop') + 8;

type Named = Pick<Plan, 'name' | 'generation'>;

/** By the plan's present name for it; its size is the most that it can come to. */
export function exitPart({ name: plan, generation }: Named, exit: PlannedOrder, part: number): Order {
  const name = partName(exit, part);
  return {
    ...exit,
    id: part === 1 ? exit.id : `${exit.id}/${part}`,
    was: name,
    lineage: 0,
    clientOid: clientOrderId(plan, generation, name, 0),
  };
}

/** All parts of all exits, but for what is known. */
export function* exitParts(
  plan: Plan,
  exits: readonly PlannedOrder[],
  isKnown: (name: string) => boolean,
): Generator<Order> {
  for (const exit of exits)
    for (let part = 1; part <= PARTS_SOUGHT; part++)
      if (!isKnown(partName(exit, part)) && !(part === 1 && isKnown(exit.id))) yield exitPart(plan, exit, part);
}

/** The part that a person names; undefined where no exit of the plan has it. */
export function partNamed(plan: Plan, id: string): Order | undefined {
  const name = orderOfPart(id);
  const exit = plan.orders.find((order) => order.id === name && order.exit !== undefined);
  if (exit === undefined) return undefined;
  const part = name === id ? 1 : Number(id.slice(name.length + 1));
  return part > 1 || name === id ? exitPart(plan, exit, part) : undefined;
}
