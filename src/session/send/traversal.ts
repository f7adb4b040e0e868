/** A walk through a list, page by page, until its end is proved or it is clear that the list cannot be relied on. Pure. */

/** A record as far as a walk goes by it. */
export interface Dated {
  readonly key: string;
  readonly createdMs?: number;
}

/** Most pages of one list; a longer one is not looked through. */
export const MOST_PAGES = 200;
export const TOO_LONG = `more than ${MOST_PAGES} pages`;

export abstract class Traversal {
  /** The keys that it told. */
  readonly seen = new Set<string>();
  #pages = 0;
  #end: { readonly failure?: string } | undefined;

  /** The next page; `hasMore`: the exchange says that it has more than it told. */
  take(told: readonly Dated[], unreadable: number, hasMore = false): void {
    this.#pages += 1;
    this.judge(told, hasMore ? Number.POSITIVE_INFINITY : told.length + unreadable);
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** Why the list was not looked through, once the walk is over. */
  get failure(): string | undefined {
    return this.#end?.failure;
  }

  /** How many pages were told. */
  get pages(): number {
    return this.#pages;
  }

  /** What a page comes to; `length`: with the records of it that cannot be read; Infinity where it is known to be cut off. */
  protected abstract judge(told: readonly Dated[], length: number): void;

  /** Whether the page told anything that none before it did. */
  protected tellsNew(told: readonly Dated[]): boolean {
    const before = this.seen.size;
    for (const { key } of told) this.seen.add(key);
    return this.seen.size > before;
  }

  protected arrive(): void {
    this.#end = {};
  }

  protected fail(failure: string): void {
    this.#end = { failure };
  }
}
