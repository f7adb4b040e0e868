/**
 * A book that trades at each contract's bid and ask as they are listed, and whose prices never move. So nothing fills by
 * itself what rests: only whoever runs the exchange does, by hand.
 *
 * 1. A close is accepted and filled whether or not there is something to close. A position takes no harm of it: it never
 *    falls below nothing.
 * 2. Presets are not made unless they are asked for. Then they stand from the first fill of their order, for all of its
 *    size. The one that fires ends the other, and the closing of the position ends both; or neither happens, for orphans.
 */
import type { Decimal } from '../../model/decimal.ts';
import { err, ok, type Result } from '../../model/result.ts';
import {
  fateOf,
  remainingOf,
  repeatsResting,
  rests,
  type Book,
  type BookOptions,
  type HeldSide,
  type PaperFill,
  type PaperOrder,
} from '../book.ts';
import { contracts, type Contract } from '../instruments.ts';
import type { Refusal } from '../refusals.ts';
import { change } from '../register.ts';
import { decimalOf, isOpening, type OrderRequest } from '../rules.ts';
import { Account, lesser } from './account.ts';
import { firedOf, presetsOf } from './presets.ts';

export class StillBook implements Book {
  readonly contracts = contracts;
  readonly #options: BookOptions;
  readonly #account: Account;
  /** Client order ids of all that ever rested: most triggers repeat none of them, and need no look at the orders. */
  readonly #everRested = new Set<string>();
  /** Order id of each preset, to that of the order that carried it. */
  readonly #carriers = new Map<string, string>();
  /** Order id of each order that a trigger became, to the trigger. */
  readonly #triggers = new Map<string, PaperOrder>();

  constructor(options: BookOptions) {
    this.#options = options;
    this.#account = new Account(options);
  }

  get orders(): readonly PaperOrder[] {
    this.#account.register.decide();
    return this.#account.register.orders;
  }

  get fills(): readonly PaperFill[] {
    return this.#account.fills;
  }

  held(symbol: string): readonly HeldSide[] {
    return this.#account.positions.of(symbol);
  }

  accept(request: OrderRequest, wallMs: number): Result<PaperOrder, Refusal> {
    if (request.kind === 'trigger' && this.#isResting(request.clientOid)) return err(repeatsResting(request));
    return ok(this.#place(request, wallMs));
  }

  cancel(order: PaperOrder): void {
    this.#account.register.cancel(order);
  }

  end(order: PaperOrder): void {
    change(order, { status: 'canceled' });
  }

  fill(order: PaperOrder, size: Decimal, price: Decimal): void {
    this.#account.fill(order, lesser(size, remainingOf(order)), price, this.#options.clock.wallMs());
    this.#follow(order);
  }

  fire(trigger: PaperOrder): void {
    const wallMs = this.#options.clock.wallMs();
    change(trigger, { status: 'triggered', triggeredAtMs: Math.floor(wallMs) });
    const carrier = this.#carriers.get(trigger.orderId);
    if (carrier !== undefined && !this.#options.orphans)
      this.#endPresets(({ orderId }) => this.#carriers.get(orderId) === carrier);
    this.#place(firedOf(trigger, decimalOf(trigger.size)), wallMs, trigger);
  }

  #isResting(clientOid: string): boolean {
    return (
      this.#everRested.has(clientOid) && this.orders.some((order) => order.clientOid === clientOid && rests(order))
    );
  }

  #place(request: OrderRequest, wallMs: number, trigger?: PaperOrder): PaperOrder {
    const order = this.#account.register.add(
      request,
      fateOf(request, contracts.get(request.symbol) as Contract),
      wallMs,
    );
    if (trigger !== undefined) this.#triggers.set(order.orderId, trigger);
    if (rests(order)) this.#everRested.add(order.clientOid);
    else if (order.averagePrice !== undefined) {
      this.#account.enter(order, decimalOf(order.size), decimalOf(order.averagePrice), wallMs);
      this.#follow(order);
    }
    return order;
  }

  /** What a fill leads to. */
  #follow(order: PaperOrder): void {
    const { averagePrice, filledSize = order.size } = order;
    const trigger = this.#triggers.get(order.orderId);
    if (trigger !== undefined && averagePrice !== undefined) change(trigger, { averagePrice, filledSize });
    if (isOpening(order)) this.#makePresets(order);
    else if (!this.#options.orphans && this.#account.positions.held(order).isZero)
      this.#endPresets((preset) => this.#account.positions.isSame(preset, order));
  }

  #makePresets(order: PaperOrder): void {
    if (!this.#options.presets || [...this.#carriers.values()].includes(order.orderId)) return;
    for (const { request } of presetsOf(order)) {
      const preset = this.#account.register.add(request, { status: 'untriggered' }, this.#options.clock.wallMs());
      this.#carriers.set(preset.orderId, order.orderId);
    }
  }

  #endPresets(which: (preset: PaperOrder) => boolean): void {
    if (this.#carriers.size === 0) return;
    const ended = this.orders.filter((order) => this.#carriers.has(order.orderId) && rests(order) && which(order));
    for (const preset of ended) this.end(preset);
  }
}
