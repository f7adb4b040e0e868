/** What a run that followed its plan sent in all, by its records alone. Pure. */
import type { SentInAll } from '../../model/story.ts';
import { saidOf } from '../records/record-schema.ts';
import type { KeptRun } from './kept-run.ts';

/** A call that went twice is one, and weighs twice. `neverStarted`: requests that a stop overtook. */
export function sentInAll({ records, cancels }: KeptRun, neverStarted: ReadonlySet<number>): SentInAll {
  const orders = new Set<string>();
  const off = new Set<string>();
  const calls = new Set<number>();
  const weight = { ip: 0, uid: 0 };
  for (const record of [...records.map((one) => one.record), ...cancels]) {
    if ((record.kind !== 'intent' && record.kind !== 'cancel') || neverStarted.has(record.id)) continue;
    weight.ip += record.weight?.ip ?? 0;
    weight.uid += record.weight?.uid ?? 0;
    if (record.kind === 'intent') {
      const intent = saidOf('intent', record);
      calls.add(intent.call);
      for (const [, clientOid] of intent.orders) orders.add(clientOid);
    } else {
      const cancel = saidOf('cancel', record);
      calls.add(cancel.call);
      for (const { intent, at } of cancel.orders) off.add(`${intent} ${at}`);
    }
  }
  return { orders: orders.size, cancels: off.size, calls: calls.size, weight };
}
