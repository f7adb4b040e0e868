/**
 * The order book of record: every accepted order, and what became of it.
 *
 * The market stands still at each contract's bid and ask. So what becomes of an order is decided when it is accepted, and
 * never changes: nothing fills or cancels a resting order later. Balances, positions and margin are not modelled: a close is
 * accepted whether or not there is something to close.
 *
 * 1. A client order id does not protect (docs/exchange.md#repeated-client-order-id): an order that repeats one is a second
 *    order. Only a trigger order that repeats a resting order's is refused (docs/exchange.md#client-order-id).
 */
import type { Decimal } from '../model/decimal.ts';
import { failedPrecondition, type Refusal } from './refusals.ts';
import { err, ok, type Result } from '../model/result.ts';
import { contracts, type Contract } from './instruments.ts';
import { decimalOf, isMarket, type OrderRequest } from './rules.ts';

/** The words of docs/exchange.md#order-states; a trigger order stays untriggered. */
export type OrderStatus = 'open' | 'filled' | 'canceled' | 'untriggered';

export interface PaperOrder extends OrderRequest {
  /** 18 digits, above 2^53, so a reader that loses digits confuses two orders. */
  readonly orderId: string;
  readonly status: OrderStatus;
  /** The price that it was filled at; undefined if it was not filled. */
  readonly averagePrice?: string;
  /** By the wall clock. */
  readonly acceptedAtMs: number;
}

const FIRST_ID = 719_288_599_253_615_461n;

export class Book {
  readonly orders: PaperOrder[] = [];
  readonly #resting = new Set<string>();
  #nextId = FIRST_ID;

  /** Accepts an order that has passed the rules of its contract. */
  accept(request: OrderRequest, wallMs: number): Result<PaperOrder, Refusal> {
    if (request.kind === 'trigger' && this.#resting.has(request.clientOid)) {
      return err(failedPrecondition(`client_oid ${request.clientOid} is that of a resting order`));
    }
    const orderId = (this.#nextId++).toString();
    const clientOid = request.clientOid === '' ? `assigned${orderId}` : request.clientOid;
    const order: PaperOrder = { ...request, ...fateOf(request), clientOid, orderId, acceptedAtMs: Math.floor(wallMs) };
    if (order.status === 'open' || order.status === 'untriggered') this.#resting.add(clientOid);
    this.orders.push(order);
    return ok(order);
  }
}

type Fate = Pick<PaperOrder, 'status' | 'averagePrice'>;

function fateOf(order: OrderRequest): Fate {
  if (order.kind === 'trigger') return { status: 'untriggered' };
  const { bid, ask } = contracts.get(order.symbol) as Contract;
  const facing = buys(order) ? ask : bid;
  if (crosses(order, facing)) {
    return order.orderType === '1' ? { status: 'canceled' } : { status: 'filled', averagePrice: facing.toString() };
  }
  return { status: order.orderType === '2' || order.orderType === '3' ? 'canceled' : 'open' };
}

/** Whether the order buys: to open long or to close short. */
const buys = (order: OrderRequest): boolean => order.type === '1' || order.type === '4';

/** Whether the order trades at once against the facing price. */
function crosses(order: OrderRequest, facing: Decimal): boolean {
  if (isMarket(order) || order.price === undefined) return true;
  const distance = decimalOf(order.price).compare(facing);
  return buys(order) ? distance >= 0 : distance <= 0;
}
