import type { Unknown, Verdict } from '../../model/outcome.ts';
import type { OrderIdOwner } from '../records/ledger.ts';

/** Whether the verdict was undone because another order has its order id. */
export const isIdTaken = (verdict: Verdict): verdict is Unknown => verdict.rule === 'order-id-taken';

/** Without a plan: it is not on record yet. */
export type OwnerName = Pick<OrderIdOwner, 'id' | 'clientOid'> & Partial<Pick<OrderIdOwner, 'plan'>>;

/**
 * Verdicts without what their order ids do not prove. One that the account has for another order is another's answer, or
 * one that was given twice: its order is unknown.
 */
export const withoutTakenIds = (
  verdicts: readonly Verdict[],
  orders: readonly { readonly clientOid: string }[],
  ownerOf: (orderId: string) => OwnerName | undefined,
): readonly Verdict[] =>
  verdicts.map((verdict, at): Verdict => {
    if (verdict.outcome !== 'accepted') return verdict;
    const owner = ownerOf(verdict.orderId);
    if (owner === undefined || owner.clientOid === orders[at]?.clientOid) return verdict;
    const where = owner.plan === undefined ? '' : ` in the plan ${owner.plan}`;
    const message = `order id ${verdict.orderId} is that of ${owner.id}${where}`;
    return { outcome: 'unknown', message, rule: 'order-id-taken' };
  });
