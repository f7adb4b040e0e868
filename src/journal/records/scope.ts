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
}
