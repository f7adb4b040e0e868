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

/** UTF-16 and UTF-32 begin with a byte order mark, or show themselves by the zero bytes around ASCII. */
function otherEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c = 0, d = 0] = bytes;
  if (a === undefined || b === undefined) return undefined;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length >= 4 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if ((a === 0 && b === 0) || (a !== 0 && b === 0 && c === 0 && d === 0 && bytes.length >= 4)) return 'UTF-32';
  if ((a === 0 && c === 0) || (b === 0 && d === 0)) return 'UTF-16';
  return undefined;
}

/**
 * Bytes to text: strict UTF-8, a byte order mark dropped, at most `MAX_BYTES` (docs/contract.md#text).
 * `path` is the name as it is shown to the user; for `hidesText` see `SourceFile`.
 */
export function readSource(path: string, bytes: Uint8Array, hidesText = false): Result<SourceFile, Diagnostic> {
  const sourceOf = (text: string): SourceFile => new SourceFile(path, text, hidesText);
  const refuse = (code: DiagnosticCode, message: string, hint: string, text = '', at = 0): Result<never, Diagnostic> =>
    err({ severity: 'error', code, message, hint, source: sourceOf(text), start: at, end: at + 1 });
  if (bytes.length > MAX_BYTES) {
    return refuse(
      'text/too-large',
      `the file has ${bytes.length} bytes; at most ${MAX_BYTES} are read`,
      'split the plan',
    );
  }
  const encoding = otherEncoding(bytes);
  if (encoding !== undefined) {
    return refuse('text/utf-16', `the file is ${encoding}, not UTF-8`, 'save it again as UTF-8');
  }
  try {
    return ok(sourceOf(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    const before = new TextDecoder('utf-8').decode(bytes.subarray(0, validPrefix(bytes)), { stream: true });
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const byte = bytes[mark + Buffer.byteLength(before)] ?? 0;
    return refuse(
      'text/not-utf8',
      `the file is not UTF-8: byte 0x${byte.toString(16).padStart(2, '0')} cannot stand here`,
      'save it again as UTF-8',
      new TextDecoder('utf-8').decode(bytes),
      before.length,
    );
  }
}
