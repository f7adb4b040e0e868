/** instruments.json to a list (docs/contract.md#instruments). */
import { SymbolMap } from '../model/symbol.ts';
import { Decimal } from '../model/decimal.ts';
import type { Instrument, InstrumentList } from '../model/instrument.ts';
import type { InstrumentsDocument } from '../generated/instruments.ts';
import type { Finding } from '../document/findings.ts';
import { validateInstruments } from '../generated/validate-instruments.js';
import { schemaCheck } from '../document/schema-check.ts';
import { judge } from '../document/schema-findings.ts';
import { positiveDecimal } from '../document/positive-decimal.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { instrumentsShapeAt } from './config-fields.ts';
import { atTheirPlaces, readJson } from './json-source.ts';

/** Most symbols of a list; the exchange has a few hundred. */
const MAX_SYMBOLS = 5_000;

/** The instruments of a document that fits the schema. Mistakes that only a value shows go to `findings`. */
function readInstruments(document: InstrumentsDocument, findings: Finding[]): Map<string, Instrument> {
  const bySymbol = new SymbolMap<Instrument>();
  for (const [symbol, written] of Object.entries(document.instruments)) {
    const read = (field: keyof typeof written): Decimal => {
      const value = positiveDecimal(written[field] ?? '0');
      if (value.ok) return value.value;
      const message = `\`${field}\` ${value.error.message}`;
      findings.push({ ...value.error, message, path: ['instruments', symbol, field] });
      return Decimal.zero;
    };
    const instrument = { symbol, tick: read('tick'), step: read('step'), minSize: read('minSize') };
    bySymbol.set(symbol, written.maxSize === undefined ? instrument : { ...instrument, maxSize: read('maxSize') });
  }
  return bySymbol;
}

/** Reads a list of instruments. There is one exactly when nothing is wrong. */
export function loadInstruments(source: SourceFile): {
  instruments?: InstrumentList;
  diagnostics: readonly Diagnostic[];
} {
  const json = readJson(source, 'ordo instruments');
  if ('diagnostics' in json) return json;

  const { content } = json;
  const findings = [
    ...judge(schemaCheck(validateInstruments)(content), { content, base: [], shapeAt: instrumentsShapeAt }).findings,
  ];
  if (findings.length === 0) {
    const document = content as InstrumentsDocument;
    const bySymbol = readInstruments(document, findings);
    if (findings.length === 0)
      return { instruments: { source: document.source, asOf: document.asOf, bySymbol }, diagnostics: [] };
  }
  return { diagnostics: atTheirPlaces(source, findings, { maxKeys: MAX_SYMBOLS }) };
}
