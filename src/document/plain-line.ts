/** The lines of a text, one at a time, each cut into its indent, its dash, its key and the rest. */

/** Spaces; a dash with the spaces behind it; a key; spaces; the rest. */
const LINE = /( *)(?:-( +))?(?:([A-Za-z_][\w.-]*):(?= |\n|$))?( *)([^\n]*)\n?/y;

const lengthOf = (part: string | undefined, more: number): number => (part === undefined ? 0 : part.length + more);

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
    while (this.#nextAt < this.#text.length) {
      const at = this.#nextAt;
      LINE.lastIndex = at;
      const [, indent = '', dash, key, gap = '', rest = ''] = LINE.exec(this.#text) as RegExpExecArray;
      this.#nextAt = LINE.lastIndex;
      const isComment = rest.startsWith('#');
      // A newline and the spaces or the comment before it; a dash, a key and a colon bring the others.
      this.lexemes += (indent === '' ? 1 : 2) + (isComment ? 1 : 0);
      if (dash === undefined && key === undefined && (rest === '' || isComment)) continue;
      this.lexemes += Math.min(2, lengthOf(dash, 1)) + Math.min(3, lengthOf(key, 2)) + Math.min(1, gap.length);
      this.column = indent.length;
      this.isDashed = dash !== undefined;
      this.inner = indent.length + lengthOf(dash, 1);
      this.key = key;
      this.keyAt = at + this.inner;
      this.rest = isComment ? '' : rest;
      this.restAt = this.keyAt + lengthOf(key, 1) + gap.length;
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
}
