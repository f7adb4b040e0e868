import type { Finding, Standing } from '../../session/lists/list-matches.ts';
import { unreachable } from '../../model/result.ts';
import { someOf } from '../../model/count.ts';

/** Why an order is unknown still. */
export function openWords(id: string, finding: Exclude<Finding, { kind: 'found' }>): string {
  switch (finding.kind) {
    case 'not-found':
      return `in none of the lists ${finding.lists.join(', ')}; that does not prove that it does not exist`;
    case 'failed':
      return `not looked up: ${finding.message}`;
    case 'found-twice': {
      const { length } = finding.standing;
      const [times, all] = length === 2 ? ['twice', 'one'] : [`${length} times`, 'all but one'];
      const ids = inWords(finding.standing.map(remarked));
      return `is on the exchange ${times}: order ids ${ids}; cancel ${all} there, then settle --placed ${id}=ORDER_ID`;
    }
    case 'order-id-shared':
      return `shown as order ${remarked(finding.standing)}: one order id cannot be two orders, so it proves neither`;
    case 'found-differs':
      return `shown as order ${finding.standing.orderId}, and differs: ${someOf(finding.standing.differences)}; that does not prove that it is this order`;
    default:
      return unreachable(finding);
  }
}

/** `111 and 222`, `111, 222 and 333`; of many the first few. */
const inWords = (ids: readonly string[]): string =>
  ids.length > 6 ? someOf(ids) : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1) ?? ''}`;

/** `111`, or with what speaks against it `111 (size 5, not 0.1; also the order id of entry)`. */
function remarked({ orderId, differences, owners }: Standing): string {
  const names = owners.map((id) => (id === '' ? 'an order that is none of these' : id));
  const remarks = [
    ...(differences.length > 0 ? [someOf(differences)] : []),
    ...(names.length > 0 ? [`also the order id of ${someOf(names)}`] : []),
  ];
  return remarks.length === 0 ? orderId : `${orderId} (${remarks.join('; ')})`;
}
