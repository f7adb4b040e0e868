import type { Decimal } from '../model/decimal.ts';
import type { PaperOrder } from './book.ts';
import { contracts, type Contract } from './instruments.ts';
import { decimalOf } from './rules.ts';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  '1': 'open_long',
  '2': 'open_short',
  '3': 'close_long',
  '4': 'close_short',
};
const ORDER_TYPE_WORDS: Readonly<Record<string, string>> = { '0': 'normal', '1': 'postOnly', '2': 'fok', '3': 'ioc' };

/** What ordinary and trigger orders share in the lists (docs/exchange.md#records). Fees and profits are not modelled. */
const common = (order: PaperOrder) => ({
  symbol: order.symbol,
  size: order.size,
  client_oid: order.clientOid,
  createTime: String(order.acceptedAtMs),
  filled_qty: order.status === 'filled' ? order.size : '0',
  fee: '0',
  order_id: order.orderId,
  price: order.price ?? '0',
  price_avg: order.averagePrice ?? '0',
  totalProfits: '0',
  presetTakeProfitPrice: order.takeProfit ?? null,
  presetStopLossPrice: order.stopLoss ?? null,
});

/** An ordinary order as `detail`, `current` and `history` show it. */
export function orderRecord(order: PaperOrder): Readonly<Record<string, unknown>> {
  const lots = inContracts(order);
  return {
    ...common(order),
    status: order.status,
    type: TYPE_WORDS[order.type],
    order_type: ORDER_TYPE_WORDS[order.orderType ?? '0'],
    contracts: lots,
    filledQtyContracts: order.status === 'filled' ? lots : 0,
  };
}

/** A trigger order as `currentPlan` shows it, with digits for status and types. */
export const triggerRecord = (order: PaperOrder): Readonly<Record<string, unknown>> => ({
  ...common(order),
  status: '0',
  type: order.type,
  order_type: '0',
  triggerPrice: order.trigger,
  triggerPriceType: order.match === '1' ? 'MARKET' : 'LIMIT',
  triggerTime: null,
});

/** Size ÷ contract value: a whole number, as every accepted size is a multiple of it. */
function inContracts(order: PaperOrder): number {
  const { step } = contracts.get(order.symbol) as Contract;
  const size = decimalOf(order.size);
  const scale = Math.max(size.scale, step.scale);
  const whole = (value: Decimal): bigint => value.coefficient * 10n ** BigInt(scale - value.scale);
  return Number(whole(size) / whole(step));
}
