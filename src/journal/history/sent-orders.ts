/** The orders that a run sent, by its records, in the names that its plan has for them. */
import { defined } from '../../model/defined.ts';
import type { OrderOutcome } from '../../model/event.ts';
import { sentOf, type SentNumbers } from '../../model/order-changes.ts';
import type { Verdict } from '../../model/outcome.ts';
import { saidOf, type Said } from '../records/record-schema.ts';
import { sentSize } from '../records/state.ts';
import { headlinesOf } from './cut-run.ts';
import type { KeptRun } from './kept-run.ts';

/** An order that was sent. */
type SentOutcome = Exclude<OrderOutcome, { outcome: 'withheld' }>;

export class SentOrders {
  /** By the numbers of their records. */
  readonly intents = new Map<number, Said['intent']>();
  /** For each planned call, the ids that the plan gave its orders. */
  readonly #names = new Map<number, readonly string[]>();
  /** By the ids that its orders had first, what the plan calls them. */
  readonly #planned: ReadonlyMap<string, string>;

  constructor({ announced = [], records }: KeptRun, isFollow: boolean) {
    this.#planned = new Map(headlinesOf(announced).map(({ id, was = id }) => [was, id]));
    // Whoever follows a plan numbers the calls as they come to be due.
    for (const event of isFollow ? [] : announced)
      if (event.event === 'call-planned') this.#names.set(event.call, event.orders);
    for (const { record } of records)
      if (record.kind === 'intent') this.intents.set(record.id, saidOf('intent', record));
  }

  named({ call, orders }: Said['intent'], at: number): string {
    return this.#names.get(call)?.[at] ?? this.planName(orders[at]?.[0] ?? '');
  }

  /** `stop/2` of what the plan calls `stop` now. */
  planName(known: string): string {
    const [id = known, part] = known.split('/');
    const name = this.#planned.get(id) ?? id;
    return part === undefined ? name : `${name}/${part}`;
  }

  outcomesOf(intent: Said['intent'], { verdicts = [], latencyMs }: Said['ending']): OrderOutcome[] {
    return verdicts.map((verdict, at) => ({ ...this.outcomeOf(intent, at, verdict), ...defined({ latencyMs }) }));
  }

  outcomeOf(intent: Said['intent'], at: number, verdict: Verdict): SentOutcome {
    return {
      event: 'order-outcome',
      ...partOf(this.named(intent, at), intent, at),
      clientOid: intent.orders[at]?.[1] ?? '',
      call: intent.call,
      ...verdict,
      ...restOf(intent, at),
    };
  }
}

/** Of a run that follows its plan, which part of which order it is, and why it was placed. No id of a plan has a `/`. */
function partOf(
  name: string,
  { marks }: Said['intent'],
  at: number,
): Pick<Extract<OrderOutcome, { outcome: 'accepted' }>, 'id' | 'part' | 'because'> {
  const because = marks?.[at]?.because;
  if (because === undefined) return { id: name };
  const [id = name, part] = name.split('/');
  return { id, because, ...(part !== undefined && { part: Number(part) }) };
}

/** What was sent of an order that was filled in part before, or of an exit, which comes in parts. */
const restOf = ({ contents, marks }: Said['intent'], at: number): Partial<SentNumbers> => {
  const { filled, filledIn } = marks?.[at] ?? {};
  const content = contents[at] ?? {};
  if (filledIn?.includes('size') === true) return sentOf(content);
  return filled === undefined ? {} : { size: sentSize({ content, filled }) };
};
