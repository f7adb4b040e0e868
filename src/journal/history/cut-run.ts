/** What a run that was killed came to, as far as its records say. Pure. */
import { readRecorded } from '../../exchange/spoken.ts';
import type { OrderOutcome, RunEvent } from '../../model/event.ts';
import { EXIT } from '../../model/exit-code.ts';
import { isQuiet, NO_ANSWER, type Outcome, type OutcomeName, type WithheldReason } from '../../model/outcome.ts';
import { orderOfPart } from '../../model/ids.ts';
import type { Said } from '../records/record-schema.ts';

type Planned = Extract<RunEvent, { event: 'call-planned' }>;
type OrderStateTold = Extract<RunEvent, { event: 'order-state' }>;

/** What is said of it in the place of an end. */
export const CUT = 'the journal does not have the end of this run: the run or its machine was killed';

const BEFORE_ITS_TURN = 'the run ended before its turn';

/**
 * Outcomes of all announced orders that have none on record: what is in flight has no answer, what has no intent was not
 * sent. `open`: the intents that have no ending.
 */
export function leftOpen(announced: readonly RunEvent[], open: readonly Said['intent'][]): OrderOutcome[] {
  const sent = new Map(open.map((intent) => [intent.call, intent]));
  return announced.flatMap((event) => {
    if (event.event !== 'call-planned' || event.operation === 'cancel') return [];
    return event.orders.map((id, at) => leftAs(id, event, at, sent.get(event.call)));
  });
}

const clientOidsOf = (body: string): readonly string[] =>
  readRecorded(
    (dialect) => dialect.clientOidsIn(body),
    ({ length }) => length > 0,
  );

function leftAs(id: string, { call, body }: Planned, at: number, sent: Said['intent'] | undefined): OrderOutcome {
  const order = { event: 'order-outcome', id } as const;
  if (sent === undefined) {
    const clientOid = clientOidsOf(body)[at] ?? '';
    return { ...order, clientOid, outcome: 'withheld', reason: 'stopped', message: BEFORE_ITS_TURN };
  }
  const clientOid = sent.orders[at]?.[1] ?? '';
  return { ...order, clientOid, call, outcome: 'unknown', message: NO_ANSWER, rule: 'no-record' };
}

const EARLIER: Readonly<Partial<Record<OrderStateTold['state'], WithheldReason>>> = {
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

/** By which of its parts an order stood: one that was not over, else the last. */
const standingOf = (parts: readonly OrderStateTold[]): OrderStateTold | undefined =>
  parts.findLast(({ state }) => UNSURE.has(state)) ??
  parts.findLast(({ state }) => state === 'accepted') ??
  parts.at(-1);

const UNSURE: ReadonlySet<OrderStateTold['state']> = new Set(['in-flight', 'unknown', 'cancelling', 'cancel-unknown']);

/** Orders of a plan that is followed which the run did not send: by what was known of each as it began. */
export function notSentBy(announced: readonly RunEvent[]): OrderOutcome[] {
  const states = announced.flatMap((event) => (event.event === 'order-state' ? [event] : []));
  const parts = Map.groupBy(states, ({ id }) => orderOfPart(id));
  const orders = announced.flatMap((event) => (event.event === 'run-started' ? event.orders : []));
  const bodies = new Map(
    announced.flatMap((event) =>
      event.event === 'step-planned' && event.does === 'place' ? [[event.id, event.body ?? ''] as const] : [],
    ),
  );
  const left: OrderOutcome[] = [];
  for (const { id } of orders) {
    const before = standingOf(parts.get(id) ?? []);
    const clientOid = before?.clientOid ?? clientOidsOf(bodies.get(id) ?? '')[0] ?? '';
    const order = { event: 'order-outcome', id, clientOid, outcome: 'withheld' } as const;
    const reason = before && EARLIER[before.state];
    left.push(reason === undefined ? { ...order, reason: 'stopped', message: BEFORE_ITS_TURN } : { ...order, reason });
  }
  return left;
}

/** Counts and exit code by what its orders came to. */
export function reckoned(outcomes: Iterable<OrderOutcome>): Pick<Said['finished']['end'], 'counts' | 'exitCode'> {
  const counts: Record<OutcomeName, number> = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };
  let isIncomplete = false;
  for (const event of outcomes) {
    counts[event.outcome] += 1;
    isIncomplete ||= needsALook(event);
  }
  return { counts, exitCode: counts.unknown > 0 ? EXIT.unknown : isIncomplete ? EXIT.incomplete : EXIT.done };
}

const needsALook = (outcome: Outcome): boolean =>
  outcome.outcome === 'rejected' || (outcome.outcome === 'withheld' && !isQuiet(outcome.reason));
