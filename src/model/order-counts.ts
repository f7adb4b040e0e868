/** What an answer says of one window of the account's orders. */
export interface ToldWindow {
  readonly windowMs: number;
  /** How many may follow. */
  readonly remaining: number;
  /** How many were counted, this one among them; undefined: it does not say. */
  readonly counted?: number;
}

/** What an answer says of the account's windows. */
export interface OrderCounts {
  readonly windows: readonly ToldWindow[];
  /** What cannot be believed and is ignored, in words. */
  readonly odd?: string;
}
