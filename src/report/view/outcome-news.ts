/** What an outcome says of its order, as the list of orders keeps it. */
import type { PublicEvent } from '../../model/event.ts';
import { unreachable } from '../../model/result.ts';
import type { OrderNews } from './order-list.ts';

export function news(event: Extract<PublicEvent, { event: 'order-outcome' }>): OrderNews {
  const latencyMs = 'latencyMs' in event && event.latencyMs !== undefined ? { latencyMs: event.latencyMs } : {};
  switch (event.outcome) {
    case 'accepted':
      return { state: 'accepted', orderId: event.orderId, ...latencyMs };
    case 'rejected':
      return { state: 'rejected', code: event.code, message: event.message, ...latencyMs };
    case 'unknown':
      return { state: 'unknown', message: event.message, ...latencyMs };
    case 'withheld':
      return {
        state: 'withheld',
        reason: event.reason,
        ...(event.message !== undefined && { message: event.message }),
        ...(event.orderId !== undefined && { orderId: event.orderId }),
      };
    default:
      return unreachable(event);
  }
}
