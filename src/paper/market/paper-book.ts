/**
 * Orders, and the prices that they trade at. With paths, prices move one step after the other; what becomes of an order depends
 * on the seed and on the step that it arrives in. Without, each contract stays at its bid and ask as they are listed, and what
 * rests is filled by nobody but whoever runs the exchange, by hand.
 *
 * 1. A price goes from one step to the next by every price between. So what waits acts in the order in which it is reached,
 *    each at its own price, and what that leads to acts in the same step.
 * 2. An order fills whole or, where it closes more than is left, as far as there is a position; the rest of it is cancelled.
 * 3. No more is closed than is held. A close is refused where there is less to close than it asks for and than resting closes
 *    leave. A trigger is not: whether it closes anything is asked when it fires (docs/exchange.md#close-without-position).
 *    Where prices stand still a close is taken and filled whether or not there is something to close, and no position falls
 *    below nothing.
 * 4. Of an order's two presets, the one that fires ends the other, but for orphans. They stand from the first fill of their
 *    order, for all of its size, and outlive the position (docs/exchange.md#presets); where prices stand still they are made
 *    only if they are asked for, and the closing of the position ends them, but for orphans.
 * 5. A cancel that takes time is the one thing that a clock decides.
 */
import type { Decimal } from '../../model/decimal.ts';
import { err, ok, type Result } from '../../model/result.ts';
import {
  fateOf,
  isTrigger,
  remainingOf,
  rests,
  type Book,
  type BookOptions,
  type HeldSide,
  type PaperFill,
  type PaperOrder,
} from '../book.ts';
import { repeatsResting } from '../v2/order/refusals.ts';
import { contracts, pricesAt, type Contract } from '../v2/order/instruments.ts';
import { noPosition, type Refusal } from '../v2/order/refusals.ts';
import { change } from '../register.ts';
import { decimalOf, isOpening, type OrderRequest } from '../v2/order/rules.ts';
import { Account, lesser } from './account.ts';
import { movedOf, newsOf, type MarketNews } from './news.ts';
import { firedOf, presetsOf } from './presets.ts';
import { actingPriceOf, presetPrice, priceIn } from './reach.ts';
import { WaitingOrders, type Waiting } from './waiting.ts';

/** The last prices of a contract, one a step: multiples of its tick, above zero. */
export interface PricePath {
  next(): Decimal;
}

/** What made an order that nobody placed. */
type Origin = Pick<Waiting, 'cause' | 'trigger'>;
/** So much of an order, at that price. */
interface Portion {
  readonly size: Decimal;
  readonly price: Decimal;
}

const PLACED: Origin = {};
export class PaperBook implements Book {
  readonly #isStill: boolean;
  readonly #options: BookOptions;
  readonly #account: Account;
  readonly #contracts: Map<string, Contract>;
  readonly #paths: ReadonlyMap<string, PricePath>;
  readonly #waiting = new WaitingOrders();
  /** In which an order was ever placed. */
  readonly #symbols = new Set<string>();
  readonly #untold: MarketNews[] = [];
  #wallMs = 0;

  /** Without `pathOf` prices stand still. */
  constructor(options: BookOptions, pathOf?: (contract: Contract) => PricePath) {
    this.#options = options;
    this.#account = new Account(options);
    const more = options.more ?? [];
    this.#contracts = new Map([...contracts, ...more.map((contract) => [contract.record.symbol, contract] as const)]);
    this.#isStill = pathOf === undefined;
    this.#paths = new Map(
      pathOf === undefined ? [] : [...this.#contracts].map(([symbol, contract]) => [symbol, pathOf(contract)]),
    );
  }

  get orders(): readonly PaperOrder[] {
    this.#decide();
    return this.#account.register.orders;
  }

  get fills(): readonly PaperFill[] {
    return this.#account.fills;
  }

  held(symbol: string): readonly HeldSide[] {
    return this.#account.positions.of(symbol);
  }

  get contracts(): ReadonlyMap<string, Contract> {
    return this.#contracts;
  }

