import type { GivenOption, RunStarted } from '../../model/event.ts';
import { namedAmong, type Named } from './named.ts';
import { onceEach } from './once-each.ts';

/** The facts of `run-started`, without its orders. */
export interface RunFacts extends Omit<RunStarted, 'event' | 'orders'> {
  readonly options: readonly GivenOption[];
  readonly named: (ids: readonly string[]) => Named;
}

export function runOf({ options = [], ladders, ...run }: RunStarted): RunFacts {
  return { ...run, options, ladders, named: onceEach((ids) => namedAmong(ids, ladders)) };
}
