/** What a query of version 3 is, and what it is answered from. */
import type { Result } from '../../model/result.ts';
import type { Book } from '../book.ts';
import type { ListFault } from '../list-faults.ts';
import type { WireRefusal } from './wire.ts';

/** What an account is set to, which no order can say. */
export interface PaperAccount {
  readonly marginType: 'CROSSED' | 'ISOLATED';
  readonly separatedType: 'COMBINED' | 'SEPARATED';
  readonly dualSidePosition: boolean;
  readonly canTrade: boolean;
  /** Symbols that take orders of the API, as version 3 spells them; undefined: all. */
  readonly apiSymbols?: readonly string[];
  /** In USDT; it is told, and nothing is held against it. Default 100000. */
  readonly availableBalance?: string;
}

export const USUAL: PaperAccount = {
  marginType: 'CROSSED',
  separatedType: 'COMBINED',
  dualSidePosition: true,
  canTrade: true,
};

export interface WireAsked {
  readonly params: URLSearchParams;
  readonly book: Book;
  readonly wallMs: number;
  readonly settings: PaperAccount;
  readonly fault: ListFault | undefined;
  /** Of candles. */
  readonly seed: number;
}

export interface WireQuery {
  /** Of the address. */
  readonly ip: number;
  readonly isPrivate: boolean;
  readonly answer: (asked: WireAsked) => Result<unknown, WireRefusal>;
}
