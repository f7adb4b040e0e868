/**
 * The port of an interface version: one type for all that such a version decides, and that nothing else knows. Paths, weights,
 * bodies, codes, pages and what an answer means are in the folder of the version (`v2/`); who needs them asks its `Dialect`.
 */
import type { Call, CallKind, Cost, Limits, Weight } from '../model/call.ts';
import type { CancelCall, Cancelled, CancelTarget } from '../model/cancel.ts';
import type { AccountSettings, SymbolSettings, SettingTold } from '../model/account-settings.ts';
import type { CandlesQuery, ToldCandle } from '../model/candle-question.ts';
import type { Evidence, Received } from '../model/evidence.ts';
import type { ContractList } from '../model/instrument.ts';
import type { ListName, ListQuery, ListRead, RateWait } from '../model/listing.ts';
import type { Order } from '../model/order.ts';
import type { OrderCounts } from '../model/order-counts.ts';
import type { Verdict } from '../model/outcome.ts';
import type { FillsQuery, FillsRead, HeldRow, MarketRead, MoneyRow, PositionRead } from '../model/standing.ts';

/** What one attempt to send a request came to. A failure of the network is a value here, never a throw. */
export type Transmitted<V> =
  /** `isLost`: no whole answer came, so the exchange may count the request as long as its timestamp is good. */
  | { readonly kind: 'answered'; readonly value: V; readonly isLost?: true; readonly counts?: OrderCounts }
  /** Proof that no byte of the request left (decision 0003). `again`: whether trying again makes sense. */
  | { readonly kind: 'not-sent'; readonly message: string; readonly again: boolean }
  /** Refused by the rate limit: not processed (a named assumption). `again`: false where this address is banned. */
  | ({
      readonly kind: 'rate-refused';
      readonly message: string;
      readonly again: boolean;
      readonly counts?: OrderCounts;
    } & RateWait)
  /** Refused for its timestamp: not processed. `value` is what it comes to where that happens again under the server's own time. */
  | { readonly kind: 'clock-refused'; readonly message: string; readonly value: V };

/** An attempt that the exchange did not take, by proof. */
export type Refused<V> = Exclude<Transmitted<V>, { kind: 'answered' }>;

/** What reading an answer needs besides the answer. */
interface Judging {
  /** Codes that prove a refusal besides those that are known (`exchange.refusalCodes`). */
  readonly refusalCodes: ReadonlySet<string>;
  /** The exchange's words without any credential that it echoes. */
  readonly clean: (words: string) => string;
}

/** One operation of the exchange, as data: what is sent for `Asked`, and what an answer means (docs/exchange.md#operations). */
export interface Operation<Asked, Value> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** What the exchange counts it as. */
  readonly weight: Cost;
  readonly isSigned: boolean;
  /** Whether asking twice changes nothing: true of questions, never of what places an order. */
  readonly isRepeatable: boolean;
  /** The path with its query. */
  readonly target: (asked: Asked) => string;
  /** The very text whose bytes are signed and sent; empty where the target says it all. */
  readonly body: (asked: Asked) => string;
  /** The operation's own table of judgement. */
  readonly judge: (evidence: Evidence, asked: Asked, judging: Judging) => Transmitted<Value>;
}

export interface Placed {
  /** For every order of the call, in the call's order. */
  readonly verdicts: readonly Verdict[];
  /** Why no further call may start. */
  readonly halt?: string;
}

/** How calls of one purpose are written, and what they cost. Pure: the same orders give the same bytes. */
export interface CallsOf<Each> {
  /** Most orders of a batch. */
  readonly most: number;
  /** The smallest group for which a batch is cheaper than single calls; above `most` where none ever is. */
  readonly batchPaysFrom: number;
  /** What the exchange counts a call of so many orders as. */
  readonly weight: (kind: CallKind, orders: number) => Weight;
  /** How and where the call goes, with its query, and its very body. */
  readonly write: (kind: CallKind, orders: readonly Each[]) => Pick<CancelCall, 'method' | 'path' | 'body'>;
}

export interface Calls {
  readonly place: CallsOf<Order>;
  /** All orders of a call are named alike: by order id, or by client order id. */
  readonly cancel: CallsOf<CancelTarget>;
}

/** A question whose answer is a page of records. */
export interface PagedOperation<Asked, Value> extends Operation<Asked, Value> {
  /** Most records that one page tells. */
  readonly mostOfPage: number;
  /** The longest time that one question may span, in ms; undefined: any. */
  readonly longestMs?: number;
}

/**
 * A list of orders, and how it is read to its end: by page numbers, or through time, where it tells its records in this order.
 * Where `longestMs` is set, it tells nothing that is older.
 */
export interface ListOperation extends PagedOperation<ListQuery, ListRead> {
  readonly reads: 'pages' | 'newest-first' | 'any-order';
}

