/** What `ordo instruments` found: the outcome, each value that has changed, what was left out and why. */
import { INSTRUMENT_FIELDS, type InstrumentChanges } from '../model/instrument-changes.ts';
import type { Instrument } from '../model/instrument.ts';
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import { own, table, type Block, type Sheet } from '../show/sheet.ts';

/** The fields as a plan's messages name them. */
const FIELD_WORDS = { tick: 'tick', step: 'step', minSize: 'min', maxSize: 'max' } as const;

/** Most characters of a symbol that are shown. */
const SYMBOL_SHOWN = 40;

interface InstrumentsView {
  readonly outcome: string;
  /** What has changed, and when the earlier list was read; absent where there was none. */
  readonly changes?: { readonly since: string; readonly list: InstrumentChanges };
  /** Contracts that cannot be read exactly. */
  readonly leftOut: readonly { readonly symbol: string; readonly why: string }[];
}

/** Changed values come first: a person must know of them. */
export const instrumentsSheet = ({ outcome, changes, leftOut }: InstrumentsView): Sheet => ({
  data: { outcome, ...(changes && { since: changes.since, changes: changes.list }), leftOut },
  blocks: [
    { is: 'heading', text: safeText(outcome) },
    ...(changes === undefined ? [] : changeTables(changes.list, safeText(changes.since))),
    ...rowsUnder(
      safe`left out, as it cannot be read exactly`,
      leftOut.map(({ symbol, why }) => [symbolWords(symbol), safeText(why)]),
    ),
  ],
});

type Row = readonly [name: Safe, words: Safe];

const symbolWords = (symbol: string): Safe => safeText(symbol, SYMBOL_SHOWN);

function changeTables({ changed, removed, added, source }: InstrumentChanges, since: Safe): Block[] {
  const values = changed.map(({ symbol, field, before, after }): Row => [
    symbolWords(symbol),
    safe`${FIELD_WORDS[field]} ${before ?? 'none'} → ${after ?? 'none'}`,
  ]);
  const places: Row[] =
    source === undefined ? [] : [[safe`source`, safe`${safeText(source.before)} → ${safeText(source.after)}`]];
  return [
    ...rowsUnder(safe`changed since ${since}`, [...values, ...places]),
    ...rowsUnder(
      safe`removed since ${since}`,
      removed.map((symbol) => [symbolWords(symbol), safe``]),
    ),
    ...rowsUnder(
      safe`added since ${since}`,
      added.map((instrument) => [symbolWords(instrument.symbol), limits(instrument)]),
    ),
  ];
}

function limits(instrument: Instrument): Safe {
  const words = INSTRUMENT_FIELDS.flatMap((field) => {
    const value = instrument[field];
    return value === undefined ? [] : [safe`${FIELD_WORDS[field]} ${value}`];
  });
  return joined(words, safe`, `);
}

const rowsUnder = (title: Safe, rows: readonly Row[]): Block[] =>
  table<Row>(
    [
      { title: safe`symbol`, kind: 'name', of: ([name]) => name },
      { title: safe`values`, kind: 'words', of: ([, words]) => words },
    ],
    rows,
    { title: own(title), isPlain: true },
  );
