/** What `ordo instruments` found, for a person: the outcome, each value that has changed, what was left out and why. */
import { INSTRUMENT_FIELDS, type InstrumentChanges } from '../../model/instrument-changes.ts';
import type { Instrument } from '../../model/instrument.ts';
import { joined, safe, safeText, trimmedEnd, type Safe } from '../../model/safe-text.ts';
import { padEnd, widest, wrap } from '../text/columns.ts';
import { LEAST_ROOM, pageOf, paragraph, section, textOf, type Page } from '../text/page.ts';
import type { Drawn } from '../text/tones.ts';

/** The fields as a plan's messages name them. */
const FIELD_WORDS = { tick: 'tick', step: 'step', minSize: 'min', maxSize: 'max' } as const;

/** Most characters of a symbol that are shown. */
const SYMBOL_SHOWN = 40;

export interface InstrumentsView {
  /** The outcome in a sentence. */
  readonly outcome: string;
  /** What has changed, and when the earlier list was read; absent where there was none. */
  readonly changes?: { readonly since: string; readonly list: InstrumentChanges };
  /** Contracts that cannot be read exactly. */
  readonly leftOut: readonly { readonly symbol: string; readonly why: string }[];
}

export interface InstrumentsOptions {
  readonly color: boolean;
  readonly width: number;
}

/** Changed values come first: a person must know of them. Ends in a newline. */
export function renderInstruments({ outcome, changes, leftOut }: InstrumentsView, options: InstrumentsOptions): string {
  const page = pageOf(options);
  const unread = leftOut.map(({ symbol, why }): Row => [symbolWords(symbol), safeText(why)]);
  return textOf([
    paragraph(page, safeText(outcome), 0, 'heading'),
    ...(changes === undefined ? [] : changeBlocks(page, changes.list, safeText(changes.since))),
    block(page, safe`left out, as it cannot be read exactly`, unread),
  ]);
}

type Row = readonly [name: Safe, words: Safe];

const symbolWords = (symbol: string): Safe => safeText(symbol, SYMBOL_SHOWN);

function changeBlocks(page: Page, { changed, removed, added, source }: InstrumentChanges, since: Safe): Drawn[][] {
  const values = changed.map(({ symbol, field, before, after }): Row => [
    symbolWords(symbol),
    safe`${FIELD_WORDS[field]} ${before ?? 'none'} → ${after ?? 'none'}`,
  ]);
  const places: Row[] =
    source === undefined ? [] : [[safe`source`, safe`${safeText(source.before)} → ${safeText(source.after)}`]];
  const gone = removed.map((symbol): Row => [symbolWords(symbol), safe``]);
  const fresh = added.map((instrument): Row => [symbolWords(instrument.symbol), limits(instrument)]);
  return [
    block(page, safe`changed since ${since}`, [...values, ...places]),
    block(page, safe`removed since ${since}`, gone),
    block(page, safe`added since ${since}`, fresh),
  ];
}

function limits(instrument: Instrument): Safe {
  const words = INSTRUMENT_FIELDS.flatMap((field) => {
    const value = instrument[field];
    return value === undefined ? [] : [safe`${FIELD_WORDS[field]} ${value}`];
  });
  return joined(words, safe`, `);
}

/** A title and a line for each row, its words below each other; nothing where there is no row. */
function block(page: Page, title: Safe, rows: readonly Row[]): Drawn[] {
  const names = widest(rows.map(([name]) => name));
  const room = Math.max(LEAST_ROOM, page.width - names - 4);
  const lines = rows.flatMap(([name, words]) =>
    wrap(words, room).map((part, at) => trimmedEnd(safe`  ${padEnd(at === 0 ? name : safe``, names)}  ${part}`)),
  );
  return section(page, title, lines);
}
