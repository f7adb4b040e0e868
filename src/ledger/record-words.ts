/** What a record is, in words for a person: its kind, its plan, its orders. */
import { someOf } from '../model/count.ts';
import { isEnding, type LogRecord } from './record-log.ts';
import { saidOf, type PlacedAt } from './said.ts';

/** The records that were read before, by their numbers. */
export type RecordsBefore = Map<number, LogRecord>;

export function recordWords(record: LogRecord, before: ReadonlyMap<number, LogRecord>): string {
  const { kind, plan = 0, about = 0 } = record;
  const named = kind === 'plan' ? record : before.get(plan);
  const ofPlan = named?.kind === 'plan' ? ` of ${saidOf('plan', named).plan}` : '';
  if (kind === 'intent') return `the intent of call ${saidOf('intent', record).call}${ofPlan} (${ordersOf(record)})`;
  if (kind === 'settled') return `what settled ${someOf(ordersAt(saidOf('settled', record).orders, before))}`;
  if (kind === 'seen') return `how ${someOf(ordersAt(saidOf('seen', record).orders, before))} stood on the exchange`;
  if (kind === 'cancel') return `${cancelWords(record, before)}${ofPlan}`;
  const call = before.get(about);
  if (!isEnding(kind) || call === undefined) return `${NAMES[kind] ?? kind}${ofPlan}`;
  if (call.kind === 'cancel') return `the end of ${cancelWords(call, before)}${ofPlan}`;
  if (call.kind !== 'intent') return 'the end of a question';
  return `the end of call ${saidOf('intent', call).call}${ofPlan} (${ordersOf(call)})`;
}

const NAMES: Readonly<Record<string, string>> = {
  made: 'the first record',
  account: 'the name of an account',
  plan: 'the name',
  key: 'the fingerprint of a key',
  approval: 'an approval',
  run: 'the beginning of a run',
  announced: 'what a run announced',
  finished: 'the end of a run',
  question: 'a question',
};

const ordersOf = (intent: LogRecord): string => someOf(saidOf('intent', intent).orders.map(([id]) => id));

const cancelWords = (cancel: LogRecord, before: ReadonlyMap<number, LogRecord>): string =>
  `the cancel of ${someOf(ordersAt(saidOf('cancel', cancel).orders, before))}`;

const ordersAt = (places: readonly PlacedAt[], before: ReadonlyMap<number, LogRecord>): string[] =>
  places.map(({ intent, at }) => {
    const call = before.get(intent);
    return (call === undefined ? undefined : saidOf('intent', call).orders[at]?.[0]) ?? 'an order';
  });
