/**
 * How the exchange of a simulation is spoken to. It thinks and is judged in words of its own, which are those of version 2; what
 * reaches it and what it says goes over a wire. The wire of version 3 is written by hand, from the exchange's facts and not from the
 * program's tables: a mistake in those must show.
 */
import type { Operations } from '../../../src/exchange/dialect.ts';
import type { Cost } from '../../../src/model/call.ts';
import type { Interface } from '../../../src/model/interfaces.ts';
import type { ListName, ListQuery } from '../../../src/model/listing.ts';
import type { Random } from '../../random.ts';
import type { CancelRequest } from '../cancels/cancel-request.ts';
import type { HeldRow } from '../cancels/told-state.ts';
import type { Reply } from '../reply.ts';
import type { PlacedRequest } from '../request.ts';

/** A record of a list in the words of the exchange. */
export type Told = Readonly<Record<string, string>>;

export interface Wire {
  readonly interface: Interface;
  readonly operations: Operations;
  /** What each request costs; calls by their path. */
  readonly costs: {
    readonly place: Readonly<Record<string, Cost>>;
    readonly cancel: Readonly<Record<string, Cost>>;
    readonly lists: Readonly<Record<ListName, Cost>>;
    readonly fills: Cost;
    readonly position: Cost;
    readonly positions: Cost;
    readonly contracts: Cost;
    readonly market: Cost;
    readonly settings: Cost;
    readonly money: Cost;
    readonly time: Cost;
  };
  readonly readPlaced: (path: string, body: string) => PlacedRequest;
  readonly readCancel: (sent: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
  }) => CancelRequest;
  /** Which page is asked for, by what goes over the wire. */
  readonly readQuery: (query: ListQuery, target: string) => ListQuery;
  /** Whether a list is told page by page; else the newest records of the time that is asked for. */
  readonly isPaged: (list: ListName) => boolean;
  readonly page: (records: readonly Told[], list: ListName, random: Random) => string;
  readonly fills: (text: string) => string;
  /** What is held of a symbol. */
  readonly position: (symbol: string, rows: readonly HeldRow[]) => string;
  /** What is held of all symbols. */
  readonly positions: (rows: ReadonlyMap<string, readonly HeldRow[]>) => string;
  /** The contracts of these symbols, and the greatest size of an order. */
  readonly contracts: (symbols: readonly string[], maxSize: string) => string;
  /** Its prices, as far as this path tells them; all are one price. */
  readonly market: (path: string, symbol: string, price: string) => string;
  /** What the account is set to, or has, in the words of the wire. */
  readonly settings: (name: string) => string;
  /** An answer to a call, as it goes over the wire. */
  readonly said: (reply: Reply) => Reply;
}

/** The path that a request is charged by. */
export const pathOf = (target: string): string => target.split('?')[0] ?? target;
