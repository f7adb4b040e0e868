/** What a claim, a question or a record is about. */

/** An account at an exchange. */
export interface AccountName {
  readonly origin: string;
  readonly name: string;
}

/** One plan in one generation; its orders have no others' identities. */
export interface PlanName {
  readonly plan: string;
  readonly generation: number;
}

export interface PlanScope extends PlanName {
  readonly account: AccountName;
}

/** What is claimed: one plan of an account, or, without a plan, all of the account. A store may claim more than it is asked for. */
export interface ClaimScope {
  readonly account: AccountName;
  readonly plan?: PlanName;
  /** It is held for as long as a person watches, not for one run. */
  readonly isWatch?: true;
  /** It is held for as long as the plan is followed. */
  readonly isFollow?: true;
}

/** Where a journal is. */
export interface JournalAddress {
  /** For `openLedger`. It may hold a password, and is never shown. */
  readonly url: string;
  /** What a message calls it: the real path of a file, or the address of a server without a password. */
  readonly name: string;
}

/** A plan of an account in a journal. */
export interface JournalPlace extends PlanScope {
  readonly journal: JournalAddress;
}
