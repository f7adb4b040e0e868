import type { Plan } from '../../model/order.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { refuse, suggestedName, suggestion } from '../../refusal.ts';

export interface NamedOrders {
  readonly plan: Plan;
  readonly planPath: string;
  /** The orders that the journal knows, by id: it still has an order that was removed from the plan. */
  readonly known: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** The option that names it, such as `--only`. */
  readonly option?: string;
}

/** The order with that id, or all rungs of the ladder with that name; refuses (exit 2) if the plan has neither. */
export function ordersNamed(name: string, { plan, planPath, known, option }: NamedOrders): readonly string[] {
  const ladder = plan.ladders.find((one) => one.name === name);
  if (ladder !== undefined) return ladder.orders;
  const ids = plan.orders.map(({ id }) => id);
  if (ids.includes(name)) return [name];
  const ladders = plan.ladders.map((one) => one.name);
  // What is cut short is cut short of a ladder, not of one of its rungs.
  const rungs = new Set(plan.ladders.flatMap(({ orders }) => orders));
  const whole = [...ladders, ...ids.filter((id) => !rungs.has(id))];
  const meant = suggestion(name, [...ids, ...ladders]) || suggestedName(name, whole);
  return refuse(
    'plan/unknown-order',
    option === undefined ? `the plan has no order ${name}` : `${option} ${name}: the plan has no such order`,
    known.has(name)
      ? 'the journal has it, so it was removed after being sent: ordo status shows it'
      : `${meant}a dry run lists its orders: ordo run ${shellWord(planPath)}`,
  );
}
