/** A value for each state, in the order in which the states were first met. */
import type { StateBook } from './state.ts';

export class ByState<T> {
  readonly #books: StateBook[] = [];
  readonly #values: T[] = [];
  /** The latest state of each mark, and for each state the one before it of the same. */
  readonly #latest = new Map<number, number>();
  readonly #before: (number | undefined)[] = [];

  get values(): readonly T[] {
    return this.#values;
  }

  of(book: StateBook, made: () => T): T {
    const at = this.#find(book);
    return at === undefined ? this.#add(book, made()) : (this.#values[at] as T);
  }

  /** Gives a state a value; `both` makes one of it and of the value that it has. */
  put(book: StateBook, value: T, both: (one: T, other: T) => T): void {
    const at = this.#find(book);
    if (at === undefined) this.#add(book, value);
    else this.#values[at] = both(this.#values[at] as T, value);
  }

  #find(book: StateBook): number | undefined {
    for (let at = this.#latest.get(book.mark); at !== undefined; at = this.#before[at])
      if (this.#books[at]?.isLike(book) === true) return at;
    return undefined;
  }

  #add(book: StateBook, value: T): T {
    const { mark } = book;
    this.#before.push(this.#latest.get(mark));
    this.#latest.set(mark, this.#books.length);
    this.#books.push(book);
    this.#values.push(value);
    return value;
  }
}