  accept(request: OrderRequest, wallMs: number): Result<PaperOrder, Refusal> {
    this.#decide();
    const refusal = this.#refusal(request);
    if (refusal !== undefined) return err(refusal);
    this.#wallMs = wallMs;
    this.#symbols.add(request.symbol);
    return ok(this.#place(request, PLACED));
  }

  /** Of an order that waits: once its cancel is over, it waits no longer. */
  cancel(order: PaperOrder): void {
    this.#account.register.cancel(order);
    this.#drop(order);
  }

  end(order: PaperOrder): void {
    change(order, { status: 'canceled' });
    this.#drop(order);
  }

  fill(order: PaperOrder, size: Decimal, price: Decimal): void {
    this.#wallMs = this.#options.clock.wallMs();
    this.#fill(order, { size: lesser(size, remainingOf(order)), price }, this.#waiting.of(order) ?? PLACED);
  }

  fire(trigger: PaperOrder): void {
    this.#wallMs = this.#options.clock.wallMs();
    const acts = actingPriceOf(trigger, this.#contract(trigger.symbol));
    this.#act(this.#waiting.of(trigger) ?? { order: trigger, acts });
  }

  /** One step of every price. */
  step(wallMs: number): void {
    this.#decide();
    this.#wallMs = wallMs;
    for (const [symbol, path] of this.#paths) this.#moveTo(symbol, path.next());
    if (this.#symbols.size > 0) this.#untold.push(movedOf(this.#contracts, this.#symbols, this.#account.positions));
  }

  /** What happened since it was asked last, in that order. */
  takeNews(): readonly MarketNews[] {
    return this.#untold.splice(0);
  }

  /** Whose cancel is over waits no longer. */
  #decide(): void {
    if (this.#account.register.decide()) for (const { order } of this.#waiting.all()) this.#drop(order);
  }

  /** Takes an order that does not rest any more from those that wait. */
  #drop(order: PaperOrder): void {
    const waiting = rests(order) ? undefined : this.#waiting.of(order);
    if (waiting !== undefined) this.#waiting.remove(waiting);
  }

  #contract(symbol: string): Contract {
    return this.#contracts.get(symbol) as Contract;
  }

  #refusal(request: OrderRequest): Refusal | undefined {
    if (request.kind === 'trigger')
      return this.#waiting.hasClientOid(request.clientOid) ? repeatsResting(request) : undefined;
    if (this.#isStill || isOpening(request)) return undefined;
    return decimalOf(request.size).compare(this.#available(request)) > 0 ? noPosition : undefined;
  }

  /** What is held for a close, without what resting closes ask for. */
  #available(closing: OrderRequest): Decimal {
    return this.#restingCloses(closing).reduce(
      (left, { order }) => left.minus(remainingOf(order)),
      this.#account.positions.held(closing),
    );
  }

  #restingCloses(closing: OrderRequest): readonly Waiting[] {
    return this.#waiting
      .in(closing.symbol)
      .filter(({ order }) => !isTrigger(order) && !isOpening(order) && this.#account.positions.isSame(order, closing));
  }

  #place(request: OrderRequest, origin: Origin): PaperOrder {
    const contract = this.#contract(request.symbol);
    const order = this.#account.register.add(request, fateOf(request, contract), this.#wallMs);
    if (rests(order)) this.#waiting.add({ order, acts: actingPriceOf(order, contract), ...origin });
    else if (order.averagePrice !== undefined)
      this.#fill(order, { size: decimalOf(order.size), price: decimalOf(order.averagePrice) }, origin);
    return order;
  }

  #moveTo(symbol: string, to: Decimal): void {
    const next = () => this.#waiting.firstOnWay(symbol, this.#contract(symbol).last, to);
    for (let reached = next(); reached !== undefined; reached = next()) {
      this.#quote(symbol, reached.at);
      this.#act(reached.waiting);
    }
    this.#quote(symbol, to);
  }

  #quote(symbol: string, last: Decimal): void {
    const contract = this.#contract(symbol);
    this.#contracts.set(symbol, { ...contract, ...pricesAt(last, contract.tick) });
  }

  #act(waiting: Waiting): void {
    const { order } = waiting;
    this.#waiting.remove(waiting);
    if (isTrigger(order)) this.#fire(waiting);
    else this.#fill(order, { size: remainingOf(order), price: priceIn(order.price as string) }, waiting);
  }

  /** A trigger becomes an order of its own, under the same client order id; or nothing, where it has nothing to close. */
  #fire({ order: trigger, cause, presetOf }: Waiting): void {
    const { symbol, clientOid } = trigger;
    if (presetOf !== undefined && !this.#options.orphans)
      this.#cancelAll(this.#waiting.in(symbol).filter((other) => other.presetOf === presetOf));
    const asked = decimalOf(trigger.size);
    const size = this.#fillable(trigger, asked);
    change(trigger, { status: size.isZero ? 'canceled' : 'triggered', triggeredAtMs: Math.floor(this.#wallMs) });
    if (size.isZero) return;
    const order = this.#place(firedOf(trigger, size), { trigger, cause: cause ?? { clientOid, why: 'trigger' } });
    change(trigger, { became: order.orderId });
  }

  #fill(order: PaperOrder, { size: asked, price }: Portion, { cause, trigger }: Origin): void {
    const size = this.#fillable(order, asked);
    const isFirst = order.filledSize === undefined;
    this.#account.fill(order, size, price, this.#wallMs);
    if (size.compare(asked) < 0) change(order, { status: 'canceled' });
    this.#drop(order);
    const { averagePrice = '0', filledSize = '0' } = order;
    if (trigger !== undefined) change(trigger, { averagePrice, filledSize });
    if (!this.#isStill) this.#untold.push(newsOf(this.fills.at(-1) as PaperFill, price, cause));
    if (isOpening(order)) {
      if (isFirst) this.#attachPresets(order);
    } else if (this.#account.positions.held(order).isZero) this.#cancelAll(this.#endedBy(order));
  }

  #fillable(order: OrderRequest, asked: Decimal): Decimal {
    return this.#isStill || isOpening(order) ? asked : lesser(asked, this.#account.positions.held(order));
  }

  /** What ends with the position that an order has closed. */
  #endedBy(closing: PaperOrder): readonly Waiting[] {
    if (!this.#isStill) return this.#restingCloses(closing);
    const isEnded = ({ order, presetOf }: Waiting): boolean =>
      presetOf !== undefined && this.#account.positions.isSame(order, closing);
    return this.#options.orphans ? [] : this.#waiting.in(closing.symbol).filter(isEnded);
  }

  #attachPresets(order: PaperOrder): void {
    if (this.#isStill && !this.#options.presets) return;
    const { clientOid } = order;
    for (const { why, request } of presetsOf(order)) {
      const preset = this.#account.register.add(request, { status: 'untriggered' }, this.#wallMs);
      change(preset, { presetOf: order.orderId });
      const acts = presetPrice(preset, why === 'take-profit');
      this.#waiting.add({ order: preset, acts, cause: { clientOid, why }, presetOf: order });
    }
  }

  #cancelAll(all: readonly Waiting[]): void {
    for (const waiting of all) {
      this.#waiting.remove(waiting);
      change(waiting.order, { status: 'canceled' });
    }
  }
}
