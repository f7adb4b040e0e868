/** Orders put into a paper exchange's book as if they had been placed long ago, and the client that asks for them. */
import { Secret } from '../../src/exchange/keys/secret.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { agent, PromptExchange, type PromptOptions } from './prompt-exchange.ts';

export const listedOid = (index: number): string => `ordolisted${index}`;
export const listedOrderId = (index: number): string => String(596_471_064_624_628_000n + BigInt(index));

/** The order of this index; the higher, the newer. */
export const listedOrder = (index: number, fields: Partial<PaperOrder> = {}): PaperOrder => ({
  kind: 'single',
  symbol: 'cmt_btcusdt',
  marginMode: 1,
  clientOid: listedOid(index),
  type: '1',
  size: '0.01',
  match: '0',
  orderType: '0',
  price: '60000',
  orderId: listedOrderId(index),
  status: 'open',
  acceptedAtMs: Date.now() - 3_600_000 + index,
  ...fields,
});

export function putOrders(paper: PaperExchange, count: number, fields: Partial<PaperOrder> = {}): void {
  const book = paper.orders as PaperOrder[];
  for (let index = 0; index < count; index++) book.push(listedOrder(index, fields));
}

const paperKey = new Secret('paper');

export const paperClient = (paper: PaperExchange, changes: Partial<PromptOptions> = {}): PromptExchange =>
  new PromptExchange({
    operations: OPERATIONS,
    origin: paper.origin,
    agent: agent(),
    credentials: { key: paperKey, secret: paperKey, passphrase: paperKey },
    locale: 'en-US',
    timeoutMs: 5000,
    wallMs: Date.now,
    userAgent: 'ordo/test',
    ...changes,
  });
