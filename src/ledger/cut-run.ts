/** What a run that was killed came to, as far as its records say. Pure. */
import type { OrderOutcome, RunEvent } from '../model/event.ts';
import { EXIT } from '../model/exit-code.ts';
import { isQuiet, NO_ANSWER, type Outcome, type OutcomeName } from '../model/outcome.ts';
import type { Said } from './said.ts';

type Planned = Extract<RunEvent, { event: 'call-planned' }>;

/** What is said of it in the place of an end. */
export const CUT = 'the journal has no end of this run: it was killed, or its machine was';

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

function leftAs(id: string, { call, body }: Planned, at: number, sent: Said['intent'] | undefined): OrderOutcome {
  const order = { event: 'order-outcome', id } as const;
  if (sent === undefined) {
    const clientOid = clientOidsIn(body)[at] ?? '';
    return { ...order, clientOid, outcome: 'withheld', reason: 'stopped', message: 'the run ended before its turn' };
  }
  const clientOid = sent.orders[at]?.[1] ?? '';
  return { ...order, clientOid, call, outcome: 'unknown', message: NO_ANSWER, rule: 'no-record' };
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

/** Client order ids in a body, in the order of its entries (docs/contract.md#wire). */
const clientOidsIn = (body: string): string[] =>
  [...body.matchAll(/"client_oid":"([A-Za-z0-9]+)"/g)].map(([, id = '']) => id);
