/**
 * What a run took off the exchange, or tried to, as far as its records say: by the answers to its cancels, and by what was seen of these
 * orders after them. A run that was killed told nobody.
 */
import type { CancelAnswer } from '../../model/cancel.ts';
import { defined } from '../../model/defined.ts';
import type { PublicEvent } from '../../model/event.ts';
import type { LastSeen } from '../../model/standing.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf, type Look, type PlacedAt } from '../records/record-schema.ts';

type CancelOutcome = Extract<PublicEvent, { event: 'cancel-outcome' }>;

/** What an order is called, and its client order id. */
export type TakenOffName = readonly [id: string, clientOid: string];

interface Asked {
  readonly id: string;
  readonly clientOid: string;
  readonly call: number;
  /** Undefined: no answer is on record. */
  answer?: CancelAnswer | { readonly answer: 'not-sent'; readonly message: string };
  /** The last that decided something, with the number of its record. */
  sight?: Look & { readonly record: number };
}

export const placeOf = ({ intent, at }: PlacedAt): string => `${intent} ${at}`;

/** The endings of a call that the exchange may have acted on. */
const LEFT: ReadonlySet<LogRecord['kind']> = new Set(['answered', 'lost', 'unrecorded']);

export class CancelsKept {
  /** By where each was placed: of one that was asked for twice the last. */
  readonly #asked = new Map<string, Asked>();
  readonly #calls = new Map<number, readonly string[]>();

  sent(record: LogRecord, placedAt: (place: PlacedAt) => TakenOffName): void {
    const { call, orders } = saidOf('cancel', record);
    for (const place of orders) {
      const [id, clientOid] = placedAt(place);
      this.#asked.set(placeOf(place), { id, clientOid, call });
    }
    this.#calls.set(record.id, orders.map(placeOf));
  }

  answered(record: LogRecord): void {
    const { answers, message = '' } = saidOf('ending', record);
    for (const [at, place] of (this.#calls.get(record.about ?? 0) ?? []).entries()) {
      const asked = this.#asked.get(place);
      const answer = LEFT.has(record.kind) ? answers?.[at] : ({ answer: 'not-sent', message } as const);
      if (asked !== undefined && answer !== undefined) asked.answer = answer;
    }
  }

  seen(record: number, look: Look): void {
    const asked = this.#asked.get(placeOf(look));
    if (asked !== undefined && look.step !== undefined) asked.sight = { ...look, record };
  }

  /** As it was up to a record; `named`: what the plan calls an order, and which part it is. */
  ends(
    until: number,
    named: (id: string) => Pick<CancelOutcome, 'id' | 'part'>,
    orderIdOf: (clientOid: string) => string | undefined,
  ): CancelOutcome[] {
    const told = (asked: Asked): CancelOutcome => {
      const { id, clientOid, call } = asked;
      const known = defined({ orderId: orderIdOf(clientOid) });
      return { event: 'cancel-outcome', ...named(id), clientOid, ...known, call, ...endOf(asked, until) };
    };
    return [...this.#asked.values()].map(told);
  }
}

type End = Pick<CancelOutcome, 'outcome' | 'rule' | 'code' | 'message' | 'filledSize' | 'averagePrice'>;

const endOf = (asked: Asked, until: number): End =>
  asked.sight !== undefined && asked.sight.record <= until ? seenAs(asked, asked.sight) : leftAs(asked);

const hasFired = ({ state, firedAs }: Pick<LastSeen, 'state' | 'firedAs'>): boolean =>
  state === 'triggered' || firedAs !== undefined;

function seenAs({ answer }: Asked, { step, rule, message, seen }: Look): End {
  const filled = defined({ filledSize: seen?.filledSize, averagePrice: seen?.averagePrice });
  if (step === 'cancelled' || step === 'filled') return { outcome: step, rule, ...filled };
  if (step !== 'stands') return { outcome: 'unknown', rule, message, ...filled };
  if (seen !== undefined && hasFired(seen)) return { outcome: 'fired', rule, message, ...filled };
  const why = answer?.answer === 'refused' ? { rule: answer.rule, code: answer.code } : { rule };
  const words = answer === undefined || answer.answer === 'taken' ? message : answer.message;
  return { outcome: 'refused', ...why, message: words, ...filled };
}

const NOT_LOOKED = 'it was not looked at since';

/** Nobody saw how it ended. That a cancel was taken is no end. */
function leftAs({ answer }: Asked): End {
  switch (answer?.answer) {
    case undefined:
      return { outcome: 'unknown', rule: 'no-record', message: 'its cancel was sent, and no answer was recorded' };
    case 'taken':
      return { outcome: 'unknown', rule: 'cancel-open', message: `its cancel was taken; ${NOT_LOOKED}` };
    case 'refused':
      return {
        outcome: 'unknown',
        rule: 'cancel-open',
        code: answer.code,
        message: `its cancel was refused: ${answer.message}; ${NOT_LOOKED}`,
      };
    case 'unknown':
      return { outcome: 'unknown', rule: 'cancel-open', message: `its cancel: ${answer.message}; ${NOT_LOOKED}` };
    case 'not-sent':
      return {
        outcome: 'refused',
        rule: 'cancel-not-sent',
        message: `its cancel was not sent: ${answer.message}; ${NOT_LOOKED}`,
      };
  }
}
