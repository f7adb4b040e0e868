/** How version 3 spells what the book has: symbols, sides, words of states, codes (docs/exchange-v3.md). */
import { bare, type Answer, type Refusal } from '../v2/order/refusals.ts';
import { isLong, isOpening, type OrderRequest } from '../v2/order/rules.ts';

/** The book knows a contract by the other spelling. */
export const inBook = (symbol: string): string => `cmt_${symbol.toLowerCase()}`;
export const onWire = (symbol: string): string => symbol.replace(/^cmt_/, '').toUpperCase();

/** The sides of an order, by the type that the book has of it. */
export const sidesOf = (order: OrderRequest): { readonly side: string; readonly positionSide: string } => ({
  side: isLong(order) === isOpening(order) ? 'BUY' : 'SELL',
  positionSide: isLong(order) ? 'LONG' : 'SHORT',
});

/** The type that the book has, of both sides; undefined where they are none. */
export const typeOf = (side: unknown, positionSide: unknown): string | undefined =>
  TYPES[`${String(side)} ${String(positionSide)}`];

const TYPES: Readonly<Record<string, string>> = {
  'BUY LONG': '1',
  'SELL SHORT': '2',
  'SELL LONG': '3',
  'BUY SHORT': '4',
};

export const TIMES: Readonly<Record<string, string>> = { GTC: '0', POST_ONLY: '1', FOK: '2', IOC: '3' };
export const TIME_WORDS = ['GTC', 'POST_ONLY', 'FOK', 'IOC'] as const;

/** A refusal under its status. The codes of refusals that the book makes are those of version 2: the engine's alone. */
export interface WireRefusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

const ENGINE = -1054;

export const at400 = (code: number, message: string): WireRefusal => ({ status: 400, code, message });
export const emptyParameter = (name: string): WireRefusal => at400(-1141, `Parameter '${name}' cannot be empty`);
export const wrongParameter = (name: string): WireRefusal => at400(-1142, `Parameter '${name}' is invalid.`);

/** Almost every refusal of the engine comes at status 500. */
export const byEngine = ({ message }: Refusal): WireRefusal => ({ status: 500, code: ENGINE, message });
export const SYSTEM_ERROR: WireRefusal = {
  status: 500,
  code: ENGINE,
  message: 'System error, please retry later.',
};
export const NO_SUCH_ORDER: WireRefusal = at400(-3200, 'Order does not exist.');
export const NO_ID: WireRefusal = at400(-1140, 'Either orderId or origClientOrderId must be sent.');
export const TOO_MANY: WireRefusal = { status: 429, code: 429, message: 'Rate limit exceeded' };

/** Who asks is not known, or not allowed: what version 2 says of it, in the codes of version 3. */
const ACCESS: Readonly<Record<string, number>> = {
  '40001': -1040,
  '40002': -1041,
  '40003': -1042,
  '40005': -1043,
  '40006': -1044,
  '40008': -1046,
  '40009': -1047,
  '40011': -1045,
  '40012': -1049,
};
export const byAccess = ({ code, message }: Refusal): WireRefusal => ({
  status: 401,
  code: ACCESS[code] ?? -1050,
  message,
});

export const answerOf = ({ status, code, message }: WireRefusal, more: object = {}): Answer => ({
  ...bare({ code, msg: message, ...more }),
  status,
});
