/**
 * The tables beside the records, held against each record as it comes: what follows from it stands in the order of the records, so
 * each table is read once, and next to them.
 */
import type { DatabaseSync } from 'node:sqlite';
import { isEnding, type LogRecord } from '../records/record-log.ts';
import { saidOf, type PlacedAt } from '../records/record-schema.ts';
import { PATHS } from './tables.ts';

/** The rows of a table that are still to come. */
class Coming {
  readonly #rows: Iterator<unknown>;
  #isWrong = false;

  constructor(database: DatabaseSync, sql: string) {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    this.#rows = statement.iterate();
  }

  next(...values: readonly unknown[]): void {
    if (this.#isWrong) return;
    const { value } = this.#rows.next() as { value?: readonly unknown[] | null };
    const row = value ?? [];
    this.#isWrong = row.length !== values.length || values.some((one, at) => one !== row[at]);
  }

  /** After the last record: whether each row was as it should be, and none is left. */
  isRight(): boolean {
    return !this.#isWrong && this.#rows.next().done === true;
  }
}

export class TablesBeside {
  readonly #database: DatabaseSync;
  readonly #placed: Coming;
  readonly #ended: Coming;
  readonly #settled: Coming;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#placed = new Coming(database, 'select plan, id, lineage, again, intent, at from placed order by intent, at');
    this.#ended = new Coming(database, 'select intent, ending from ended order by ending, intent');
    this.#settled = new Coming(database, 'select intent, at, step, record from settled order by record, intent, at');
  }

  take(record: LogRecord): void {
    const { kind, id, plan, about } = record;
    if (kind === 'intent')
      for (const [at, [order, , lineage, again]] of saidOf('intent', record).orders.entries())
        this.#placed.next(plan, order, lineage, again, id, at);
    else if (isEnding(kind)) this.#ended.next(about, id);
    else if (kind === 'settled' || kind === 'cancel' || kind === 'seen') this.#decided(id, saidOf(kind, record).orders);
  }

  #decided(record: number, orders: readonly (PlacedAt & { readonly step?: string })[]): void {
    const byPlace = orders.toSorted((one, other) => one.intent - other.intent || one.at - other.at);
    for (const { intent, at, step } of byPlace) if (step !== undefined) this.#settled.next(intent, at, step, record);
  }

  /** The first table that does not have what it must, after the last record. */
  wrong(): string | undefined {
    if (!this.#placed.isRight()) return 'placed';
    if (!this.#ended.isRight()) return 'ended';
    if (!this.#settled.isRight()) return 'settled';
    const [has, should] = ['select * from path', `select * from (values ${PATHS})`];
    const sql = `select ${lacks(should, has)} or ${lacks(has, should)} as differ`;
    return this.#database.prepare(sql).get()?.['differ'] === 1 ? 'path' : undefined;
  }
}

/** In SQL: whether the first lacks a row that the other has. */
const lacks = (one: string, other: string): string => `exists (select * from (${other} except ${one}))`;
