/** What time alone brings. It may come from here on, and has come by there: the same but for an end that counts from inside a candle. */
export interface DueMoment {
  readonly from: number;
  readonly to: number;
  /** The order whose end it is, by its number in the market; absent of an instant. */
  readonly root?: number;
}
