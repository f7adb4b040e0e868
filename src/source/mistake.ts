/** What is said of a kind of mistake, wherever it happened. */
export interface Mistake {
  readonly title: string;
  readonly meaning: string;
  readonly fix: string;
}
