import type { GivenOption, RunStarted } from '../../model/event.ts';
import type { Ladder } from '../../model/order.ts';

export interface RunFacts extends Omit<RunStarted, 'event' | 'orders'> {
  readonly options: readonly GivenOption[];
  readonly named: (ids: readonly string[]) => Named;
}

export function runOf({ options = [], ladders, ...run }: RunStarted): RunFacts {
  return { ...run, options, ladders, named: onceEach((ids) => namedAmong(ids, ladders)) };
}

/** Orders of a list by their ids, and the ladders all of whose rungs are in it. */
interface Named {
  readonly orders: readonly string[];
  readonly ladders: readonly Ladder[];
}

function namedAmong(ids: readonly string[], ladders: readonly Ladder[]): Named {
  const left = new Set(ids);
  const whole = ladders.filter(({ orders }) => orders.every((id) => left.has(id)));
  for (const { orders } of whole) for (const id of orders) left.delete(id);
  return { orders: [...left], ladders: whole };
}

/** Computes once per list, not per order: all rungs of a ladder share one list, and a thousand may wait for a thousand. */
function onceEach<Value>(of: (list: readonly string[]) => Value): (list: readonly string[]) => Value {
  const known = new Map<readonly string[], Value>();
  return (list) => {
    let value = known.get(list);
    if (value === undefined) known.set(list, (value = of(list)));
    return value;
  };
}
