/** A hand beside a follower: orders at market by plain HTTP, of which ordo knows nothing. */
import { expect } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { PATHS, send, single } from './paper-client.ts';

/** The exchange's id of the order. */
async function atMarket(paper: PaperExchange, type: string, size: string, name = 'hand'): Promise<string> {
  const clientOid = `${name}-${paper.orders.length}`;
  const order = single({ client_oid: clientOid, type, size, match_price: '1' });
  const { status, text } = await send(paper.origin, PATHS.single, order, { timestamp: String(Date.now()) });
  expect({ status, isTaken: text.includes('order_id') }).toEqual({ status: 200, isTaken: true });
  return paper.orders.find((one) => one.clientOid === clientOid)?.orderId ?? '';
}

/** `name`: what its client order id begins with. */
export const closeByHand = (paper: PaperExchange, size: string, name?: string): Promise<string> =>
  atMarket(paper, '3', size, name);
export const openByHand = (paper: PaperExchange, size: string): Promise<string> => atMarket(paper, '1', size);
