/** Orders of made-up stories: what the plan says of each, and the events that say what became of it. */
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import type { OrderHeadline, PublicEvent } from '../../src/model/event.ts';
import type { ShownState, WithheldReason } from '../../src/model/outcome.ts';

/** An order as a story tells it: what the plan says of it, and what became of it. */
export interface ToldOrder extends Partial<OrderHeadline> {
  readonly id: string;
  /** `sending` and `waiting` have no outcome: the run was killed, or still goes on. */
  readonly state: ShownState;
  /** Of a withheld order. It is in a call only where the run stopped before that. */
  readonly reason?: WithheldReason;
  readonly message?: string;
  readonly code?: string;
  readonly orderId?: string;
}

const clientOidOf = (id: string): string =>
  id
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .padEnd(36, '7')
    .slice(0, 36);

export const isInCall = ({ state, reason }: ToldOrder): boolean => state !== 'withheld' || reason === 'stopped';
export const kindOf = (orders: readonly ToldOrder[]): 'single' | 'batch' | 'trigger' => {
  if (orders[0]?.trigger !== undefined) return 'trigger';
  return orders.length === 1 ? 'single' : 'batch';
};
export const weightOf = (orders: readonly ToldOrder[]): { ip: number; uid: number } =>
  OPERATIONS[kindOf(orders)].weight;
/** What an order says unless it says otherwise. */
export const BID: Omit<OrderHeadline, 'id'> = {
  symbol: 'cmt_btcusdt',
  side: 'open-long',
  size: '0.1',
  price: '64000',
  marginMode: 'cross',
  timeInForce: 'normal',
  line: 12,
};

export function headlineOf({
  state: _state,
  reason: _reason,
  message: _message,
  code: _code,
  orderId: _orderId,
  ...order
}: ToldOrder): OrderHeadline {
  return { ...BID, ...order };
}

const orderIdOf = (id: string): string => {
  let sum = 0n;
  for (const character of id) sum = (sum * 31n + BigInt(character.codePointAt(0) as number)) % 1_000_000n;
  return String(596_471_064_624_000_000n + sum);
};

type Outcome = Extract<PublicEvent, { event: 'order-outcome' }>;

export function outcomeOf(order: ToldOrder, call?: number, latencyMs?: number): Outcome {
  const { id, state, message } = order;
  const named = { event: 'order-outcome', id, clientOid: clientOidOf(id) } as const;
  const sent = { ...named, ...(call !== undefined && { call }), ...(latencyMs !== undefined && { latencyMs }) };
  if (state === 'accepted')
    return { ...sent, outcome: state, orderId: order.orderId ?? orderIdOf(id), rule: 'accepted' };
  if (state === 'rejected')
    return {
      ...sent,
      outcome: state,
      code: order.code ?? '40754',
      message: message ?? 'balance not enough',
      rule: 'entry-refused',
    };
  if (state === 'unknown')
    return {
      ...sent,
      outcome: state,
      message: message ?? 'no answer within 10 s',
      rule: 'timeout',
    };
  const { reason = 'stopped', orderId } = order;
  return {
    ...named,
    outcome: 'withheld',
    reason,
    ...(message !== undefined && { message }),
    ...(orderId !== undefined && { orderId }),
  };
}
