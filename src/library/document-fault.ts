/** What a value has that no file could: a circle, endless levels, numbers that are not what somebody wrote. */
import { quoted } from '../source/quoted.ts';
import type { Diagnostic, DiagnosticCode } from '../source/diagnostic.ts';
import { SourceFile } from '../source/source-file.ts';
import { plainOf } from './document-text.ts';

/** As a file may have, and the frame around its orders. */
const MOST_LEVELS = 32;
/** A shared part counts each time that it would be written. */
const MOST_VALUES = 1_000_000;

interface Part {
  readonly value: unknown;
  /** Undefined for the document itself. */
  readonly within?: Part;
  readonly key: string | number;
  readonly level: number;
}

/** The first fault of a document, before it is written as a text; undefined where it has none. No recursion: it may be endless. */
export function documentFault(document: unknown, file: string): Diagnostic | undefined {
  const left: Part[] = [{ value: document, key: '', level: 0 }];
  for (let seen = 1; left.length > 0; seen += 1) {
    const part = left.pop() as Part;
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
function* whole(part: Part): Generator<Part> {
  for (let one: Part | undefined = part; one !== undefined; one = one.within) yield one;
}

interface Fault {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

function faultOf(value: unknown, part: Part, seen: number): Fault | undefined {
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
function told(part: Part, { code, message, hint }: Fault, file: string): Diagnostic {
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
