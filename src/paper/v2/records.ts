import type { Decimal } from '../../model/decimal.ts';
import type { OrderStatus, PaperOrder } from '../book.ts';
import type { ListFault } from '../list-faults.ts';
import { contracts, type Contract } from './order/instruments.ts';
import { decimalOf } from './order/rules.ts';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  '1': 'open_long',
  '2': 'open_short',
  '3': 'close_long',
  '4': 'close_short',
};
const ORDER_TYPE_WORDS: Readonly<Record<string, string>> = { '0': 'normal', '1': 'postOnly', '2': 'fok', '3': 'ioc' };

/** docs/exchange.md#order-states. No digit stands for one that is about to be cancelled. */
const TRIGGER_STATUSES: Readonly<Partial<Record<OrderStatus, string>>> = {
  canceled: '-1',
  canceling: '0',
  untriggered: '0',
  triggered: '2',
};

const filledSize = (order: PaperOrder): string => order.filledSize ?? (order.status === 'filled' ? order.size : '0');

/** What ordinary and trigger orders share in the lists (docs/exchange.md#records). Fees are not modelled. */
const common = (order: PaperOrder) => ({
  symbol: order.symbol,
  size: order.size,
  client_oid: order.clientOid,
  createTime: String(order.acceptedAtMs),
  filled_qty: filledSize(order),
  fee: '0',
  order_id: order.orderId,
  price: order.price ?? '0',
  price_avg: order.averagePrice ?? '0',
  totalProfits: order.profit ?? '0',
  presetTakeProfitPrice: order.takeProfit ?? null,
  presetStopLossPrice: order.stopLoss ?? null,
});

/** An ordinary order as `detail`, `current` and `history` show it. */
export function orderRecord(order: PaperOrder): Readonly<Record<string, unknown>> {
  return {
    ...common(order),
    status: order.status,
    type: TYPE_WORDS[order.type],
    order_type: ORDER_TYPE_WORDS[order.orderType ?? '0'],
    contracts: inContracts(order.symbol, order.size),
    filledQtyContracts: inContracts(order.symbol, filledSize(order)),
  };
}

/** A trigger order as `currentPlan` and `historyPlan` show it, with digits for status and types. */
export const triggerRecord = (order: PaperOrder): Readonly<Record<string, unknown>> => ({
  ...common(order),
  status: TRIGGER_STATUSES[order.status],
  type: order.type,
  order_type: '0',
  triggerPrice: order.trigger,
  triggerPriceType: order.match === '1' ? 'MARKET' : 'LIMIT',
  triggerTime: order.triggeredAtMs === undefined ? null : String(order.triggeredAtMs),
});

/** A trigger order as `currentPlan` was read live: its status and its type are words (docs/exchange.md#record-words). */
export const liveTriggerRecord = (order: PaperOrder): Readonly<Record<string, unknown>> => ({
  ...triggerRecord(order),
  status: 'UNTRIGGERED',
  type: TYPE_WORDS[order.type]?.toUpperCase(),
});

/** Size ÷ contract value: a whole number, as every accepted size is a multiple of it. */
function inContracts(symbol: string, text: string): number {
  const { step } = contracts.get(symbol) as Contract;
  const size = decimalOf(text);
  const scale = Math.max(size.scale, step.scale);
  const whole = (value: Decimal): bigint => value.coefficient * 10n ** BigInt(scale - value.scale);
  return Number(whole(size) / whole(step));
}

/** The record as it is told. */
export const named = (
  record: Readonly<Record<string, unknown>>,
  fault: ListFault | undefined,
): Readonly<Record<string, unknown>> => (fault === 'nameless' ? { ...record, client_oid: null } : record);
