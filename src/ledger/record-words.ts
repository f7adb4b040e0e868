/** What a record is, in words for a person: its kind, its plan, its orders. */
import { someOf } from '../model/count.ts';
import { isEnding, type LogRecord } from './record-log.ts';
import { saidOf } from './said.ts';

/** The records that were read before, by their numbers. */
export type RecordsBefore = Map<number, LogRecord>;

export function recordWords(record: LogRecord, before: ReadonlyMap<number, LogRecord>): string {
  const { kind, plan = 0, about = 0 } = record;
  const named = kind === 'plan' ? record : before.get(plan);
  const ofPlan = named?.kind === 'plan' ? ` of ${saidOf('plan', named).plan}` : '';
  if (kind === 'intent') return `the intent of call ${saidOf('intent', record).call}${ofPlan} (${ordersOf(record)})`;
  if (kind === 'settled') return `what settled ${someOf(settledIn(record, before))}`;
  const call = before.get(about);
  if (!isEnding(kind) || call === undefined) return `${NAMES[kind] ?? kind}${ofPlan}`;
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

const settledIn = (record: LogRecord, before: ReadonlyMap<number, LogRecord>): string[] =>
  saidOf('settled', record).orders.map(({ intent, at }) => {
    const call = before.get(intent);
    return (call === undefined ? undefined : saidOf('intent', call).orders[at]?.[0]) ?? 'an order';
  });
