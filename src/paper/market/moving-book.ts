/**
 * A book whose prices move, one step after the other. Between two steps it stands still; what becomes of an order depends on
 * the seed and on the step that it arrives in, and on no clock.
 *
 * 1. A price goes from one step to the next by every price between. So what waits acts in the order in which it is reached,
 *    each at its own price, and what that leads to acts in the same step.
 * 2. An order fills whole or, where it closes more than is left, as far as there is a position; the rest of it is cancelled.
 * 3. No more is closed than is held. A close is refused where there is less to close than it asks for and than resting closes
 *    leave. A trigger is not: whether it closes anything is asked when it fires (docs/exchange.md#close-without-position).
 * 4. Of an order's two presets, the one that fires ends the other. They outlive the position (docs/exchange.md#presets).
 */
import type { Decimal } from '../../model/decimal.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { fateOf, Register, repeatsResting, rests, type Book, type PaperOrder } from '../book.ts';
import { contracts, pricesAt, type Contract } from '../instruments.ts';
import { noPosition, type Refusal } from '../refusals.ts';
import { decimalOf, isOpening, type OrderRequest } from '../rules.ts';
import { fillOf, movedOf, type MarketNews } from './news.ts';
import { Positions } from './positions.ts';
import { presetsOf } from './presets.ts';
import { actingPriceOf, presetPrice } from './reach.ts';
import { WaitingOrders, type Waiting } from './waiting.ts';

/** The last prices of a contract, one a step: multiples of its tick, above zero. */
export interface PricePath {
  next(): Decimal;
}

/** What made an order that nobody placed. */
type Origin = Pick<Waiting, 'cause' | 'trigger'>;
type Changes = Partial<Omit<PaperOrder, keyof OrderRequest>>;

const PLACED: Origin = {};
const change = (order: PaperOrder, changes: Changes): void => void Object.assign(order, changes);
const lesser = (one: Decimal, other: Decimal): Decimal => (one.compare(other) <= 0 ? one : other);

export class MovingBook implements Book {
  readonly #register = new Register();
  readonly #contracts = new Map(contracts);
  readonly #paths: ReadonlyMap<string, PricePath>;
  readonly #waiting = new WaitingOrders();
  readonly #positions = new Positions();
  /** In which an order was ever placed. */
  readonly #symbols = new Set<string>();
  readonly #untold: MarketNews[] = [];
  #wallMs = 0;

  constructor(pathOf: (contract: Contract) => PricePath) {
    this.#paths = new Map([...contracts].map(([symbol, contract]) => [symbol, pathOf(contract)]));
  }

  get orders(): readonly PaperOrder[] {
    return this.#register.orders;
  }

  get contracts(): ReadonlyMap<string, Contract> {
    return this.#contracts;
  }

  accept(request: OrderRequest, wallMs: number): Result<PaperOrder, Refusal> {
    const refusal = this.#refusal(request);
    if (refusal !== undefined) return err(refusal);
    this.#wallMs = wallMs;
    this.#symbols.add(request.symbol);
    return ok(this.#place(request, PLACED));
  }

  /** One step of every price. */
  advance(wallMs: number): void {
    this.#wallMs = wallMs;
    for (const [symbol, path] of this.#paths) this.#moveTo(symbol, path.next());
    if (this.#symbols.size > 0) this.#untold.push(movedOf(this.#contracts, this.#symbols, this.#positions));
  }

  /** What happened since it was asked last, in that order. */
  takeNews(): readonly MarketNews[] {
    return this.#untold.splice(0);
  }

  #contract(symbol: string): Contract {
    return this.#contracts.get(symbol) as Contract;
  }

  #refusal(request: OrderRequest): Refusal | undefined {
    if (request.kind === 'trigger')
      return this.#waiting.hasClientOid(request.clientOid) ? repeatsResting(request) : undefined;
    if (isOpening(request)) return undefined;
    return decimalOf(request.size).compare(this.#available(request)) > 0 ? noPosition : undefined;
  }

  /** What is held for a close, without what resting closes ask for. */
  #available(closing: OrderRequest): Decimal {
    return this.#restingCloses(closing).reduce(
      (left, { order }) => left.minus(decimalOf(order.size)),
      this.#positions.held(closing),
    );
  }

  #restingCloses(closing: OrderRequest): readonly Waiting[] {
    return this.#waiting
      .in(closing.symbol)
      .filter(({ order }) => order.status === 'open' && !isOpening(order) && this.#positions.isSame(order, closing));
  }

  #place(request: OrderRequest, origin: Origin): PaperOrder {
    const contract = this.#contract(request.symbol);
    const order = this.#register.add(request, fateOf(request, contract), this.#wallMs);
    if (rests(order)) this.#waiting.add({ order, acts: actingPriceOf(order, contract), ...origin });
    else if (order.averagePrice !== undefined) this.#fill(order, order.averagePrice, origin);
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
    if (order.status === 'untriggered') this.#fire(waiting);
    else this.#fill(order, decimalOf(order.price as string).canonical(), waiting);
  }

  /** A trigger becomes an order of its own, under the same client order id; or nothing, where it has nothing to close. */
  #fire({ order: trigger, cause, presetOf }: Waiting): void {
    const { symbol, marginMode, clientOid, type, match, price = '0' } = trigger;
    if (presetOf !== undefined)
      this.#cancelAll(this.#waiting.in(symbol).filter((other) => other.presetOf === presetOf));
    const asked = decimalOf(trigger.size);
    const size = isOpening(trigger) ? asked : lesser(asked, this.#positions.held(trigger));
    change(trigger, { status: size.isZero ? 'canceled' : 'triggered', triggeredAtMs: Math.floor(this.#wallMs) });
    if (size.isZero) return;
    const order = { symbol, marginMode, clientOid, type, match, price, size: size.canonical() };
    this.#place(
      { ...order, kind: 'single', orderType: '0' },
      { trigger, cause: cause ?? { clientOid, why: 'trigger' } },
    );
  }

  #fill(order: PaperOrder, averagePrice: string, { cause, trigger }: Origin): void {
    const price = decimalOf(averagePrice);
    const asked = decimalOf(order.size);
    const size = isOpening(order) ? asked : lesser(asked, this.#positions.held(order));
    const filled = { averagePrice, filledSize: size.canonical() };
    change(order, { ...filled, status: size.compare(asked) < 0 ? 'canceled' : 'filled' });
    if (isOpening(order)) this.#positions.open(order, size, price);
    else change(order, { profit: this.#positions.close(order, size, price) });
    if (trigger !== undefined) change(trigger, filled);
    this.#untold.push(fillOf(order, cause));
    if (isOpening(order)) this.#attachPresets(order);
    else if (this.#positions.held(order).isZero) this.#cancelAll(this.#restingCloses(order));
  }

  #attachPresets(order: PaperOrder): void {
    const { clientOid } = order;
    for (const { why, request } of presetsOf(order)) {
      const preset = this.#register.add(request, { status: 'untriggered' }, this.#wallMs);
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
