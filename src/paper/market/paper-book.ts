/**
 * Orders, and the prices that they trade at. With paths, prices move one step after the other; what becomes of an order depends
 * on the seed and on the step that it arrives in. Without, each contract stays at its bid and ask as they are listed, and what
 * rests is filled by nobody but whoever runs the exchange, by hand.
 *
 * 1. How orders meet a price, and what that leads to, is decided by a matcher for each contract (matcher.ts): a price goes from one
 *    step to the next by every price between. The book keeps the records of it.
 * 2. An order fills whole, or by the depth of each step; where it closes more than is left, as far as there is a position, and the
 *    rest of it is cancelled.
 * 3. No more is closed than is held. A close is refused where there is less to close than it asks for and than resting closes
 *    leave. A trigger is not: whether it closes anything is asked when it fires (docs/exchange.md#close-without-position).
 *    Where prices stand still a close is taken and filled whether or not there is something to close, and no position falls
 *    below nothing. What else an exchange may do with a close, and with a trigger that the market has passed, is in intake.ts.
 * 4. Of an order's two presets, the one that fires ends the other, but for orphans. They stand from the first fill of their
 *    order, for all of its size, and outlive the position (docs/exchange.md#presets); where prices stand still they are made
 *    only if they are asked for, and the closing of the position ends them, but for orphans.
 * 5. A cancel that takes time is the one thing that a clock decides.
 */
import type { Decimal } from '../../model/decimal.ts';
import { err, ok, type Result } from '../../model/result.ts';
import {
  remainingOf,
  rests,
  type Book,
  type BookOptions,
  type HeldBefore,
  type HeldSide,
  type PaperFill,
  type PaperOrder,
} from '../book.ts';
import { change } from '../register.ts';
import { contracts, pricesAt, QUOTES, type Contract } from '../v2/order/instruments.ts';
import { alreadyPassed, repeatsResting, type Refusal } from '../v2/order/refusals.ts';
import type { OrderRequest } from '../v2/order/rules.ts';
import { Account } from './account.ts';
import { inTurn, type MatcherTold } from './told.ts';
import type { MarketRules } from './reach.ts';
import { lesser, Matcher } from './matcher.ts';
import { movedOf, type MarketNews } from './news.ts';
import { Records } from './records.ts';
import { closeRefusal, isPassed } from './intake.ts';
import { positionOf, termsOf, ticksOf } from './terms.ts';

/** The last prices of a contract, one a step: multiples of its tick, above zero. */
interface PricePath {
  next(): Decimal;
}

export class PaperBook implements Book {
  readonly #options: BookOptions;
  readonly #also: ((symbol: string) => MatcherTold | undefined) | undefined;
  readonly #rules: MarketRules;
  readonly #account: Account;
  readonly #contracts: Map<string, Contract>;
  readonly #paths: ReadonlyMap<string, PricePath>;
  /** One for each contract in which an order was ever placed, or something is held. */
  readonly #markets = new Map<string, Matcher>();
  readonly #records: Records;
  /** In which an order was ever placed. */
  readonly #symbols = new Set<string>();
  readonly #untold: MarketNews[] = [];

