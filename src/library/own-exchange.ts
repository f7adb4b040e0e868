import { operationsOf } from '../exchange/operations-of.ts';
import type { Interface } from '../model/interfaces.ts';
import type { Call } from '../model/call.ts';
import type { CancelCall, Cancelled } from '../model/cancel.ts';
import type { ListQuery, ListRead } from '../model/listing.ts';
import type { FillsQuery, FillsRead } from '../model/standing.ts';
import type { Exchange } from '../ports.ts';
import type { Operation, Placed, Transmitted } from '../exchange/dialect.ts';

/** An exchange of one's own, as functions. A failure of the network is a value, never a throw. */
export interface ExchangeFunctions {
  /** Sends one call once. `timestampMs`, since 1970, is the one to sign it with. */
  readonly place: (call: Call, timestampMs: number) => Promise<Transmitted<Placed>>;
  /** One page of a list. Without it every list fails: then `exchange.queries: false` is needed to send at all. */
  readonly list?: (query: ListQuery, timestampMs: number) => Promise<Transmitted<ListRead>>;
  /** Takes the orders of one call off. Without it every cancel fails, and leaves its orders as they are. */
  readonly cancel?: (call: CancelCall, timestampMs: number) => Promise<Transmitted<Cancelled>>;
  /** One page of a symbol's trades, the newest first. Without it what was filled is not told. */
  readonly fills?: (query: FillsQuery, timestampMs: number) => Promise<Transmitted<FillsRead>>;
  /** The server's time in ms since 1970; undefined where it does not tell it. */
  readonly time?: () => Promise<Transmitted<number | undefined>>;
  /** Tells one account's key from another's; by default all are one. */
  readonly keyFingerprint?: (salt: Uint8Array) => string;
}

const NO_LISTS: Transmitted<ListRead> = {
  kind: 'answered',
  value: { kind: 'failed', message: 'this exchange has no lists' },
};
const NO_TIME: Transmitted<undefined> = { kind: 'answered', value: undefined };

/** Nothing leaves, so every order stands as it did. */
const NO_CANCEL = { kind: 'not-sent', message: 'this exchange has no cancels', again: false } as const;

const has = (some: object, one: unknown): boolean => Object.values(some).includes(one);

/** The functions as the port that a session sends by; `version` is that of the config's `exchange.interface`. */
export function exchangeOf(own: ExchangeFunctions, version: Interface = 'v2'): Exchange {
  const operations = operationsOf({ interface: version });
  const { place, list = () => Promise.resolve(NO_LISTS), time = () => Promise.resolve(NO_TIME) } = own;
  const answer = (operation: unknown, asked: unknown, timestampMs: number): Promise<Transmitted<unknown>> => {
    if (has(operations.place, operation)) return place(asked as Call, timestampMs);
    if (has(operations.list, operation)) return list(asked as ListQuery, timestampMs);
    if (has(operations.cancel, operation))
      return own.cancel?.(asked as CancelCall, timestampMs) ?? Promise.resolve(NO_CANCEL);
    if (operation === operations.fills && own.fills !== undefined) return own.fills(asked as FillsQuery, timestampMs);
    return operation === operations.time ? time() : Promise.resolve(NO_LISTS);
  };
  return {
    operations,
    keyFingerprint: own.keyFingerprint ?? (() => 'own'),
    // What is asked and what is answered belong to the same operation.
    send: <Asked, Value>(operation: Operation<Asked, Value>, asked: Asked, timestampMs: number) =>
      answer(operation, asked, timestampMs) as Promise<Transmitted<Value>>,
    close: () => Promise.resolve(),
  };
}
