/** The table `step`: writes one step of one order, and finds steps by plan, order, order id, and what came last. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Verdict } from '../../model/outcome.ts';
import type { IntendedOrder } from '../../ports.ts';
import type { JournalRecord } from '../state.ts';
import { checkSum, rowSum, SUMMED } from './row-sum.ts';

export type Row = Readonly<Record<string, unknown>>;

interface StepFields {
  readonly step: JournalRecord['step'];
  readonly content?: string;
  readonly orderId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly rule?: string;
  readonly atMs: number;
}

export const verdictFields = (verdict: Verdict): Omit<StepFields, 'atMs'> => ({
  step: verdict.outcome,
  ...(verdict.outcome === 'accepted' && { orderId: verdict.orderId }),
  ...(verdict.outcome === 'rejected' && { code: verdict.code }),
  ...(verdict.outcome !== 'accepted' && { message: verdict.message }),
  rule: verdict.rule,
});

export class Steps {
  readonly #account: number;
  readonly #insert: StatementSync;
  readonly #lastWith: StatementSync;
  readonly #lastOf: StatementSync;
  readonly #ofPlan: StatementSync;
  readonly #ownerOf: StatementSync;

  constructor(database: DatabaseSync, account: number) {
    this.#account = account;
    this.#insert = database.prepare(
      `insert into step (${SUMMED.join(', ')}, sum) values (${SUMMED.map(() => '?').join(',')},?)`,
    );
    this.#lastWith = database.prepare(
      `select * from step where account = ? and step = ? and not exists (
         select 1 from step later where later.account = step.account and later.client_oid = step.client_oid and later.id > step.id)`,
    );
    this.#lastOf = database.prepare('select * from step where account = ? and client_oid = ? order by id desc limit 1');
    this.#ofPlan = database.prepare('select * from step where account = ? and plan = ? and generation = ? order by id');
    this.#ownerOf = database.prepare(
      'select plan, order_key, client_oid from step where account = ? and order_id = ? limit 1',
    );
  }

  write(
    attempt: number | null,
    order: Omit<IntendedOrder, 'content'>,
    step: StepFields,
    { plan, generation }: { readonly plan: string; readonly generation: number },
  ): void {
    const values = [
      this.#account,
      plan,
      generation,
      order.id,
      order.lineage,
      order.clientOid,
      attempt,
      step.step,
      step.content ?? null,
      step.orderId ?? null,
      step.code ?? null,
      step.message ?? null,
      step.rule ?? null,
      step.atMs,
    ];
    this.#insert.run(...values, rowSum(values));
  }

  /** A step of the order that `row` is of, whatever its plan. */
  writeAfter(row: Row, step: StepFields): void {
    const order = {
      id: String(row['order_key']),
      clientOid: String(row['client_oid']),
      lineage: Number(row['lineage']),
    };
    const plan = { plan: String(row['plan']), generation: Number(row['generation']) };
    this.write(row['attempt'] === null ? null : Number(row['attempt']), order, step, plan);
  }

  /** The account's orders, of every plan, whose last step is this one, by client order id. */
  lastWith(step: JournalRecord['step']): Map<string, Row> {
    const rows = this.#lastWith.all(this.#account, step);
    rows.forEach(checkSum);
    return new Map(rows.map((row) => [String(row['client_oid']), row]));
  }

  lastOf(clientOid: string): Row | undefined {
    const row = this.#lastOf.get(this.#account, clientOid);
    if (row !== undefined) checkSum(row);
    return row;
  }

  /** The steps of one plan, the oldest first; their sums are still to be checked. */
  ofPlan({ plan, generation }: { readonly plan: string; readonly generation: number }): Row[] {
    return this.#ofPlan.all(this.#account, plan, generation);
  }

  /** The order that has the exchange's order id. */
  ownerOf(orderId: string): { plan: string; id: string; clientOid: string } | undefined {
    const row = this.#ownerOf.get(this.#account, orderId);
    if (row === undefined) return undefined;
    return { plan: String(row['plan']), id: String(row['order_key']), clientOid: String(row['client_oid']) };
  }
}
