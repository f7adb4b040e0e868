/** What a run that was killed came to, as far as its records say. Pure. */
import { readRecorded } from '../../exchange/spoken.ts';
import { defined } from '../../model/defined.ts';
import type { OrderHeadline, OrderOutcome, RunEvent } from '../../model/event.ts';
import { EXIT } from '../../model/exit-code.ts';
import { isQuiet, type OrderState, type Outcome, type OutcomeName, type WithheldReason } from '../../model/outcome.ts';
import type { Said } from '../records/record-schema.ts';
import { laterParts, lineageFilled, type JournalState, type KnownOrder } from '../records/state.ts';

/** What is said of it in the place of an end. */
export const CUT = 'the journal does not have the end of this run: the run or its machine was killed';

const BEFORE_ITS_TURN = 'the run ended before its turn';
/** Its turn may have come: that an order is late, or is let go, is on record at the end of a run alone. */
const NOT_SENT = 'it was not sent before the run was killed';

const clientOidsOf = (body: string): readonly string[] =>
  readRecorded(
    (dialect) => dialect.clientOidsIn(body),
    ({ length }) => length > 0,
  );

/** The client order ids of all orders that a run may send, by their ids in its plan. */
function clientOids(announced: readonly RunEvent[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const event of announced) {
    if (event.event === 'call-planned' && event.operation !== 'cancel') {
      const oids = clientOidsOf(event.body);
      event.orders.forEach((id, at) => found.set(id, oids[at] ?? ''));
    } else if (event.event === 'step-planned' && event.does === 'place') {
      found.set(event.id, clientOidsOf(event.body ?? '')[0] ?? '');
    }
  }
  return found;
}

/** Announced orders that no record says were sent: `isTold` has those that something was said of. */
export function notSent(announced: readonly RunEvent[], isTold: (id: string) => boolean): OrderOutcome[] {
  const ids = announced.flatMap((event) =>
    event.event === 'call-planned' && event.operation !== 'cancel' ? event.orders : [],
  );
  const oids = clientOids(announced);
  return ids.flatMap((id) => (isTold(id) ? [] : [stopped(id, oids.get(id), BEFORE_ITS_TURN)]));
}

const stopped = (id: string, clientOid = '', message: string): OrderOutcome => ({
  event: 'order-outcome',
  id,
  clientOid,
  outcome: 'withheld',
  reason: 'stopped',
  message,
});

/** In the words of an order that is not sent again. Of one that is not here nothing was ever sent. */
const EARLIER: Readonly<Partial<Record<OrderState, WithheldReason>>> = {
  'in-flight': 'unresolved',
  accepted: 'already-accepted',
  rejected: 'already-rejected',
  unknown: 'unresolved',
  absent: 'already-absent',
  cancelling: 'unresolved',
  'cancel-unknown': 'unresolved',
  cancelled: 'already-cancelled',
  filled: 'already-accepted',
  closed: 'already-closed',
};

/** One that was filled in part before it was cancelled is not placed again either. */
const earlierAs = (order: KnownOrder): WithheldReason | undefined =>
  order.state === 'cancelled' && lineageFilled(order)?.isZero === false ? 'already-accepted' : EARLIER[order.state];

const UNSURE: ReadonlySet<OrderState> = new Set(['in-flight', 'unknown', 'cancelling', 'cancel-unknown']);

/** By which of its parts an order stood: one that nobody knows of, one that is open, and where all are over, the last. */
const standingOf = (parts: readonly KnownOrder[]): KnownOrder | undefined =>
  parts.findLast(({ state }) => UNSURE.has(state)) ??
  parts.findLast(({ state }) => state === 'accepted') ??
  parts.at(-1);

/** An order by the id that it had first, where it was sent under that, with its later parts. */
export function partsKnown({ id, was }: Pick<OrderHeadline, 'id' | 'was'>, known: JournalState): readonly KnownOrder[] {
  const first = was !== undefined && known.has(was) ? was : id;
  const one = known.get(first);
  return one === undefined ? [] : [one, ...laterParts(known, first)];
}

/** The orders that a plan has. */
export const headlinesOf = (announced: readonly RunEvent[]): readonly OrderHeadline[] =>
  announced.flatMap((event) => (event.event === 'run-started' ? event.orders : []));

/** Orders of a plan that is followed which the run did not send: by what was known of each as it began. */
export function notSentBy(
  announced: readonly RunEvent[],
  before: JournalState,
  isTold: (id: string) => boolean,
): OrderOutcome[] {
  const oids = clientOids(announced);
  return headlinesOf(announced).flatMap((headline): OrderOutcome[] => {
    const { id } = headline;
    if (isTold(id)) return [];
    const stood = standingOf(partsKnown(headline, before));
    const reason = stood && earlierAs(stood);
    if (stood === undefined || reason === undefined) return [stopped(id, oids.get(id), NOT_SENT)];
    const { clientOid, orderId } = stood;
    return [{ event: 'order-outcome', id, clientOid, outcome: 'withheld', reason, ...defined({ orderId }) }];
  });
}

interface CutFacts {
  readonly cancels: readonly { readonly outcome: string }[];
  readonly isFollow: boolean;
}

/** Counts and exit code by what its orders came to. A follow that was killed is never done: somebody has to follow its plan. */
export function reckoned(
  outcomes: Iterable<OrderOutcome>,
  { cancels, isFollow }: CutFacts,
): Pick<Said['finished']['end'], 'counts' | 'exitCode'> {
  const counts: Record<OutcomeName, number> = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };
  let isIncomplete = isFollow || cancels.some(({ outcome }) => outcome === 'refused' || outcome === 'fired');
  let isUnknown = cancels.some(({ outcome }) => outcome === 'unknown');
  for (const event of outcomes) {
    counts[event.outcome] += 1;
    isIncomplete ||= needsALook(event);
    isUnknown ||= event.outcome === 'unknown' || (event.outcome === 'withheld' && event.reason === 'unresolved');
  }
  return { counts, exitCode: isUnknown ? EXIT.unknown : isIncomplete ? EXIT.incomplete : EXIT.done };
}

const needsALook = (outcome: Outcome): boolean =>
  outcome.outcome === 'rejected' || (outcome.outcome === 'withheld' && !isQuiet(outcome.reason));
