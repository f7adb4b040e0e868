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
  /** Of an intent: what it may come to be worth, and the sum of its ladder (OrderMarks). */
  readonly worth?: string;
  readonly ladder?: string;
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
  readonly worth?: string;
  readonly ladder?: string;
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

/** What a step of one order changes, besides its state. */
export type OrderStep = Omit<JournalRecord, 'plan' | 'generation'>;

/** The order after its next step. Throws TransitionError where the table has no such path. */
export function applyRecord(known: KnownOrder | undefined, record: OrderStep): KnownOrder {
  const { id, clientOid, lineage, step, atMs } = record;
  const isAgain = known !== undefined && lineage > known.lineage && PLACED_AGAIN_AFTER.includes(known.state);
  const from = known === undefined || isAgain ? 'never-sent' : known.state;
  const state = transition(from, step);
  if (state === undefined || (known !== undefined && !isAgain && lineage !== known.lineage)) {
    throw new TransitionError(`order ${id}: no path from ${from} by ${step}, lineage ${lineage}`);
  }
  const content = record.content ?? known?.content ?? {};
  const sentAtMs = step === 'intent' ? atMs : (known?.sentAtMs ?? atMs);
  const order = { id, clientOid, lineage, state, content, sentAtMs, changedAtMs: atMs };
  return withMarks(withWords(order, record), record, known);
}

/** Field by field, as there may be thousands of orders in a call's turn. */
function withWords(order: Writable<KnownOrder>, { orderId, code, message, rule }: OrderStep): KnownOrder {
  if (orderId !== undefined) order.orderId = orderId;
  if (code !== undefined) order.code = code;
  if (message !== undefined) order.message = message;
  if (rule !== undefined) order.rule = rule;
  return order;
}

/** They come with an intent, and stay. */
function withMarks(order: Writable<KnownOrder>, record: OrderStep, known: KnownOrder | undefined): KnownOrder {
  const from = record.step === 'intent' ? record : known;
  if (from?.worth !== undefined) order.worth = from.worth;
  if (from?.ladder !== undefined) order.ladder = from.ladder;
  return order;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
