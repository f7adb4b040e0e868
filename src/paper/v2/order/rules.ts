/**
 * What the engine refuses in an order that could be read (docs/exchange.md#engine-words, docs/exchange.md#single). Each
 * rule is a function of one order and its contract; adding a rule adds a function to the list and a row to the test.
 */
import type { Decimal } from '../../../model/decimal.ts';
import { invalidArgument, type Refusal } from './refusals.ts';
import { readDecimal } from './fields.ts';
import type { Contract } from './instruments.ts';

export type OrderKind = 'single' | 'batch' | 'trigger';

/** An order as requested: numbers with the digits received, codes as on the wire (docs/exchange.md#enumerations). */
export interface OrderRequest {
  readonly kind: OrderKind;
  readonly symbol: string;
  /** 1 cross, 3 isolated; 1 if the request has none. */
  readonly marginMode: 1 | 3;
  /** Empty if a trigger order leaves it to the exchange. */
  readonly clientOid: string;
  /** 1 open long, 2 open short, 3 close long, 4 close short. */
  readonly type: string;
  readonly size: string;
  /** 0 limit, 1 market: `match_price`, or `match_type` of a trigger order. */
  readonly match: string;
  /** 0 normal, 1 post-only, 2 fok, 3 ioc; undefined on trigger orders. */
  readonly orderType?: string;
  /** For a trigger order, its execution price. */
  readonly price?: string;
  readonly trigger?: string;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  /** For a trigger order of version 3: its type as it was given, such as `TAKE_PROFIT`; for a preset that became one: which preset. */
  readonly triggerType?: string;
}

export const isMarket = (order: OrderRequest): boolean => order.match === '1';
export const isLong = (order: Pick<OrderRequest, 'type'>): boolean => order.type === '1' || order.type === '3';
export const isOpening = (order: OrderRequest): boolean => order.type === '1' || order.type === '2';

/** The number in a text that has passed the check of the fields. */
export function decimalOf(text: string): Decimal {
  const value = readDecimal(text);
  if (value === undefined) throw new Error(`not checked before: ${text}`);
  return value;
}

type Rule = (order: OrderRequest, contract: Contract) => string | undefined;

const isAboveZero = (value: Decimal): boolean => !value.isZero && value.coefficient > 0n;

/** Why a price is wrong, if it is not above zero or not on the tick; else undefined. */
function priceFault(name: string, text: string | undefined, contract: Contract): string | undefined {
  if (text === undefined) return undefined;
  const price = decimalOf(text);
  if (isAboveZero(price) && price.isMultipleOf(contract.tick)) return undefined;
  return `the ${name} must be greater than 0 and fit the stepSize '${contract.tick.toString()}', got '${text}'`;
}

/** Also checks the minimum size, which is the step for every contract. */
const sizeOnStep: Rule = (order, contract) => {
  const size = decimalOf(order.size);
  if (isAboveZero(size) && size.isMultipleOf(contract.step)) return undefined;
  return `the size must be greater than 0 and fit the stepSize '${contract.step.toString()}', got '${order.size}'`;
};

const sizeWithinMaximum: Rule = (order, contract) =>
  decimalOf(order.size).compare(contract.maxSize) > 0
    ? `the size must not be greater than ${contract.maxSize.toString()}, got '${order.size}'`
    : undefined;

const marketOpenWithinMaximum: Rule = (order, contract) =>
  isMarket(order) && isOpening(order) && decimalOf(order.size).compare(contract.maxMarketOpenSize) > 0
    ? `the size of a market order that opens must not be greater than ${contract.maxMarketOpenSize.toString()}`
    : undefined;

/** The price of a market order means nothing; a trigger order leaves it out by 0. */
const priceOnTick: Rule = (order, contract) =>
  isMarket(order) && order.price !== undefined && decimalOf(order.price).isZero
    ? undefined
    : priceFault('price', order.price, contract);

const triggerOnTick: Rule = (order, contract) => priceFault('triggerPrice', order.trigger, contract);
const takeProfitOnTick: Rule = (order, contract) => priceFault('TP triggerPrice', order.takeProfit, contract);
const stopLossOnTick: Rule = (order, contract) => priceFault('SL triggerPrice', order.stopLoss, contract);

/** The price that presets are compared with: the limit price; at market the price that triggers the order, else the last one. */
function reference(order: OrderRequest, contract: Contract): Decimal {
  if (!isMarket(order) && order.price !== undefined) return decimalOf(order.price);
  return order.trigger === undefined ? contract.last : decimalOf(order.trigger);
}

/** Whether the number in `text` is strictly above (or strictly below) the reference. */
const liesBeyond = (text: string, above: boolean, from: Decimal): boolean =>
  above ? decimalOf(text).compare(from) > 0 : decimalOf(text).compare(from) < 0;

const takeProfitWins: Rule = (order, contract) => {
  const from = reference(order, contract);
  if (order.takeProfit === undefined || liesBeyond(order.takeProfit, isLong(order), from)) return undefined;
  return `the TP triggerPrice of a ${isLong(order) ? 'long order must be greater' : 'short order must be less'} than ${from.toString()}`;
};

const stopLossLoses: Rule = (order, contract) => {
  const from = reference(order, contract);
  if (order.stopLoss === undefined || liesBeyond(order.stopLoss, !isLong(order), from)) return undefined;
  return `the SL triggerPrice of a ${isLong(order) ? 'long order must be less' : 'short order must be greater'} than ${from.toString()}`;
};

const RULES: readonly Rule[] = [
  sizeOnStep,
  sizeWithinMaximum,
  marketOpenWithinMaximum,
  priceOnTick,
  triggerOnTick,
  takeProfitOnTick,
  stopLossOnTick,
  takeProfitWins,
  stopLossLoses,
];

export function checkRules(order: OrderRequest, contract: Contract): Refusal | undefined {
  for (const rule of RULES) {
    const why = rule(order, contract);
    if (why !== undefined) return invalidArgument(why);
  }
  return undefined;
}
