/**
 * A symbol has two spellings, one for each version of the interface: `cmt_btcusdt` and `BTCUSDT`. What compares symbols compares
 * what they mean; what shows one shows it as it was written.
 */

/** The same for every spelling of a symbol. */
export const symbolKey = (symbol: string): string => symbol.toLowerCase().replace(/^cmt_/, '');

export const sameSymbol = (one: string, other: string): boolean => one === other || symbolKey(one) === symbolKey(other);

/** By symbol, in whatever spelling it is asked for. Its keys are as they were put in. */
export class SymbolMap<V> extends Map<string, V> {
  /** The spelling that was put in, by the key of its symbol. */
  readonly #spelled = new Map<string, string>();

  constructor(entries: Iterable<readonly [string, V]> = []) {
    super();
    for (const [symbol, value] of entries) this.set(symbol, value);
  }

  override get(symbol: string): V | undefined {
    return super.get(this.#spelling(symbol));
  }

  override has(symbol: string): boolean {
    return super.has(this.#spelling(symbol));
  }

  override set(symbol: string, value: V): this {
    // A list with both spellings has both, each for itself.
    if (!this.#spelled.has(symbolKey(symbol))) this.#spelled.set(symbolKey(symbol), symbol);
    return super.set(symbol, value);
  }

  #spelling(symbol: string): string {
    return super.has(symbol) ? symbol : (this.#spelled.get(symbolKey(symbol)) ?? symbol);
  }
}
