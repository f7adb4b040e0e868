/** The records of what happens in the markets of a book: each order with its status, its fills, and what is told of them. */
import type { Decimal } from '../../model/decimal.ts';
import { rests, type FiredAs, type PaperFill, type PaperOrder } from '../book.ts';
import { change } from '../register.ts';
import type { OrderRequest } from '../v2/order/rules.ts';
import type { Account } from './account.ts';
import type { EndReason, MatcherFilled, MatcherTold } from './told.ts';
import { newsOf, type Cause, type MarketNews } from './news.ts';
import { idOf, isTriggering, type BookOrder } from './standing.ts';

export class Records {
  /** When what is told next happens. */
  wallMs = 0;
  readonly #account: Account;
  /** Undefined where nothing is told. */
  readonly #untold: MarketNews[] | undefined;
  readonly #firedAs: FiredAs | undefined;
  readonly #bySymbol = new Map<string, Map<number, PaperOrder>>();
  readonly #ids = new Map<PaperOrder, number>();
  /** The latest of each client order id. */
  readonly #byClientOid = new Map<string, PaperOrder[]>();

  constructor(account: Account, untold: MarketNews[] | undefined, fired: FiredAs | undefined) {
    this.#account = account;
    this.#untold = untold;
    this.#firedAs = fired;
  }

  of(symbol: string, { id }: Pick<BookOrder, 'id'>): PaperOrder {
    return this.#bySymbol.get(symbol)?.get(id) as PaperOrder;
  }

  /** Under which number the market of its symbol has an order. */
  idOf(order: PaperOrder): number | undefined {
    return this.#ids.get(order);
  }

  waits(clientOid: string): boolean {
    const resting = (this.#byClientOid.get(clientOid) ?? []).filter(rests);
    this.#byClientOid.set(clientOid, resting);
    return resting.length > 0;
  }

  /** What the market of a symbol tells. */
  in(symbol: string, tick: Decimal): MatcherTold {
    const of = (standing: BookOrder): PaperOrder => this.of(symbol, standing);
    return {
      placed: (order) => void this.#add(symbol, order, order.terms.request),
      filled: (filled) => this.#fill(symbol, filled, tick.multiplied(BigInt(filled.price))),
      fired: (trigger, order) => this.#fire(symbol, trigger, order),
      ended: (order: BookOrder, _why: EndReason) => change(of(order), { status: 'canceled' }),
      attached: (preset) => {
        const { orderId } = of({ ...preset, id: this.#parentOf(symbol, preset) });
        change(this.#add(symbol, preset, sized(preset)), { presetOf: orderId });
      },
    };
  }

  #add(symbol: string, standing: BookOrder, request: OrderRequest): PaperOrder {
    const status = isTriggering(standing) ? 'untriggered' : 'open';
    const order = this.#account.register.add(request, { status }, this.wallMs);
    const all = this.#bySymbol.get(symbol) ?? new Map<number, PaperOrder>();
    this.#bySymbol.set(symbol, all.set(standing.id, order));
    this.#ids.set(order, standing.id);
    const alike = this.#byClientOid.get(order.clientOid);
    if (alike === undefined) this.#byClientOid.set(order.clientOid, [order]);
    else alike.push(order);
    return order;
  }

  #fill(symbol: string, { order: standing, size, isCut, role }: MatcherFilled, price: Decimal): void {
    const order = this.of(symbol, standing);
    this.#account.fill(order, { size, price, role, wallMs: this.wallMs });
    if (isCut) change(order, { status: 'canceled' });
    const { averagePrice = '0', filledSize = '0' } = order;
    const trigger = this.#triggerOf(symbol, standing);
    if (trigger !== undefined) change(trigger, { averagePrice, filledSize });
    this.#untold?.push(newsOf(this.#account.fills.at(-1) as PaperFill, price, this.#causeOf(symbol, standing)));
  }

  #fire(symbol: string, trigger: BookOrder, order: BookOrder | undefined): void {
    const status = order === undefined ? 'canceled' : 'triggered';
    const record = this.of(symbol, trigger);
    change(record, { status, triggeredAtMs: Math.floor(this.wallMs) });
    if (order === undefined) return;
    const [isSameId, isNamed] = FIRED_AS[this.#firedAs ?? 'default'];
    const clientOid = isSameId ? record.clientOid : '';
    const { orderId } = this.#add(symbol, order, { ...sized(order), clientOid });
    if (isNamed) change(record, { became: orderId });
  }

  /** The order that carried a preset: the placed one, or what it became when it fired. */
  #parentOf(symbol: string, { root }: BookOrder): number {
    const fired = idOf(root, 'fired');
    return this.#bySymbol.get(symbol)?.has(fired) === true ? fired : idOf(root, 'placed');
  }

  #triggerOf(symbol: string, { root, part }: BookOrder): PaperOrder | undefined {
    if (part === 'fired') return this.of(symbol, { id: idOf(root, 'placed') });
    if (part === 'fired take-profit') return this.of(symbol, { id: idOf(root, 'take-profit') });
    return part === 'fired stop-loss' ? this.of(symbol, { id: idOf(root, 'stop-loss') }) : undefined;
  }

  #causeOf(symbol: string, standing: BookOrder): Cause | undefined {
    const why = CAUSES[standing.part];
    return why === undefined
      ? undefined
      : { clientOid: this.of(symbol, { id: idOf(standing.root, 'placed') }).clientOid, why };
  }
}

/** Whether what a trigger became has its client order id, and whether the trigger names it. */
const FIRED_AS: Readonly<Record<FiredAs | 'default', readonly [isSameId: boolean, isNamed: boolean]>> = {
  default: [true, true],
  'same-id': [true, false],
  'own-id': [false, false],
  named: [false, true],
};

const CAUSES: Readonly<Partial<Record<BookOrder['part'], Cause['why']>>> = {
  fired: 'trigger',
  'fired take-profit': 'take-profit',
  'fired stop-loss': 'stop-loss',
};

/** What an order that nobody placed asks for. */
const sized = ({ terms, whole, part }: BookOrder): OrderRequest => ({
  ...terms.request,
  size: part === 'take-profit' || part === 'stop-loss' ? whole.toString() : whole.canonical(),
});
