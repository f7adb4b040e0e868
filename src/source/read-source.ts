import { err, ok } from '../model/result.ts';
import type { Result } from '../model/result.ts';
import type { Diagnostic, DiagnosticCode } from './diagnostic.ts';
import { SourceFile } from './source-file.ts';

/** Largest file that is read: twice what the largest plan, 20,000 orders, comes to. */
export const MAX_BYTES = 8 * 1024 * 1024;

/** How many of the bytes are whole, valid UTF-8 from the start. */
function validPrefix(bytes: Uint8Array): number {
  const isValid = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isValid(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * What the first four bytes of a file in another encoding look like, tried from the top: a byte order mark, or the zero
 * bytes around ASCII. `f` is 0xff, `e` 0xfe, `0` a zero, `x` any other byte, and `-` one that the file does not have.
 */
const OTHER_ENCODINGS: readonly (readonly [shape: RegExp, encoding: string])[] = [
  [/^fe00/, 'UTF-32'],
  [/^(fe|ef)/, 'UTF-16'],
  [/^00/, 'UTF-32'],
  [/^[^0]000/, 'UTF-32'],
  [/^(0[^-][0-]|[^-]0.[0-])/, 'UTF-16'],
];

function shapeOf(byte: number | undefined): string {
  if (byte === undefined) return '-';
  if (byte === 0) return '0';
  return byte === 0xff ? 'f' : byte === 0xfe ? 'e' : 'x';
}

function otherEncoding(bytes: Uint8Array): string | undefined {
  const shape = [0, 1, 2, 3].map((at) => shapeOf(bytes[at])).join('');
  return OTHER_ENCODINGS.find(([pattern]) => pattern.test(shape))?.[1];
}

/** Why the bytes cannot be read, in the form of a diagnostic. */
interface Problem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
  /** The text as far as it can be read, and where in it the problem is. */
  readonly text?: string;
  readonly at?: number;
}

/**
 * Bytes to text: strict UTF-8, a byte order mark dropped, at most `MAX_BYTES` (docs/contract.md#text).
 * `path` is the name as it is shown to the user; for `hidesText` see `SourceFile`.
 */
export function readSource(path: string, bytes: Uint8Array, hidesText = false): Result<SourceFile, Diagnostic> {
  const read = textOf(bytes);
  if (read.ok) return ok(new SourceFile(path, read.value, hidesText));
  const { code, message, hint, text = '', at = 0 } = read.error;
  const source = new SourceFile(path, text, hidesText);
  return err({ severity: 'error', code, message, hint, source, start: at, end: at + 1 });
}

function textOf(bytes: Uint8Array): Result<string, Problem> {
  if (bytes.length > MAX_BYTES) {
    const message = `the file has ${bytes.length} bytes; at most ${MAX_BYTES} are read`;
    return err({ code: 'text/too-large', message, hint: 'split the plan' });
  }
  const encoding = otherEncoding(bytes);
  if (encoding !== undefined) {
    const message = `the file is ${encoding}, not UTF-8`;
    return err({ code: 'text/utf-16', message, hint: 'save it again as UTF-8' });
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return err(notUtf8(bytes));
  }
}

function notUtf8(bytes: Uint8Array): Problem {
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, validPrefix(bytes)), { stream: true });
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const byte = bytes[mark + Buffer.byteLength(before)] ?? 0;
  return {
    code: 'text/not-utf8',
    message: `the file is not UTF-8: byte 0x${byte.toString(16).padStart(2, '0')} is not allowed here`,
    hint: 'save it again as UTF-8',
    text: new TextDecoder('utf-8').decode(bytes),
    at: before.length,
  };
}
