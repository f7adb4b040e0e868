/** What a query is, and what its parameters must look like. */
import type { Weight } from '../../model/call.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { AccountTelling } from '../account-telling.ts';
import type { ToldBook } from '../lag.ts';
import type { ListFault } from '../list-faults.ts';
import { parameterBad, parameterEmpty, parameterMissing, parameterUnknown, type Refusal } from './order/refusals.ts';

type Params = ReadonlyMap<string, string>;

/** What a query is answered from. */
export interface Asked {
  readonly params: Params;
  readonly book: ToldBook;
  readonly account: AccountTelling;
  readonly wallMs: number;
  readonly spelling: QuerySpelling;
  readonly seed: number;
}

/** Where what was read live differs from what is documented. */
export interface QuerySpelling {
  /** Whether open triggers are told in the words seen live (docs/exchange.md#record-words). */
  readonly liveWords: boolean;
  /** Whether fills come in their envelope or as the bare list that was read live (docs/exchange.md#fills). */
  readonly fillsAs: 'list' | 'array';
  /** How the lists of orders go wrong. */
  readonly lists?: ListFault | undefined;
}

export interface Query {
  readonly weight: Weight;
  /** Whether it needs a signature. */
  readonly private: boolean;
  /** What each parameter must look like; any other parameter is unknown. */
  readonly params: Readonly<Record<string, RegExp>>;
  readonly required: readonly string[];
  /** Each row of the answer adds to what the account has. */
  readonly hasRows?: true;
  readonly answer: (asked: Asked) => Result<unknown, Refusal>;
}

export const SYMBOL = /^[A-Za-z0-9_]{1,64}$/;
export const ORDER_ID = /^[0-9]{1,19}$/;
export const MILLISECONDS = /^[0-9]{1,15}$/;
export const UP_TO_100 = /^(?:[1-9][0-9]?|100)$/;
export const PAGE = /^(?:0|[1-9][0-9]{0,8})$/;
export const ANYTHING = /^/;

export const LONGEST_LIST = 100;

/** Both times included. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export const spanOf = (params: Params): TimeSpan => ({
  from: Number(params.get('startTime') ?? 0),
  to: Number(params.get('endTime') ?? Number.POSITIVE_INFINITY),
});

/** Whether a record of that symbol and moment is asked for. */
export const isAsked = (params: Params, { from, to }: TimeSpan, symbol: string, atMs: number): boolean =>
  (params.get('symbol') ?? symbol) === symbol && atMs >= from && atMs <= to;

/** The parameters of a query string; each must be known, given once, and of its form. */
export function readParams(query: Query, queryString: string): Result<Params, Refusal> {
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(queryString)) {
    const shape = Object.hasOwn(query.params, name) ? query.params[name] : undefined;
    if (shape === undefined) return err(parameterUnknown(name));
    if (params.has(name)) return err(parameterBad(name, 'is given twice'));
    if (value === '') return err(parameterEmpty(name));
    if (!shape.test(value)) return err(parameterBad(name, 'is not valid'));
    params.set(name, value);
  }
  const absent = query.required.find((name) => !params.has(name));
  return absent === undefined ? ok(params) : err(parameterMissing(absent));
}
