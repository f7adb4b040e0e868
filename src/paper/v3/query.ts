/** What a query of version 3 is, and what it is answered from. */
import type { Result } from '../../model/result.ts';
import type { AccountFaults } from '../account-faults.ts';
import type { ToldBook } from '../lag.ts';
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
}

export const USUAL: PaperAccount = {
  marginType: 'CROSSED',
  separatedType: 'COMBINED',
  dualSidePosition: true,
  canTrade: true,
};

/** The same as these faults have it. */
export const withFaults = (account: PaperAccount, { isSeparated, isOtherMode }: AccountFaults): PaperAccount => ({
  ...account,
  ...(isSeparated === true && { separatedType: 'SEPARATED' }),
  ...(isOtherMode === true && { marginType: 'ISOLATED' }),
});

export interface WireAsked {
  readonly params: URLSearchParams;
  readonly book: ToldBook;
  /** What it had before the first order. */
  readonly balance: string;
  readonly wallMs: number;
  readonly settings: PaperAccount;
  readonly fault: ListFault | undefined;
  /** For candles. */
  readonly seed: number;
}

export interface WireQuery {
  /** IP weight. */
  readonly ip: number;
  readonly isPrivate: boolean;
  /** Each row of the answer adds to what is known of the account. */
  readonly hasRows?: true;
  readonly answer: (asked: WireAsked) => Result<unknown, WireRefusal>;
}
