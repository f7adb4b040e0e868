import { NO_ANSWER } from '../../model/outcome.ts';
import type { PublicEvent } from '../../model/event.ts';
import { sentOf } from '../../model/order-changes.ts';
import { sentSize, type KnownOrder } from '../records/state.ts';

/** The outcome that the journal has of an order, as an event; undefined if it has none. An intent without an answer is unknown. */
// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the states of an order
export function outcomeEvent(known: KnownOrder): PublicEvent | undefined {
  const { id, clientOid, state, orderId, code, message, rule, filled } = known;
  const isExit = known.filledIn?.includes('size') === true;
  const size = filled === undefined ? {} : { size: sentSize(known) };
  const order = { event: 'order-outcome', id, clientOid, ...(isExit ? sentOf(known.content) : size) } as const;
  switch (state) {
    case 'accepted':
    case 'cancelling':
    case 'cancel-unknown':
    case 'cancelled':
    case 'filled':
    case 'closed':
      return { ...order, outcome: 'accepted', orderId: orderId ?? '', rule: rule ?? '' };
    case 'rejected':
      return { ...order, outcome: 'rejected', code: code ?? '', message: message ?? '', rule: rule ?? '' };
    case 'unknown':
    case 'in-flight':
      return {
        ...order,
        outcome: 'unknown',
        message: message ?? NO_ANSWER,
        rule: rule ?? 'no-record',
      };
    case 'never-sent':
    case 'absent':
      return undefined;
  }
}
