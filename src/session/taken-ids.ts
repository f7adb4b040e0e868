import type { Call } from '../model/call.ts';
import type { Verdict } from '../model/outcome.ts';
import type { CallResult, Journal } from '../ports.ts';

/**
 * The result without what its order ids do not prove. One that the journal has for another order of the account is another's
 * answer, or one that was given twice: its order is unknown, and nothing further is sent.
 */
export function withoutTakenIds(result: CallResult, call: Call, ownerOf: Journal['orderIdOwner']): CallResult {
  if (result.kind !== 'answered') return result;
  let doubt: string | undefined;
  const verdicts = result.verdicts.map((verdict, index): Verdict => {
    if (verdict.outcome !== 'accepted') return verdict;
    const owner = ownerOf(verdict.orderId);
    if (owner === undefined || owner.clientOid === call.orders[index]?.clientOid) return verdict;
    const message = `order id ${verdict.orderId} is that of ${owner.id} in the plan ${owner.plan}`;
    doubt ??= `the exchange gave an order id again: ${message}`;
    return { outcome: 'unknown', message, rule: 'order-id-taken' };
  });
  return doubt === undefined ? result : { ...result, verdicts, halt: result.halt ?? doubt };
}
