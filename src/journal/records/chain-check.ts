/** Looks at the rows of records one after the other, and says which is the first that is not as it was written. */
import { CHAIN_START, chainSum } from './chain.ts';
import { opensByContent } from './halt.ts';
import type { Head, Verified } from './head.ts';
import { type LogRecord, isEnding } from './record-log.ts';
import { recordOf, type RecordRow } from './record-row.ts';
import { someOf } from '../../model/count.ts';
import { saidOf, type PlacedAt } from './record-schema.ts';

// What a record is, in words for a person: its kind, its plan, its orders.

function recordWords(record: LogRecord, before: ReadonlyMap<number, LogRecord>): string {
  const { kind, plan = 0, about = 0 } = record;
  const named = kind === 'plan' ? record : before.get(plan);
  const ofPlan = named?.kind === 'plan' ? ` of ${saidOf('plan', named).plan}` : '';
  if (kind === 'intent') return `the intent of call ${saidOf('intent', record).call}${ofPlan} (${ordersOf(record)})`;
  if (kind === 'settled') return `what settled ${someOf(ordersAt(saidOf('settled', record).orders, before))}`;
  if (kind === 'seen') return `the state of ${someOf(ordersAt(saidOf('seen', record).orders, before))} on the exchange`;
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
  looked: 'a look at the account',
  halt: 'a halt',
  lifted: 'the end of a halt',
  'end-asked': 'a request to a follower to end',
  'closed-elsewhere': 'what was closed elsewhere',
};

const ordersOf = (intent: LogRecord): string => someOf(saidOf('intent', intent).orders.map(([id]) => id));

const cancelWords = (cancel: LogRecord, before: ReadonlyMap<number, LogRecord>): string =>
  `the cancel of ${someOf(ordersAt(saidOf('cancel', cancel).orders, before))}`;

const ordersAt = (places: readonly PlacedAt[], before: ReadonlyMap<number, LogRecord>): string[] =>
  places.map(({ intent, at }) => {
    const call = before.get(intent);
    return (call === undefined ? undefined : saidOf('intent', call).orders[at]?.[0]) ?? 'an order';
  });

/** How a look at a store goes. */
interface Looking {
  /** What a record is that is not there. */
  readonly nameOf?: (record: number) => string;
  /** A fault is named by the records before it, which are all kept for that: only a look that is known to find one names it. */
  readonly isNaming?: boolean;
}

export class ChainCheck {
  readonly #kept: Head | undefined;
  readonly #nameOf: (record: number) => string;
  readonly #isNaming: boolean;
  readonly #before = new Map<number, LogRecord>();
  #sum = CHAIN_START;
  /** The accounts that are halted, and since which record. */
  readonly #halted = new Map<number, number>();
  /** The newest that was looked at, and its number. */
  newest: LogRecord | undefined;
  id = 0;

  constructor(kept: Head | undefined, { nameOf = () => 'a record', isNaming = false }: Looking = {}) {
    this.#kept = kept;
    this.#nameOf = nameOf;
    this.#isNaming = isNaming;
  }

  faultOf(row: RecordRow): Verified | undefined {
    const [id, before, sumThere] = [Number(row[0]), row[10], row[11]];
    if (id !== this.id + 1) return broken(this.id + 1, this.#nameOf(this.id + 1), 'is gone');
    let record: LogRecord;
    let about: string;
    try {
      record = recordOf(row);
      about = recordWords(record, this.#before);
    } catch {
      return broken(id, 'a record', 'cannot be read');
    }
    if (before !== this.#sum) {
      return broken(id, about, 'does not follow the record before it: one was changed, taken out or put in between');
    }
    const sum = chainSum(this.#sum, record);
    if (sumThere !== sum) return broken(id, about, 'was changed');
    const halted = this.#openedWhileHalted(record);
    if (halted !== undefined) return broken(id, about, `opens, though record ${halted} halts the account`);
    if (this.#isNaming) this.#before.set(id, record);
    [this.newest, this.id, this.#sum] = [record, id, sum];
    return this.#kept?.record === id && !sum.startsWith(this.#kept.sum)
      ? broken(id, about, 'is not the record whose head was kept: the journal was rebuilt up to here')
      : undefined;
  }

  /** The halt that an intent did not obey. */
  #openedWhileHalted(record: LogRecord): number | undefined {
    const { id, kind, account = 0 } = record;
    if (kind === 'halt' && !this.#halted.has(account)) this.#halted.set(account, id);
    if (kind === 'lifted') this.#halted.delete(account);
    const since = this.#halted.get(account);
    if (since === undefined || kind !== 'intent') return undefined;
    const { contents, isAdopted } = saidOf('intent', record);
    return isAdopted !== true && contents.some(opensByContent) ? since : undefined;
  }

  /** Whether records are gone from the end, by the head that was kept. */
  cut(): Verified | undefined {
    const kept = this.#kept?.record ?? 0;
    return kept > this.id
      ? broken(this.id + 1, 'a record', `is gone: a head of record ${kept} was kept, and the journal ends before it`)
      : undefined;
  }

  /** After the last row, where no fault was found. */
  end(): Verified {
    return { kind: 'whole', ...(this.id > 0 && { head: { record: this.id, sum: this.#sum } }) };
  }
}

export const broken = (record: number, about: string, what: string): Verified => ({
  kind: 'broken',
  record,
  about,
  what,
});
