/** The lines of a text, one at a time, each cut into its indent, its dash, its key and the rest. */

const codeOf = (sign: string): number => sign.charCodeAt(0);
const [SPACE, DASH, COLON, NEWLINE, POINT, UNDERSCORE] = [' ', '-', ':', '\n', '.', '_'].map(codeOf);
const [ZERO, NINE, A, Z] = ['0', '9', 'a', 'z'].map(codeOf) as [number, number, number, number];
/** Between a letter and its capital. */
const LOWER = 0x20;

const beginsKey = (code: number): boolean => {
  const lower = code | LOWER;
  return (lower >= A && lower <= Z) || code === UNDERSCORE;
};
const isOfKey = (code: number): boolean =>
  beginsKey(code) || (code >= ZERO && code <= NINE) || code === DASH || code === POINT;

/** Whether a text is all letters, digits, `_`, `.` and `-`, and begins as a dash would not: no part of YAML but plain text. */
export function isWord(text: string): boolean {
  if (text.charCodeAt(0) === DASH) return false;
  for (let at = 0; at < text.length; at++) if (!isOfKey(text.charCodeAt(at))) return false;
  return true;
}

/** Cut by hand: a regular expression with as many groups makes a list of texts for every line. */
export class PlainLine {
  /** The column of its first character but spaces; -1 after the last line. */
  column = -1;
  isDashed = false;
  /** The column of its first character after the dash. */
  inner = 0;
  key: string | undefined;
  keyAt = 0;
  /** Not a comment; it may end with one. */
  rest = '';
  restAt = 0;
  /** How many parts the library would cut the text into so far, or a few more. */
  lexemes = 1;
  readonly #text: string;
  #nextAt = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes to the next line that has more than a comment. */
  next(): void {
    const text = this.#text;
    while (this.#nextAt < text.length) {
      const at = this.#nextAt;
      const newline = text.indexOf('\n', at);
      const end = newline === -1 ? text.length : newline;
      this.#nextAt = end + 1;
      const first = this.#behindSpaces(at);
      const isDashed = text.charCodeAt(first) === DASH && text.charCodeAt(first + 1) === SPACE;
      const keyAt = isDashed ? this.#behindSpaces(first + 1) : first;
      const keyEnd = this.#keyEnd(keyAt, end);
      const behind = keyEnd === keyAt ? keyAt : keyEnd + 1;
      const restAt = this.#behindSpaces(behind);
      const isComment = text[restAt] === '#';
      // A newline and the spaces or the comment before it; a dash, a key and a colon bring the others.
      this.lexemes += (first === at ? 1 : 2) + (isComment ? 1 : 0);
      if (!isDashed && behind === keyAt && (restAt === end || isComment)) continue;
      this.lexemes += (isDashed ? 2 : 0) + (behind === keyAt ? 0 : 3) + (restAt === behind ? 0 : 1);
      this.column = first - at;
      this.isDashed = isDashed;
      this.inner = keyAt - at;
      this.key = behind === keyAt ? undefined : text.slice(keyAt, keyEnd);
      this.keyAt = keyAt;
      this.rest = isComment ? '' : text.slice(restAt, end);
      this.restAt = restAt;
      return;
    }
    this.column = -1;
    this.isDashed = false;
    this.key = undefined;
  }

  /** What stands behind the dash is a line of its own. */
  withoutDash(): void {
    this.column = this.inner;
    this.isDashed = false;
  }

  #behindSpaces(from: number): number {
    let at = from;
    while (this.#text.charCodeAt(at) === SPACE) at += 1;
    return at;
  }

  /** Where the key ends that begins there; the same place where none does. */
  #keyEnd(from: number, end: number): number {
    const text = this.#text;
    if (!beginsKey(text.charCodeAt(from))) return from;
    let at = from + 1;
    while (isOfKey(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) !== COLON) return from;
    const next = text.charCodeAt(at + 1);
    return at + 1 === end || next === SPACE || next === NEWLINE ? at : from;
  }
}
