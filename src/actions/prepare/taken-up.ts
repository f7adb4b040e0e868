/** The edit of a stop that works: `--replace <id>` takes it up, and the old stop is cancelled once the new one works. */
import { mostParts } from '../../compile/follow/follow-plan.ts';
import { hasFired } from '../../journal/records/apply-record.ts';
import type { KnownPlan } from '../../journal/records/known-account.ts';
import { isCancelOpen, wasNeverThere, type KnownOrder } from '../../journal/records/state.ts';
import type { OrderChange } from '../../model/order-changes.ts';
import { identityOf, type PlannedOrder } from '../../model/order.ts';
import { partsOf } from '../../session/lists/followed-parts.ts';
import { exitOff } from './exit-off.ts';

export interface EditOfStop {
  readonly order: PlannedOrder;
  /** What of it is at work. */
  readonly at: readonly KnownOrder[];
  readonly changes: readonly OrderChange[];
}

const PRICES: ReadonlySet<string> = new Set(['trigger', 'price']);

/** Undefined where it may be taken up. What nobody knows of what works is known first: of two stops one is to go for certain. */
export function whyNotTakenUp({ order, at, changes }: EditOfStop, known: KnownPlan): string | undefined {
  const others = changes.filter(({ field }) => !PRICES.has(field)).map(({ field }) => field);
  if (others.length > 0)
    return `its ${others.join(', ')} differs, and only another trigger or price of a stop is taken up`;
  if (at.length === 0) return 'nothing of it works';
  if (!at.every(works)) return 'it is not known yet how all of it stands, and whoever follows it as it was finds out';
  if (exitOff(identityOf(order), 'stop', known) === 'person') return 'a person cancelled some of it: --again allows it';
  const taken = partsOf(order, known.orders).filter((part) => !wasNeverThere(part.known));
  return taken.length < mostParts('stop') - 1 ? undefined : `it has had ${taken.length} parts, the most of a stop`;
}

const works = (one: KnownOrder): boolean =>
  one.state === 'accepted' && !isCancelOpen(one) && (one.seen === undefined || !hasFired(one.seen));
