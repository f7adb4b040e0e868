import type { Instrument, InstrumentList } from '../model/instrument.ts';
import { INSTRUMENT_FIELDS } from '../model/instrument-changes.ts';

/** How every list that ordo wrote begins. */
const BEGINNING = '{\n  "asOf"';

/** Whether a text could be a list that ordo wrote: a whole one, one that was cut off anywhere, or an empty file. */
export const beginsAsList = (text: string): boolean => text.startsWith(BEGINNING) || BEGINNING.startsWith(text);

/**
 * A list as the text of instruments.json, which `loadInstruments` reads back: one symbol per line, in the list's order,
 * so that a diff of two files shows the symbols that changed and no others.
 */
export function instrumentsText({ asOf, source, bySymbol }: InstrumentList): string {
  const lines = [...bySymbol.values()].map(lineOf);
  return [
    `${BEGINNING}: ${JSON.stringify(asOf)},`,
    `  "source": ${JSON.stringify(source)},`,
    '  "instruments": {',
    lines.map((line) => `    ${line}`).join(',\n'),
    '  }',
    '}',
    '',
  ].join('\n');
}

function lineOf(instrument: Instrument): string {
  const fields = INSTRUMENT_FIELDS.flatMap((field) => {
    const value = instrument[field];
    return value === undefined ? [] : `"${field}": "${value.toString()}"`;
  });
  return `${JSON.stringify(instrument.symbol)}: { ${fields.join(', ')} }`;
}
