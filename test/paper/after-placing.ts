/** An exchange with orders on it, and the calls that come after placing. */
import { afterEach } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import {
  json,
  list,
  NOW_MS,
  PATHS,
  send,
  single,
  startAmple,
  trigger,
  type Changes,
  type Received,
  type Sending,
} from '../support/paper-client.ts';

export const CANCEL = {
  one: '/capi/v2/order/cancel_order',
  many: '/capi/v2/order/cancel_batch_orders',
  trigger: '/capi/v2/order/cancel_plan',
} as const;

export const AT_MARKET = { match_price: '1', price: undefined };

/** An exchange and what a test does with it. */
export class Desk {
  readonly exchange: PaperExchange;
  /** What its monotonic clock says. */
  readonly #clock: { nowMs: number };

  private constructor(exchange: PaperExchange, clock: { nowMs: number }) {
    this.exchange = exchange;
    this.#clock = clock;
  }

  static async open(options: PaperOptions = {}): Promise<Desk> {
    const time = { nowMs: 0 };
    const clock = { wallMs: () => NOW_MS + time.nowMs, monotonicMs: () => time.nowMs };
    return new Desk(await startAmple({ clock, ...options }), time);
  }

  pass(ms: number): void {
    this.#clock.nowMs += ms;
  }

  send(path: string, body: string | Changes | undefined, sending: Sending = {}): Promise<Received> {
    return send(this.exchange.origin, path, body, sending);
  }

  /** The answer of a call that is not a list. */
  async call(path: string, body: string | Changes | undefined): Promise<Record<string, unknown>> {
    return json(await this.send(path, body));
  }

  /** Places an opening of a long of 0.01 that rests at 63000, with these changes; returns its id. */
  async place(clientOid: string, changes: Changes = {}): Promise<string> {
    const placed = await this.call(PATHS.single, single({ client_oid: clientOid, ...changes }));
    return String(placed['order_id']);
  }

  /** Places a stop of a long that waits at 61900, with these changes; returns its id. */
  async placeTrigger(clientOid: string, changes: Changes = {}): Promise<string> {
    const placed = await this.call(PATHS.trigger, trigger({ client_oid: clientOid, ...changes }));
    return String(placed['order_id']);
  }

  order(orderId: string): PaperOrder {
    return this.exchange.orders.find((order) => order.orderId === orderId) as PaperOrder;
  }

  /** Statuses of all orders, in order of acceptance. */
  states(): string[] {
    return this.exchange.orders.map(({ status }) => status);
  }

  async rows(path: string): Promise<Record<string, unknown>[]> {
    return list(await this.send(`/capi/v2/${path}`, undefined));
  }
}

/** Opens desks that are closed after each test of a file. */
export function desks(): (options?: PaperOptions) => Promise<Desk> {
  const open: Desk[] = [];
  afterEach(async () => {
    for (const desk of open.splice(0)) await desk.exchange.close();
  });
  return async (options) => {
    const desk = await Desk.open(options);
    open.push(desk);
    return desk;
  };
}
