import type { Decimal } from './decimal.ts';

/** The account file: what an account was worth at one moment. Sizes with `of: equity` go by it. */
export interface AccountFile {
  /** As written. */
  readonly asOf: string;
  /** Milliseconds since 1970. */
  readonly asOfMs: number;
  readonly origin: string;
  readonly account: string;
  readonly asset: string;
  readonly equity: Decimal;
}

/** How old it may be for a live run where no policy says it. */
export const USUAL_ACCOUNT_AGE_MS = 3_600_000;

/** What the account file says; why there is none, in words; or `reported`, where its mistakes are told already. */
export type AccountAnswer = AccountFile | NoAccount | 'reported';

export interface NoAccount {
  readonly why: string;
  readonly hint: string;
}
