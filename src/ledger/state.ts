import { defined } from '../model/defined.ts';
import { transition, type JournalStep, type OrderState } from '../model/outcome.ts';

/** One step of one order, as the journal holds it. */
export interface JournalRecord {
  readonly step: JournalStep;
  readonly plan: string;
  readonly generation: number;
  readonly id: string;
  readonly clientOid: string;
  readonly lineage: number;
  /** Wall clock, ms since 1970. */
  readonly atMs: number;
  /** Of an intent: what the order said. */
  readonly content?: Readonly<Record<string, string>>;
  /** Of accepted and settle-accepted. */
  readonly orderId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly rule?: string;
}

/** What is known of one order of the plan, in its newest lineage. */
export interface KnownOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly lineage: number;
  readonly state: OrderState;
  readonly content: Readonly<Record<string, string>>;
  readonly sentAtMs: number;
  readonly changedAtMs: number;
  readonly orderId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly rule?: string;
}

/** Every order that the journal knows of one plan and generation, by order id. */
export type JournalState = ReadonlyMap<string, KnownOrder>;

export const emptyJournal: JournalState = new Map();

/** A step that the transition table does not have: the journal is damaged or the program wrong; nothing may be sent. */
export class TransitionError extends Error {}

/** Only of these is an order placed again, under a new lineage: it is proved or settled that the one before does not stand. */
export const PLACED_AGAIN_AFTER: readonly OrderState[] = ['rejected', 'absent'];

/** What may be on the exchange: of the others it is proved, or settled, that they are not. */
export const mayStand = ({ state }: KnownOrder): boolean =>
  state === 'accepted' || state === 'unknown' || state === 'in-flight';

/** What a plan of these order ids no longer has, and may be on the exchange all the same. */
export function removedAfterSend(known: JournalState, ids: Iterable<string>): KnownOrder[] {
  const inPlan = new Set(ids);
  return [...known.values()].filter((order) => !inPlan.has(order.id) && mayStand(order));
}

/** The fold: records in the order they were written give the state of each order. Pure. */
export function foldJournal(records: Iterable<JournalRecord>): JournalState {
  const state = new Map<string, KnownOrder>();
  for (const record of records) state.set(record.id, applyRecord(state.get(record.id), record));
  return state;
}

export function applyRecord(known: KnownOrder | undefined, record: JournalRecord): KnownOrder {
  const isAgain = known !== undefined && record.lineage > known.lineage && PLACED_AGAIN_AFTER.includes(known.state);
  const from = known === undefined || isAgain ? 'never-sent' : known.state;
  const state = transition(from, record.step);
  if (state === undefined || (known !== undefined && !isAgain && record.lineage !== known.lineage)) {
    throw new TransitionError(`order ${record.id}: no path from ${from} by ${record.step}, lineage ${record.lineage}`);
  }
  const isSent = record.step === 'intent';
  const { orderId, code, message, rule } = record;
  return {
    id: record.id,
    clientOid: record.clientOid,
    lineage: record.lineage,
    state,
    content: record.content ?? known?.content ?? {},
    sentAtMs: isSent ? record.atMs : (known?.sentAtMs ?? record.atMs),
    changedAtMs: record.atMs,
    ...defined({ orderId, code, message, rule }),
  };
}
