/** How a kind of mistake is explained, wherever it happened. */
export interface Mistake {
  readonly title: string;
  readonly meaning: string;
  readonly fix: string;
}
