/** The compiled calls on the paper exchange's own book, all at once: the same bytes, read as the exchange would read them. */
import type { Call, CallKind } from '../model/call.ts';
import type { Decimal } from '../model/decimal.ts';
import type { Interface } from '../model/interfaces.ts';
import type { Instrument } from '../model/instrument.ts';
import type { MarginMode } from '../model/order-fields.ts';
import type { PlannedOrder } from '../model/order.ts';
import { err, ok, type Result } from '../model/result.ts';
import { symbolKey } from '../model/symbol.ts';
import type { Book, PaperOrder } from '../paper/book.ts';
import { PaperBook } from '../paper/market/paper-book.ts';
import type { Matcher } from '../paper/market/matcher.ts';
import { contractFrom } from '../paper/v2/order/instruments.ts';
import type { OrderRequest } from '../paper/v2/order/rules.ts';
import { operate, refusalsIn } from '../paper/v2/operations.ts';
import { place as placeThird, refusalsIn as thirdRefusalsIn } from '../paper/v3/placing.ts';
import { inBook } from '../paper/v3/wire.ts';
import { CourseHeard } from './course.ts';

export interface PlacingRefused {
  readonly code: string;
  readonly message: string;
}

interface BodyPlacing {
  readonly interface: Interface;
  /** In order of sending. */
  readonly calls: readonly Call[];
  /** By client order id: on version 3 no order says its own. */
  readonly marginModeOf: (clientOid: string) => MarginMode;
  readonly markets: readonly Opened[];
  readonly fills: 'through' | 'touch';
}

/** A symbol as the plan writes it, its price at the placing, and what is held of it by then. */
interface Opened {
  readonly instrument: Instrument;
  readonly last: Decimal;
  readonly held: readonly {
    readonly side: 'long' | 'short';
    readonly marginMode: MarginMode;
    readonly size: Decimal;
    readonly price: Decimal;
  }[];
}

export interface BodiesPlaced {
  /** For each symbol, as the plan writes it. */
  readonly markets: ReadonlyMap<string, { readonly market: Matcher; readonly heard: CourseHeard }>;
  /** By client order id. */
  readonly refused: ReadonlyMap<string, PlacingRefused>;
  /** Client order ids of those that waited for one that was not accepted. */
  readonly withheld: ReadonlySet<string>;
}

const MODES: Readonly<Record<MarginMode, 1 | 3>> = { cross: 1, isolated: 3 };
const CLOCK = { wallMs: () => 0, monotonicMs: () => 0 };

export function placeAll(placing: BodyPlacing): BodiesPlaced {
  const { calls, markets, fills: moves } = placing;
  const heard = new Map(markets.map(({ instrument }) => [spelled(instrument.symbol, placing), new CourseHeard()]));
  const contracts = markets.map(({ instrument, last }) =>
    contractFrom({ ...instrument, symbol: spelled(instrument.symbol, placing) }, last),
  );
  const held = markets.flatMap((one) =>
    one.held.map((each) => ({
      ...each,
      symbol: spelled(one.instrument.symbol, placing),
      marginMode: MODES[each.marginMode],
    })),
  );
  const options = { cancelDelayMs: 0, presets: true, orphans: false, clock: CLOCK, contracts, moves, held };
  const book = new PaperBook(options, undefined, (symbol) => heard.get(symbol));
  const [accepted, refused, withheld] = [new Set<string>(), new Map<string, PlacingRefused>(), new Set<string>()];
  for (const call of calls) {
    if (call.waitsFor?.some((clientOid) => !accepted.has(clientOid)) === true)
      for (const { clientOid } of call.orders) withheld.add(clientOid);
    else
      for (const [at, refusal] of refusalsOf(call, book, placing).entries()) {
        const { clientOid } = call.orders[at] as Call['orders'][number];
        if (refusal === undefined) accepted.add(clientOid);
        else refused.set(clientOid, refusal);
      }
  }
  const byPlan = markets.map(({ instrument: { symbol } }) => {
    const inTheBook = spelled(symbol, placing);
    return [symbol, { market: book.market(inTheBook), heard: heard.get(inTheBook) as CourseHeard }] as const;
  });
  return { markets: new Map(byPlan), refused, withheld };
}

/** One body, read as the exchange would read it where the market is at that price: the order, or why it is refused. */
export function readBody(
  placing: Pick<BodyPlacing, 'interface'>,
  instrument: Instrument,
  sent: { readonly body: string; readonly order: PlannedOrder; readonly last: Decimal },
): Result<OrderRequest, PlacingRefused> {
  const { body, order, last } = sent;
  const symbol = spelled(instrument.symbol, placing);
  const contract = contractFrom({ ...instrument, symbol }, last);
  let read: OrderRequest | undefined;
  const accept = (request: OrderRequest): Result<PaperOrder, never> => {
    read = request;
    return ok({ ...request, orderId: '0', status: 'open', acceptedAtMs: 0 });
  };
  const book = { contracts: new Map([[symbol, contract]]), accept, orders: [], held: () => [] };
  const kind = order.trigger === undefined ? 'single' : 'trigger';
  const [refusal] = toldRefusals(kind, body, { placing, book: book as unknown as Book, marginMode: order.marginMode });
  return read === undefined ? err(refusal ?? { code: '', message: 'it cannot be read' }) : ok(read);
}

/** The book knows a contract as the bodies of its interface name it. */
const spelled = (symbol: string, { interface: spoken }: Pick<BodyPlacing, 'interface'>): string =>
  spoken === 'v3' ? inBook(symbolKey(symbol)) : symbol;

/** Why each order of a call was refused, in its order; undefined where it was accepted. */
const refusalsOf = ({ kind, body, orders }: Call, book: Book, placing: BodyPlacing): Refusals =>
  toldRefusals(kind, body, {
    placing,
    book,
    marginMode: placing.marginModeOf(orders[0]?.clientOid ?? ''),
    orders: orders.length,
  });

type Refusals = readonly (PlacingRefused | undefined)[];

interface ReadBy {
  readonly placing: Pick<BodyPlacing, 'interface'>;
  readonly book: Book;
  readonly marginMode: MarginMode;
  readonly orders?: number;
}

function toldRefusals(kind: CallKind, body: string, { placing, book, marginMode, orders = 1 }: ReadBy): Refusals {
  const bytes = new TextEncoder().encode(body);
  if (placing.interface === 'v2') {
    const desk = { book, wallMs: 0, strict: false, refuseBatchPresets: false };
    return refusalsIn(operate(kind, bytes, desk), orders);
  }
  const desk = { book, wallMs: 0, takes: () => true, marginMode: MODES[marginMode], isSeparated: false };
  return thirdRefusalsIn(placeThird(kind, bytes, desk), orders);
}
