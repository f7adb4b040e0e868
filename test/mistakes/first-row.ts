/**
 * Orders with a mistake, each in the words between its braces: the first message about them, what it marks, its words parted
 * by ` … `, and the orders mended. `top` has lines of the plan above its orders.
 */
export interface FirstRow {
  readonly orders: readonly string[];
  readonly says: readonly [severity: 'error' | 'warning', code: string, marked: string, words: string];
  readonly mended?: readonly string[];
  readonly top?: string;
  readonly mendedTop?: string;
}

/** The market is at 64000 in each of them. */
export const HEAD = 'version: 1\nname: desk\ndefaults: { symbol: cmt_btcusdt, reference: 64000 }\n';

export const LONG = 'id: a, side: open-long, size: 0.01, price: 63000, stopLoss: 61000';
export const CLOSE = 'id: b, side: close-long, size: 0.01, price: 66000';
export const longWith = (fields: string): string => `id: a, side: open-long, ${fields}`;
export const priced = (price: string): string => longWith(`size: 0.01, price: ${price}, stopLoss: 61000`);
export const sized = (size: string): string => longWith(`size: ${size}, price: 63000, stopLoss: 61000`);
export const stopped = (stop: string): string => longWith(`size: 0.01, price: 63000, stopLoss: ${stop}`);
export const targeted = (target: string): string => `${LONG}, takeProfit: ${target}`;
export const also = (field: string): string => `${LONG}, ${field}`;
export const laddered = (price: string, size = '{ total: 0.11 }'): string =>
  longWith(`size: ${size}, price: ${price}, stopLoss: 61000`);
export const behind = (fields: string): string => longWith(`trigger: 65000, price: 65010, ${fields}`);
