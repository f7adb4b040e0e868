/** Orders, trigger orders and trades as version 3 tells them (docs/exchange-v3.md#lists). */
import { buys, isTrigger, type PaperFill, type PaperOrder } from '../book.ts';
import type { ToldBook } from '../lag.ts';
import type { ListFault } from '../list-faults.ts';
import { numberOf } from '../v2/order/json.ts';
import { isLong, isMarket } from '../v2/order/rules.ts';
import { onWire, sidesOf, TIME_WORDS } from './wire.ts';

const STATES: Readonly<Record<PaperOrder['status'], string>> = {
  open: 'NEW',
  filled: 'FILLED',
  canceling: 'CANCELING',
  canceled: 'CANCELED',
  untriggered: 'UNTRIGGERED',
  triggered: 'TRIGGERED',
};

interface RecordTelling {
  readonly book: ToldBook;
  readonly fault: ListFault | undefined;
}

const stateOf = ({ status }: PaperOrder, fault: ListFault | undefined): string =>
  fault === 'expired' && status === 'canceled' ? 'EXPIRED' : STATES[status];

/** Where it goes wrong, 0 stands for what was filled, or nothing does. */
function filledOf({ filledSize, status, size, orderId }: PaperOrder, fault: ListFault | undefined): object {
  const filled = filledSize ?? (status === 'filled' ? size : '0');
  if (fault !== 'unfilled' || status !== 'filled') return { executedQty: filled };
  return Number(orderId.at(-1)) % 2 === 0 ? { executedQty: '0' } : {};
}

/** Presets have ids of the exchange's own: as UUIDs, or as those of their order with a word behind. Both were seen. */
function clientIdOf(order: PaperOrder, { book, fault }: RecordTelling): string | null {
  if (fault === 'nameless') return null;
  const [, given] = /^assigned(\d+)$/.exec(order.clientOid) ?? [];
  if (given === undefined) return order.clientOid;
  const preset = fault === 'named-after' ? book.orders.find(({ orderId }) => orderId === given) : undefined;
  const parent = preset && book.orders.find(({ orderId }) => orderId === preset.presetOf);
  if (parent === undefined) return `5f0c6c1e-77aa-4c3b-9d10-${given.slice(-12)}`;
  return `${parent.clientOid}${preset?.triggerType === 'stop-loss' ? 'sl' : 'tp'}`;
}

const PRESET_TYPES = { 'take-profit': 'TAKE_PROFIT_MARKET', 'stop-loss': 'STOP_MARKET' } as const;

/** What a preset became, or the type that a trigger order was placed with. */
const typeOf = ({ triggerType }: PaperOrder): string | undefined =>
  triggerType === 'take-profit' || triggerType === 'stop-loss' ? PRESET_TYPES[triggerType] : triggerType;

/** Ids are bare numbers of 18 digits here, where answers to placing have them as texts. */
export const orderRecord = (order: PaperOrder, telling: RecordTelling): object => ({
  avgPrice: order.averagePrice ?? '0.00000',
  clientOrderId: clientIdOf(order, telling),
  cumQuote: '0',
  ...filledOf(order, telling.fault),
  orderId: numberOf(order.orderId),
  origQty: order.size,
  price: order.price ?? '0.00000',
  reduceOnly: order.presetOf !== undefined,
  ...sidesOf(order),
  status: stateOf(order, telling.fault),
  stopPrice: order.trigger ?? '0',
  symbol: onWire(order.symbol),
  time: order.acceptedAtMs,
  timeInForce: isMarket(order) ? 'IOC' : (TIME_WORDS[Number(order.orderType ?? '0')] ?? 'GTC'),
  type: typeOf(order) ?? (isMarket(order) ? 'MARKET' : 'LIMIT'),
  updateTime: order.acceptedAtMs,
  workingType: isTrigger(order) ? 'CONTRACT_PRICE' : 'UNKNOWN_PRICE_TYPE',
});

export const triggerRecord = (order: PaperOrder, telling: RecordTelling): object => ({
  algoId: numberOf(order.orderId),
  clientAlgoId: clientIdOf(order, telling),
  algoType: 'CONDITIONAL',
  orderType: typeOf(order) ?? (isMarket(order) ? 'STOP_MARKET' : 'STOP'),
  symbol: onWire(order.symbol),
  ...sidesOf(order),
  timeInForce: isMarket(order) ? 'IOC' : 'GTC',
  quantity: order.size,
  algoStatus: stateOf(order, telling.fault),
  // A preset that waits names the order that it came with; what fired names the order that it became.
  actualOrderId: numberOf((order.status === 'untriggered' ? order.presetOf : order.became) ?? '0'),
  actualPrice: order.averagePrice ?? '0.00000',
  triggerPrice: order.trigger ?? '0',
  price: order.price ?? '0.00000',
  tpTriggerPrice: order.takeProfit ?? null,
  tpPrice: null,
  slTriggerPrice: order.stopLoss ?? null,
  slPrice: null,
  tpOrderType: null,
  workingType: 'CONTRACT_PRICE',
  closePosition: false,
  reduceOnly: order.presetOf !== undefined,
  createTime: order.acceptedAtMs,
  updateTime: order.acceptedAtMs,
  triggerTime: order.triggeredAtMs ?? 0,
});

export const tradeRecord = ({
  tradeId,
  order,
  size,
  price,
  value,
  profit,
  fee,
  role,
  filledAtMs,
}: PaperFill): object => ({
  id: numberOf(tradeId),
  orderId: numberOf(order.orderId),
  symbol: onWire(order.symbol),
  buyer: buys(order),
  commission: fee,
  commissionAsset: 'USDT',
  maker: role === 'maker',
  price,
  qty: size,
  quoteQty: value,
  realizedPnl: profit,
  side: buys(order) ? 'BUY' : 'SELL',
  positionSide: isLong(order) ? 'LONG' : 'SHORT',
  time: filledAtMs,
});
