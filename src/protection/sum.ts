import { Decimal } from '../model/decimal.ts';

/** The sum of thousands. Most have as many decimals: those are added without a decimal for each step. */
export class Sum {
  #scale: number | undefined;
  #digits = 0n;
  #others = Decimal.zero;

  add(value: Decimal): void {
    this.#scale ??= value.scale;
    if (value.scale === this.#scale) this.#digits += value.coefficient;
    else this.#others = this.#others.plus(value);
  }

  get total(): Decimal {
    if (this.#digits === 0n && this.#others.isZero) return Decimal.zero;
    return Decimal.ofDigits(this.#digits, this.#scale ?? 0).plus(this.#others);
  }
}

export function sum(sized: readonly { readonly size: Decimal }[]): Decimal {
  const all = new Sum();
  for (const { size } of sized) all.add(size);
  return all.total;
}