/** A page of candles; it includes both ends of its span. */
export type CandlesOperation = PagedOperation<CandlesQuery, SettingTold<readonly ToldCandle[]>>;

/** How the answers to a look tell what there is. */
export interface LookTelling {
  /** The lists of what is open are asked once for all symbols, and not for each. */
  readonly opensOfAll: boolean;
  /** A position has a row for either side, empty or not: one that is missing says nothing. */
  readonly bothSides: boolean;
  /** Each order has a margin mode of its own, not that of its symbol's settings. */
  readonly modePerOrder: boolean;
}

/** The operations that a session uses. */
export interface Operations {
  /** What the calls of `place` and `cancel` are written with. */
  readonly calls: Calls;
  readonly place: Readonly<Record<CallKind, Operation<Call, Placed>>>;
  /** Cancels, by the kind of the orders: a trigger order has a call of its own. */
  readonly cancel: Readonly<Record<CallKind, Operation<CancelCall, Cancelled>>>;
  readonly list: Readonly<Record<ListName, ListOperation>>;
  /** A page of the account's trades of a symbol. */
  readonly fills: PagedOperation<FillsQuery, FillsRead>;
  /** What the account holds of a symbol. */
  readonly position: Operation<{ readonly symbol: string }, PositionRead>;
  /** What it holds of all symbols. */
  readonly positions: Operation<undefined, SettingTold<readonly HeldRow[]>>;
  /** What it has of each coin. */
  readonly money: Operation<undefined, SettingTold<readonly MoneyRow[]>>;
  /** The prices of a symbol: each of these tells some of them. */
  readonly market: readonly Operation<{ readonly symbol: string }, MarketRead>[];
  readonly telling: LookTelling;
  /** What the account is set to; absent where an order says all of it. */
  readonly settings?: {
    readonly account: Operation<undefined, SettingTold<AccountSettings>>;
    readonly symbols: Operation<undefined, SettingTold<ReadonlyMap<string, SymbolSettings>>>;
    readonly tradable: Operation<undefined, SettingTold<ReadonlySet<string>>>;
  };
  /** What the headers of an answer say of the account's windows of orders; absent where the version has none. */
  readonly countsIn?: (headers: Headers) => OrderCounts | undefined;
  /** The server's time in ms since 1970; undefined where it does not tell it. */
  readonly time: Operation<undefined, number | undefined>;
}

/** The same with what no session uses. */
export interface AllOperations extends Operations {
  /** Candles of a symbol: the newest, or those of a span. Public. */
  readonly candles: Readonly<Record<'newest' | 'history', CandlesOperation>>;
}

/** What a config says about the meaning of answers. */
export interface AnswerSettings {
  /** `exchange.engineRefusalsAt500`; default true. */
  readonly engineRefusalsAt500?: boolean;
}

/** What the check before sending costs, where no list has more than a page. */
interface CheckCosts {
  /** What the account is set to: nothing where an order says all of it. */
  readonly settings: readonly Weight[];
  /** Asked only where something opens. */
  readonly money: Weight;
  /** The lists that are asked once for all symbols. */
  readonly ofAll: readonly Weight[];
  readonly ofSymbol: readonly Weight[];
}

/**
 * What a version of the exchange's interface decides of what is written and read without the exchange. Its `Operations` are a
 * value of their own: what judges answers is no part of a start that sends nothing.
 */
export interface Dialect {
  readonly calls: Calls;
  /** The very text of an order's entry in the body of a batch; undefined where the body has none, as a damaged journal may hold. */
  readonly entryOf: (body: string, clientOid: string) => string | undefined;
  /** The client order ids in a body that places, in the order of its entries. */
  readonly clientOidsIn: (body: string) => readonly string[];
  /** The list of contracts: public, so it is asked for without a key. */
  readonly contracts: {
    readonly path: string;
    readonly weight: Cost;
    readonly read: (received: Received) => ContractList;
  };
  /** Whether a trigger order may carry a target and a stop. */
  readonly triggerPresets: boolean;
  /** What is assumed where a config says nothing. */
  readonly defaults: {
    readonly limits: Pick<Limits, 'ip' | 'uid' | 'orderCalls' | 'countsOrders'>;
    readonly cancelBatch: number;
    readonly maxOrdersPerCall: number;
  };
  /** The key of a config for the account's own window, and what it counts. */
  readonly accountWindow: { readonly key: 'uidWeight' | 'orderCallsPerMinute'; readonly name: string };
  /** Codes whose meaning no config can change. */
  readonly fixedCodes: ReadonlySet<string>;
  /** What is asked of an account before the first order, each question by its weight. */
  readonly check: CheckCosts;
  /** What a look at one symbol weighs that is followed: its position, its open orders and its open triggers. */
  readonly look: Weight;
  /** The most that one request weighs in each window. */
  readonly heaviest: { readonly calls: Weight; readonly questions: Weight };
}
