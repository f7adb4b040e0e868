import type { Path } from './locate.ts';

/** Where a checked value has mistakes that were reported: a tree along its keys and indices. */
export class Faults {
  #isHere = false;
  #parts: Map<string | number, Faults> | undefined;

  static readonly none = new Faults();

  /** Whether the value as a whole has a mistake. */
  get here(): boolean {
    return this.#isHere;
  }

  /** Whether it has one, or any part of it. */
  get any(): boolean {
    return this.#isHere || this.#parts !== undefined;
  }

  /** Those of a part. */
  at(step: string | number): Faults {
    return this.#parts?.get(step) ?? Faults.none;
  }

  has(path: Path): boolean {
    return path.reduce<Faults>((faults, step) => faults.at(step), this).here;
  }

  /** The keys of a mapping whose values have none. */
  soundOf<Mapping extends object>(mapping: Mapping): Partial<Mapping> {
    return Object.fromEntries(Object.entries(mapping).filter(([key]) => !this.at(key).any)) as Partial<Mapping>;
  }

  add(path: Path): void {
    path.reduce<Faults>((faults, step) => faults.#part(step), this).#isHere = true;
  }

  #part(step: string | number): Faults {
    this.#parts ??= new Map();
    let part = this.#parts.get(step);
    if (part === undefined) this.#parts.set(step, (part = new Faults()));
    return part;
  }
}
