/**
 * A group of which nothing is held any more, and of which the plan keeps a part. What was filled of it counts by the plan: without the
 * exit that closed it an entry counts as held, and without its entry what an exit closed would count against the next one.
 */
import type { KnownPlan } from '../../journal/records/known-account.ts';
import type { KeptGroup } from '../../journal/records/run-record.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { someOf } from '../../model/count.ts';
import { orderOfPart } from '../../model/ids.ts';
import { filledIn, type GroupAtWork } from './kept-groups.ts';

/** One order of a group, by the id that it had first. */
export interface SplitOff {
  readonly name: string;
  readonly words: string;
  /** All of the group that is in the plan, and goes with it. */
  readonly whole: readonly string[];
}

interface InPlan {
  readonly known: KnownPlan;
  /** What closes what, as the plan has it. */
  readonly is: readonly KeptGroup[];
  /** Ids that the orders of the plan had first. */
  readonly names: ReadonlySet<string>;
}

export function splitOff({ entries, exits }: GroupAtWork, { known, is, names }: InPlan): readonly SplitOff[] {
  const filled = filledNames(known);
  const [opened, closing] = [entries, exits].map((ids) => ids.filter((id) => filled.has(id))) as [string[], string[]];
  const all = [...opened, ...closing];
  const whole = all.filter((name) => names.has(name));
  if (opened.length === 0 || whole.length === 0) return [];
  const gone = all.filter((name) => !names.has(name));
  if (gone.length > 0)
    return gone.map((name) => ({
      name,
      whole,
      words: `${name} is not in the plan: it was filled, and so was what is left of its group (${someOf(whole)})`,
    }));
  return closing
    .filter((name) => !is.some((group) => hasAll(group, name, opened)))
    .map((name) => ({
      name,
      whole,
      words: `${name} closed what was filled of ${someOf(opened)}, and the plan says otherwise`,
    }));
}

const hasAll = ({ entries, exits }: KeptGroup, exit: string, opened: readonly string[]): boolean =>
  exits.some(([id]) => id === exit) && opened.every((id) => entries.includes(id));

/** What a person called closed is held no more, whatever was filled of it. */
const filledNames = ({ orders }: KnownPlan): ReadonlySet<string> =>
  new Set([...orders.values()].filter(counts).map(({ id }) => orderOfPart(id)));

const counts = (order: KnownOrder): boolean => order.state !== 'closed' && !filledIn(order).isZero;
