import { err, ok, type Result } from '../model/result.ts';
import type { Diagnostic, DiagnosticCode } from '../source/diagnostic.ts';
import { readSource } from '../source/read-source.ts';
import { SourceFile } from '../source/source-file.ts';
import { quoted } from '../source/quoted.ts';
import { plainOf } from './document-text.ts';

/** As a file may have, and the frame around its orders. */
const MOST_LEVELS = 32;
/** A shared part counts each time that it would be written. */
const MOST_VALUES = 1_000_000;

interface Piece {
  readonly value: unknown;
  /** Undefined for the document itself. */
  readonly within?: Piece;
  readonly key: string | number;
  readonly level: number;
}

/** The first fault of a document, before it is written as a text; undefined where it has none. No recursion: it may be endless. */
function documentFault(document: unknown, file: string): Diagnostic | undefined {
  const left: Piece[] = [{ value: document, key: '', level: 0 }];
  for (let seen = 1; left.length > 0; seen += 1) {
    const part = left.pop() as Piece;
    const value = plainOf(part.value);
    const fault = faultOf(value, part, seen);
    if (fault !== undefined) return told(part, fault, file);
    if (typeof value !== 'object' || value === null) continue;
    const inside = Object.entries(value).map(([key, one]: [string, unknown]) => ({
      value: one,
      within: part,
      key: Array.isArray(value) ? Number(key) : key,
      level: part.level + 1,
    }));
    // The first of them is looked at first; one by one, as there may be more than a call takes arguments.
    for (const one of inside.toReversed()) left.push(one);
  }
  return undefined;
}

/** The part, and all that it is in, outwards. */
function* whole(part: Piece): Generator<Piece> {
  for (let one: Piece | undefined = part; one !== undefined; one = one.within) yield one;
}

interface Fault {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

function faultOf(value: unknown, part: Piece, seen: number): Fault | undefined {
  if (typeof value === 'number') return numberFault(value);
  if (seen > MOST_VALUES) {
    const message = `the document has more than ${MOST_VALUES} values`;
    return { code: 'text/too-large', message, hint: 'split the plan into several' };
  }
  if (part.level <= MOST_LEVELS) return undefined;
  const above = [...whole(part)].slice(1).map((one) => one.value);
  if (new Set(above).size < above.length)
    return { code: 'yaml/too-deep', message: 'the document contains itself', hint: 'leave that part out' };
  return {
    code: 'yaml/too-deep',
    message: `more than ${MOST_LEVELS} levels of nesting`,
    hint: 'write an order as a flat list of keys',
  };
}

function numberFault(value: number): Fault | undefined {
  const code = 'value/number';
  if (!Number.isFinite(value)) {
    const hint = 'a computation went wrong: look at what it was given';
    return { code, message: `${value} is not a number that an order could have`, hint };
  }
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  const hint = `write it as a text, such as '${BigInt(value)}', or as a bigint`;
  return { code, message: `past 2^53 JavaScript may change the number that was written: ${BigInt(value)}`, hint };
}

/** A longer path, or value, is cut in the middle. */
const MOST_LETTERS = 120;

/** The frame shows the path of the value, since there is no text yet. */
function told(part: Piece, { code, message, hint }: Fault, file: string): Diagnostic {
  const inside = [...whole(part)].filter(({ within }) => within !== undefined).toReversed();
  const keys = inside.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  const path = keys.join('').replace(/^\./, '') || 'the document';
  const start = path.length > MOST_LETTERS ? `${path.slice(0, MOST_LETTERS)}…` : path;
  const shown = typeof part.value === 'number' ? String(part.value) : '…';
  const source = new SourceFile(file, `${start}: ${shown}`.replaceAll('\n', ' '));
  const at = start.length + 2;
  const where = typeof part.value === 'number' ? `${quoted(start)}: ` : '';
  return { severity: 'error', code, message: `${where}${message}`, hint, source, start: at, end: at + shown.length };
}

/**
 * A document of a schema as code writes it: where the language reads digits, a number or bigint stands for its own. A number
 * means what JavaScript prints of it, so what needs more digits than that is written as a text.
 */
export type InCode<Part> = Part extends string
  ? string extends Part
    ? string | number | bigint
    : Part | LiteralOf<Part>
  : Part extends readonly (infer Item)[]
    ? readonly InCode<Item>[]
    : { readonly [Key in keyof Part]: InCode<Part[Key]> };

/** `number` of `"1"`, since that is what code makes of a 1 that it keeps in a variable; `true` of `"true"`. */
type LiteralOf<Text extends string> = Text extends `${number}`
  ? number
  : Text extends `${infer Value extends boolean}`
    ? Value
    : never;

/** A text, or the document itself as `write` puts it: read by the same reader, with the same words for a mistake. */
export function sourceOf(
  input: unknown,
  file: string,
  write: (document: unknown) => string,
): Result<SourceFile, Diagnostic> {
  const fault = typeof input === 'string' ? undefined : documentFault(input, file);
  if (fault !== undefined) return err(fault);
  const text = typeof input === 'string' ? input : write(input);
  // Half a character would become another one on its way through the bytes; as it is, it is found.
  return text.isWellFormed() ? readSource(file, Buffer.from(text)) : ok(new SourceFile(file, text));
}
