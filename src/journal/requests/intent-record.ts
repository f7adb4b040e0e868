/** The records of a call that carries orders and of one that takes them off, before it leaves. */
import { defined } from '../../model/defined.ts';
import type { RecordFields } from '../account/account-log.ts';
import type { AccountMemory } from '../account/account-memory.ts';
import { said, type Egress } from '../records/record-schema.ts';
import type { CancelIntent, Intent } from '../records/request.ts';
import type { PlanName } from '../records/scope.ts';
import type { CancelStep } from '../../model/outcome.ts';
import { placeOf } from './recovery.ts';

/** An execution, and the number of its record. */
export interface CurrentRun {
  readonly id: number;
  readonly plan: PlanName;
}

type RecordOf = Pick<RecordFields, 'plan'> & { readonly account: number } & Egress;

export function intentRecord(
  { call, orders, signedAtMs }: Intent,
  memory: AccountMemory,
  run: CurrentRun,
  { egress, ...of }: RecordOf,
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

export function cancelRecord(
  { cancel, signedAtMs }: CancelIntent,
  memory: AccountMemory,
  run: CurrentRun,
  { egress, ...of }: RecordOf,
): RecordFields {
  const { number: call, kind, path, body, weight } = cancel;
  const orders = cancel.orders.map(({ clientOid, isReplaced }) => {
    // Its call may name it by its client order id though it was found since the call was made.
    const step: CancelStep = memory.lastSent(clientOid)?.order?.state === 'unknown' ? 'cancel-unplaced' : 'cancel';
    return { ...placeOf(memory, clientOid), step, ...(isReplaced === true && { isReplaced }) };
  });
  return {
    kind: 'cancel',
    ...of,
    about: run.id,
    weight: { ip: weight.ip, uid: weight.uid },
    said: said<'cancel'>({ call, kind, path, body, signedAtMs, orders, ...defined({ egress }) }),
  };
}
