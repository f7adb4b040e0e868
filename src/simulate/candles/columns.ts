/** Candles as they are read, in columns that grow. A candle comes as the six numbers of its row: names.ts has their order. */
import { COLUMNS, TIME, TRADED } from './names.ts';

const FIRST_CAPACITY = 4096;
/** Room that is not written yet costs nothing, and copies do. */
const GROWTH = 4;

export class Columns {
  readonly #columns = COLUMNS.map(() => new Float64Array(FIRST_CAPACITY));
  #capacity = FIRST_CAPACITY;
  #tellsTraded = false;
  length = 0;

  append(candle: Float64Array): void {
    if (this.length === this.#capacity) this.#grow();
    const columns = this.#columns;
    for (let column = 0; column < columns.length; column++)
      (columns[column] as Float64Array)[this.length] = candle[column] as number;
    this.#tellsTraded ||= !Number.isNaN(candle[TRADED]);
    this.length += 1;
  }

  /** Column by column, so that at most one of them is there twice. */
  #grow(): void {
    this.#capacity *= GROWTH;
    for (const [at, column] of this.#columns.entries()) {
      const grown = new Float64Array(this.#capacity);
      grown.set(column);
      this.#columns[at] = grown;
    }
  }

  /** Where a candle of that time is; -1 where there is none. `direction`: 1 where the times grow. */
  find(time: number, direction: number): number {
    const times = this.#columns[TIME] as Float64Array;
    let [low, high] = [0, this.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (direction * ((times[middle] as number) - time) <= 0) low = middle;
      else high = middle - 1;
    }
    return times[low] === time ? low : -1;
  }

  /** Whether the prices at that place are the candle's. */
  has(at: number, candle: Float64Array): boolean {
    return this.#columns.slice(TIME + 1, TRADED).every((column, price) => column[at] === candle[price + 1]);
  }

  timeAt(at: number): number {
    return (this.#columns[TIME] as Float64Array)[at] as number;
  }

  /** All columns, the oldest candle first. They are not to be used here afterwards. */
  taken(direction: number): readonly Float64Array[] {
    const whole = this.#columns.map((column) => column.subarray(0, this.length));
    if (direction < 0) for (const column of whole) column.reverse();
    return this.#tellsTraded ? whole : whole.slice(0, TRADED);
  }
}
