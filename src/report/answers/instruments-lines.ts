/** What `ordo instruments` found, for a person: the outcome, each value that is another now, what was left out and why. */
import type { Instrument } from '../../model/instrument.ts';
import { INSTRUMENT_FIELDS, type InstrumentChanges } from '../../model/instrument-changes.ts';
import { safeText } from '../../model/safe-text.ts';
import { padEnd, stack, widthOf, wrap } from '../text/columns.ts';
import { painter, type Paint } from '../text/tones.ts';

/** The fields as a plan's messages name them. */
const FIELD_WORDS = { tick: 'tick', step: 'step', minSize: 'min', maxSize: 'max' } as const;

export interface InstrumentsView {
  /** The outcome in a sentence. */
  readonly outcome: string;
  /** What is another now, and when the list that was there had been read; absent where there was none. */
  readonly changes?: { readonly since: string; readonly list: InstrumentChanges };
  /** Contracts that cannot be read exactly. */
  readonly leftOut: readonly { readonly symbol: string; readonly why: string }[];
}

export interface InstrumentsOptions {
  readonly color: boolean;
  readonly width: number;
}

/** Changed values come first: they are what a person must know of. Ends in a newline. */
export function renderInstruments(view: InstrumentsView, { color, width }: InstrumentsOptions): string {
  const paint = painter(color);
  const { changes, leftOut } = view;
  const blocks = [
    wrap(safeText(view.outcome), width).map((text) => paint('heading', text)),
    ...(changes === undefined ? [] : changeBlocks(changes.list, ` since ${safeText(changes.since)}`, paint, width)),
    block(
      'left out, as it cannot be read exactly',
      leftOut.map(({ symbol, why }) => [symbol, why]),
      paint,
      width,
    ),
  ];
  return `${stack(blocks).join('\n')}\n`;
}

function changeBlocks(changes: InstrumentChanges, since: string, paint: Paint, width: number): string[][] {
  const { changed, removed, added, source } = changes;
  return [
    block(
      `changed${since}`,
      [
        ...changed.map(({ symbol, field, before, after }): Row => [
          symbol,
          `${FIELD_WORDS[field]} ${before?.toString() ?? 'none'} → ${after?.toString() ?? 'none'}`,
        ]),
        ...(source === undefined ? [] : [['source', `${source.before} → ${source.after}`] as const]),
      ],
      paint,
      width,
    ),
    block(
      `removed${since}`,
      removed.map((symbol) => [symbol, '']),
      paint,
      width,
    ),
    block(
      `added${since}`,
      added.map((instrument) => [instrument.symbol, limits(instrument)]),
      paint,
      width,
    ),
  ];
}

const limits = (instrument: Instrument): string =>
  INSTRUMENT_FIELDS.flatMap((field) => {
    const value = instrument[field];
    return value === undefined ? [] : `${FIELD_WORDS[field]} ${value.toString()}`;
  }).join(', ');

type Row = readonly [name: string, words: string];

/** A title and a line for each row, its words below each other; nothing where there is no row. */
function block(title: string, rows: readonly Row[], paint: Paint, width: number): string[] {
  if (rows.length === 0) return [];
  const safe = rows.map(([name, words]): Row => [safeText(name, 40), safeText(words)]);
  const named = Math.max(...safe.map(([name]) => widthOf(name)));
  const room = Math.max(20, width - named - 4);
  const lines = safe.flatMap(([name, words]) =>
    wrap(words, room).map((part, at) => `  ${padEnd(at === 0 ? name : '', named)}  ${part}`.trimEnd()),
  );
  return [paint('heading', title), ...lines];
}
