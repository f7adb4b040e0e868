/**
 * The order book of record: every accepted order, and what became of it.
 *
 * A still book trades at each contract's bid and ask as they are listed. So what becomes of an order is decided when it is
 * accepted, and never changes: nothing fills or cancels a resting order later. Balances, positions and margin are not
 * modelled: a close is accepted whether or not there is something to close. A book whose prices move is in `market/`.
 *
 * 1. A client order id does not protect (docs/exchange.md#repeated-client-order-id): an order that repeats one is a second
 *    order. Only a trigger order that repeats a resting order's is refused (docs/exchange.md#client-order-id).
 */
import type { Decimal } from '../model/decimal.ts';
import { failedPrecondition, type Refusal } from './refusals.ts';
import { err, ok, type Result } from '../model/result.ts';
import { contracts, type Contract } from './instruments.ts';
import { decimalOf, isMarket, type OrderRequest } from './rules.ts';

/** The words of docs/exchange.md#order-states, and `triggered` for a trigger order that became an order. */
export type OrderStatus = 'open' | 'filled' | 'canceled' | 'untriggered' | 'triggered';

export interface PaperOrder extends OrderRequest {
  /** 18 digits, above 2^53, so a reader that loses digits confuses two orders. */
  readonly orderId: string;
  readonly status: OrderStatus;
  /** The price that it was filled at; undefined if it was not filled. */
  readonly averagePrice?: string;
  /** How much of it was filled, where that is not told by its status. */
  readonly filledSize?: string;
  /** What a close gained, in quote coin. */
  readonly profit?: string;
  /** By the wall clock. */
  readonly acceptedAtMs: number;
  readonly triggeredAtMs?: number;
}

/** Orders with the prices that they trade at. */
export interface Book {
  /** In order of acceptance. */
  readonly orders: readonly PaperOrder[];
  /** Every contract by its symbol, with its prices of now. */
  readonly contracts: ReadonlyMap<string, Contract>;
  /** Accepts an order that has passed the rules of its contract. */
  accept(request: OrderRequest, wallMs: number): Result<PaperOrder, Refusal>;
}

export type Fate = Pick<PaperOrder, 'status' | 'averagePrice'>;

const FIRST_ID = 719_288_599_253_615_461n;

/** Gives orders their ids, and keeps them all. */
export class Register {
  readonly orders: PaperOrder[] = [];
  #nextId = FIRST_ID;

  add(request: OrderRequest, fate: Fate, wallMs: number): PaperOrder {
    const orderId = (this.#nextId++).toString();
    const clientOid = request.clientOid === '' ? `assigned${orderId}` : request.clientOid;
    const order: PaperOrder = { ...request, ...fate, clientOid, orderId, acceptedAtMs: Math.floor(wallMs) };
    this.orders.push(order);
    return order;
  }
}

export class StillBook implements Book {
  readonly contracts = contracts;
  readonly #register = new Register();
  readonly #resting = new Set<string>();

  get orders(): readonly PaperOrder[] {
    return this.#register.orders;
  }

  accept(request: OrderRequest, wallMs: number): Result<PaperOrder, Refusal> {
    if (request.kind === 'trigger' && this.#resting.has(request.clientOid)) return err(repeatsResting(request));
    const fate = fateOf(request, contracts.get(request.symbol) as Contract);
    const order = this.#register.add(request, fate, wallMs);
    if (rests(order)) this.#resting.add(order.clientOid);
    return ok(order);
  }
}

/** Of a trigger order only. */
export const repeatsResting = ({ clientOid }: OrderRequest): Refusal =>
  failedPrecondition(`client_oid ${clientOid} is that of a resting order`);

export const rests = ({ status }: Fate): boolean => status === 'open' || status === 'untriggered';

/** What becomes of an order at these prices. */
export function fateOf(order: OrderRequest, { bid, ask }: Contract): Fate {
  if (order.kind === 'trigger') return { status: 'untriggered' };
  const facing = buys(order) ? ask : bid;
  if (crosses(order, facing)) {
    return order.orderType === '1' ? { status: 'canceled' } : { status: 'filled', averagePrice: facing.toString() };
  }
  return { status: order.orderType === '2' || order.orderType === '3' ? 'canceled' : 'open' };
}

/** Whether the order buys: to open long or to close short. */
export const buys = (order: OrderRequest): boolean => order.type === '1' || order.type === '4';

/** Whether the order trades at once against the facing price. */
function crosses(order: OrderRequest, facing: Decimal): boolean {
  if (isMarket(order) || order.price === undefined) return true;
  const distance = decimalOf(order.price).compare(facing);
  return buys(order) ? distance >= 0 : distance <= 0;
}
