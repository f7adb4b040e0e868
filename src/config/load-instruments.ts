/**
 * instruments.json to a list (docs/contract.md#instruments). JSON is read with its digits as text, so an unquoted number
 * loses none; only where something is wrong is the file read once more, as the YAML that JSON is, to say where.
 */
import { SymbolMap } from '../model/symbol.ts';
import { parse } from 'lossless-json';
import { Decimal } from '../model/decimal.ts';
import type { Instrument, InstrumentList } from '../model/instrument.ts';
import { errorWords } from '../model/result.ts';
import type { InstrumentsDocument } from '../generated/instruments.ts';
import { checkCharacters } from '../document/visible-characters.ts';
import { Findings } from '../document/findings.ts';
import type { Finding } from '../document/findings.ts';
import { parseYaml } from '../document/parse-yaml.ts';
import { validateInstruments } from '../generated/validate-instruments.js';
import { schemaCheck } from '../document/schema-check.ts';
import { judge } from '../document/schema-findings.ts';
import { positiveDecimal } from '../document/positive-decimal.ts';
import { bestFirst, MAX_DIAGNOSTICS } from '../source/diagnostic.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import { instrumentsShapeAt } from './config-fields.ts';

/** Most symbols of a list; the exchange has a few hundred. */
const MAX_SYMBOLS = 5_000;

function readJson(source: SourceFile): { content: unknown } | { error: Diagnostic } {
  try {
    return { content: parse(source.text, null, (digits) => digits) };
  } catch (error) {
    const words = errorWords(error);
    const [, what = words, at = '0'] = /^(.*?) (?:encountered )?at position (\d+)$/s.exec(words) ?? [];
    const start = Math.min(Number(at), source.text.length);
    const isTwice = words.startsWith('Duplicate key');
    return {
      error: {
        severity: 'error',
        code: isTwice ? 'key/duplicate' : 'json/syntax',
        message: isTwice ? 'a key is given twice, with another value' : `this is not JSON: ${what}`,
        hint: isTwice ? 'keep one of them' : '`ordo instruments` writes the file again',
        source,
        start,
        end: start + 1,
      },
    };
  }
}

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
  const invisible = checkCharacters(source);
  if (invisible.length > 0) return { diagnostics: invisible };
  const json = readJson(source);
  if ('error' in json) return { diagnostics: [json.error] };

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
  const { tree } = parseYaml(source, { maxKeys: MAX_SYMBOLS });
  const found = new Findings(source, tree ?? { root: { range: [0, 0, 0] } });
  findings.slice(0, MAX_DIAGNOSTICS).forEach(found.add);
  return { diagnostics: bestFirst(found.diagnostics) };
}