  /**
   * Without `pathOf` prices stand still, unless the options say that they move where they are told to. `also` hears what happens
   * in the market of a symbol, before the records do.
   */
  constructor(
    options: BookOptions,
    pathOf?: (contract: Contract) => PricePath,
    also?: (symbol: string) => MatcherTold | undefined,
  ) {
    const { more = [], moves = pathOf && 'through', presets, orphans } = options;
    const isStill = moves === undefined;
    this.#options = options;
    this.#also = also;
    this.#account = new Account(options);
    const { closes, depth, fired } = options;
    this.#rules = { ...QUOTES[moves ?? 'still'], isStill, presets: !isStill || presets, orphans, closes, depth };
    this.#records = new Records(this.#account, isStill ? undefined : this.#untold, fired);
    const all = options.contracts ?? [...contracts.values(), ...more];
    this.#contracts = new Map(all.map((contract) => [contract.record.symbol, this.#at(contract, contract.last)]));
    this.#paths = new Map(
      pathOf === undefined ? [] : [...this.#contracts].map(([symbol, contract]) => [symbol, pathOf(contract)]),
    );
    for (const held of options.held ?? []) this.#hold(held);
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
    const market = this.market(request.symbol);
    const terms = termsOf(request, this.#contract(request.symbol).tick);
    if (request.kind === 'trigger' && this.#repeats(request.clientOid)) return err(repeatsResting(request));
    const { passed: passedAs } = this.#options;
    const entry = passedAs && this.#account.positions.averageOf(request);
    const passed = isPassed(terms, market.last, entry) ? passedAs : undefined;
    const refusal = passed === 'refuses' ? alreadyPassed : closeRefusal(terms, market, this.#rules);
    if (refusal !== undefined) return err(refusal);
    this.#records.wallMs = wallMs;
    this.#symbols.add(request.symbol);
    const placed = market.place(terms);
    if (passed === 'fires' && market.find(placed.id) === placed) market.act(placed);
    return ok(this.#records.of(request.symbol, placed));
  }

  /** For an order that waits: once its cancel is over, it waits no longer. */
  cancel(order: PaperOrder): void {
    this.#account.register.cancel(order);
    this.#drop(order);
  }

  end(order: PaperOrder): void {
    change(order, { status: 'canceled' });
    this.#drop(order);
  }

  fill(order: PaperOrder, size: Decimal, price: Decimal): void {
    this.#records.wallMs = this.#options.clock.wallMs();
    const [market, standing] = this.#standing(order);
    market.fillPart(standing, lesser(size, remainingOf(order)), ticksOf(price, this.#contract(order.symbol).tick));
  }

  fire(trigger: PaperOrder): void {
    this.#records.wallMs = this.#options.clock.wallMs();
    const [market, standing] = this.#standing(trigger);
    market.act(standing);
  }

  /** One step of every price. */
  step(wallMs: number): void {
    this.#decide();
    this.#records.wallMs = wallMs;
    for (const [symbol, path] of this.#paths) this.#moveTo(symbol, path.next());
    if (this.#symbols.size > 0) this.#untold.push(movedOf(this.#contracts, this.#symbols, this.#account.positions));
  }

  /** What happened since it was asked last, in that order. */
  takeNews(): readonly MarketNews[] {
    return this.#untold.splice(0);
  }

  /** Where the orders of a contract wait. */
  market(symbol: string): Matcher {
    const known = this.#markets.get(symbol);
    if (known !== undefined) return known;
    const { last, tick } = this.#contract(symbol);
    const records = this.#records.in(symbol, tick);
    const also = this.#also?.(symbol);
    const told = also === undefined ? records : inTurn(also, records);
    const market = new Matcher(this.#rules, told, ticksOf(last, tick));
    this.#markets.set(symbol, market);
    return market;
  }

  #hold({ symbol, side, marginMode, size, price }: HeldBefore): void {
    const order = { symbol, marginMode, type: side === 'long' ? '1' : '2' };
    this.#account.positions.open(order, size, price);
    const [market, position] = [this.market(symbol), positionOf(order)];
    market.hold(position, market.held(position).plus(size));
  }

  #moveTo(symbol: string, to: Decimal): void {
    const contract = this.#contract(symbol);
    const market = this.#markets.get(symbol);
    market?.refill();
    market?.move(ticksOf(to, contract.tick));
    this.#contracts.set(symbol, this.#at(contract, to));
  }

  #at(contract: Contract, last: Decimal): Contract {
    return { ...contract, ...pricesAt(last, contract.tick, this.#rules) };
  }

  /** Whose cancel is over waits no longer. */
  #decide(): void {
    if (!this.#account.register.decide()) return;
    for (const [symbol, market] of this.#markets) {
      const { rising, falling } = market.waiting;
      for (const standing of [...rising, ...falling])
        if (!rests(this.#records.of(symbol, standing))) market.remove(standing.id);
    }
  }

  /** Takes an order that does not rest any more from those that wait. */
  #drop(order: PaperOrder): void {
    const id = rests(order) ? undefined : this.#records.idOf(order);
    if (id !== undefined) this.#markets.get(order.symbol)?.remove(id);
  }

  #standing(order: PaperOrder) {
    const market = this.market(order.symbol);
    const standing = market.find(this.#records.idOf(order) ?? -1);
    if (standing === undefined) throw new Error(`order ${order.orderId} does not wait`);
    return [market, standing] as const;
  }

  #contract(symbol: string): Contract {
    return this.#contracts.get(symbol) as Contract;
  }

  /** Whether an order that waits has that client order id. */
  #repeats(clientOid: string): boolean {
    return clientOid !== '' && this.#records.waits(clientOid);
  }
}
