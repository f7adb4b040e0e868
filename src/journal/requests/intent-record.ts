/** The record of a call that carries orders, before it leaves. */
import { defined } from '../../model/defined.ts';
import type { RecordFields } from '../account/account-log.ts';
import type { AccountMemory } from '../account/account-memory.ts';
import { said, type Egress } from '../records/record-schema.ts';
import type { Intent } from '../records/request.ts';
import type { PlanName } from '../records/scope.ts';

/** An execution, and the number of its record. */
export interface CurrentRun {
  readonly id: number;
  readonly plan: PlanName;
}

export function intentRecord(
  { call, orders, signedAtMs }: Intent,
  memory: AccountMemory,
  run: CurrentRun,
  { egress, ...of }: { account: number; plan?: number } & Egress,
): RecordFields {
  const { number, kind, path, body, weight } = call;
  const known = memory.state(run.plan);
  const sent = orders.map(
    (order) => [order.id, order.clientOid, order.lineage, memory.timesSent(known, order)] as const,
  );
  const contents = orders.map(({ content }) => content);
  const marks = orders.some((order) => order.marks !== undefined)
    ? { marks: orders.map((order) => order.marks ?? {}) }
    : {};
  return {
    kind: 'intent',
    ...of,
    about: run.id,
    weight: { ip: weight.ip, uid: weight.uid },
    said: said({
      call: number,
      kind,
      path,
      body,
      signedAtMs,
      orders: sent,
      contents,
      ...marks,
      ...defined({ egress }),
    }),
  };
}
