import { defined } from '../../model/defined.ts';
import type { OrderHeadline, OrderOutcome, PublicEvent, RunStarted } from '../../model/event.ts';
import type { LaterState, Story } from '../../model/story.ts';

/** What an order came to in a run, and since. */
export interface OrderEnd {
  readonly id: string;
  /** Which part of an exit it is, from 2: it comes right behind its order. */
  readonly part?: number;
  /** What the plan said of it. */
  readonly headline?: OrderHeadline;
  /** Undefined where the run is still running. */
  readonly outcome?: OrderOutcome;
  readonly since?: LaterState;
}

/** Every order of the plan, in its order; then those that only an outcome names. */
export function orderEnds({ events, since }: Story): OrderEnd[] {
  const outcomes = new Map<string, Map<number, OrderOutcome>>();
  for (const { event } of events)
    if (event.event === 'order-outcome') {
      const parts = outcomes.get(event.id) ?? new Map<number, OrderOutcome>();
      outcomes.set(event.id, parts.set(partOf(event), event));
    }
  const headlines = new Map(startOf(events)?.orders.map((headline) => [headline.id, headline]));
  const ids = new Set([...headlines.keys(), ...outcomes.keys()]);
  const ends: OrderEnd[] = [];
  for (const id of ids) {
    const [headline, parts = NO_PARTS] = [headlines.get(id), outcomes.get(id)];
    if (parts.has(1) || parts.size === 0)
      ends.push(defined({ id, headline, outcome: parts.get(1), since: since.get(id) }));
    for (const [part, outcome] of parts)
      if (part > 1) ends.push({ id, part, outcome, ...defined({ headline, since: since.get(`${id}/${part}`) }) });
  }
  return ends;
}

const NO_PARTS: ReadonlyMap<number, OrderOutcome> = new Map();
const partOf = (outcome: OrderOutcome): number => ('part' in outcome ? (outcome.part ?? 1) : 1);

const startOf = (events: Story['events']): RunStarted | undefined =>
  events.map(({ event }) => event).find((event) => event.event === 'run-started');

/** How an order ended that was to go off the exchange. */
export type CancelEnded = Extract<PublicEvent, { event: 'cancel-outcome' }>;

/** Each order that was to go off, as it was told last. */
export function cancelEnds({ events }: Story): CancelEnded[] {
  const ends = new Map<string, CancelEnded>();
  for (const { event } of events) if (event.event === 'cancel-outcome') ends.set(event.clientOid, event);
  return [...ends.values()];
}

type RunFinished = Extract<PublicEvent, { event: 'run-finished' }>;

/** How the run ended; undefined where it still goes on. */
export const finishedIn = ({ events }: Story): RunFinished | undefined =>
  events.map(({ event }) => event).findLast((event) => event.event === 'run-finished');
