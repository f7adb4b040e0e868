import type { Decimal } from './decimal.ts';
import type { Instrument, InstrumentList } from './instrument.ts';

/** The values of an instrument, in the order in which they are told. */
export const INSTRUMENT_FIELDS = ['tick', 'step', 'minSize', 'maxSize'] as const;

/** How a list of instruments differs from an earlier one, by value: `0.10` is `0.1`. */
export interface InstrumentChanges {
  /** One entry per field; undefined on the side that does not give it. */
  readonly changed: readonly {
    readonly symbol: string;
    readonly field: (typeof INSTRUMENT_FIELDS)[number];
    readonly before: Decimal | undefined;
    readonly after: Decimal | undefined;
  }[];
  readonly removed: readonly string[];
  readonly added: readonly Instrument[];
  /** Where the two were read, if not from the same place. */
  readonly source?: { readonly before: string; readonly after: string };
}

/** Each part in the order of its list. */
export function changesBetween(before: InstrumentList, after: InstrumentList): InstrumentChanges {
  const symbols = [...after.bySymbol.values()];
  return {
    changed: symbols.flatMap((instrument) => {
      const earlier = before.bySymbol.get(instrument.symbol);
      return earlier === undefined ? [] : fieldChanges(earlier, instrument);
    }),
    removed: [...before.bySymbol.keys()].filter((symbol) => !after.bySymbol.has(symbol)),
    added: symbols.filter(({ symbol }) => !before.bySymbol.has(symbol)),
    ...(before.source !== after.source && { source: { before: before.source, after: after.source } }),
  };
}

const fieldChanges = (before: Instrument, after: Instrument): InstrumentChanges['changed'] =>
  INSTRUMENT_FIELDS.filter((field) => !isSame(before[field], after[field])).map((field) => ({
    symbol: after.symbol,
    field,
    before: before[field],
    after: after[field],
  }));

const isSame = (one: Decimal | undefined, other: Decimal | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.compare(other) === 0;

/** A number that plans are judged by; where the list was read is none. */
export const isOutOfDate = ({ changed, removed, added }: InstrumentChanges): boolean =>
  changed.length + removed.length + added.length > 0;

export const isChanged = (changes: InstrumentChanges): boolean => isOutOfDate(changes) || changes.source !== undefined;
