/** Places of orders, each once, from the first of the plan on. */
export class Places {
  readonly #sorted: number[] = [];

  get length(): number {
    return this.#sorted.length;
  }

  at(position: number): number | undefined {
    return this.#sorted[position];
  }

  /** How many are before this place; where it is itself, that is its position. */
  before(place: number): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  has(place: number): boolean {
    return this.#sorted[this.before(place)] === place;
  }

  add(place: number): void {
    const last = this.#sorted.at(-1);
    if (last === undefined || last < place) this.#sorted.push(place);
    else if (!this.has(place)) this.#sorted.splice(this.before(place), 0, place);
  }

  delete(place: number): void {
    if (this.has(place)) this.#sorted.splice(this.before(place), 1);
  }
}
