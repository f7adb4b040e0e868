/** Where a text begins in its file, where it is only a part of that: counted from 1. */
interface TextStart {
  readonly line: number;
  readonly column: number;
}

const FILE_START: TextStart = { line: 1, column: 1 };

/** A text and its name, with offsets turned into places. Offsets are UTF-16 code units from 0; lines and columns from 1. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  /** The name leads to a file elsewhere, which may hold secrets: no message may show its text. */
  readonly hidesText: boolean;
  readonly #begins: TextStart;
  readonly #lineStarts: number[] = [0];

  /** A large file is never held whole: `begins` says where this part of it is. */
  constructor(path: string, text: string, hidesText = false, begins: TextStart = FILE_START) {
    this.path = path;
    this.text = text;
    this.hidesText = hidesText;
    this.#begins = begins;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + this.#begins.line;
  }

  /** Offset of a line's first character. */
  lineStart(number: number): number {
    return this.#lineStarts[number - this.#begins.line] ?? this.text.length;
  }

  /** Column counts characters as a person does in an editor: code points, from 1. */
  position(offset: number): { line: number; column: number } {
    const line = this.lineAt(offset);
    const before = Array.from(this.text.slice(this.lineStart(line), offset)).length;
    return { line, column: before + (line === this.#begins.line ? this.#begins.column : 1) };
  }

  /** The text of a line, without its end. */
  line(number: number): string {
    const at = number - this.#begins.line;
    const start = this.#lineStarts[at];
    if (start === undefined) return '';
    const next = this.#lineStarts[at + 1];
    return this.text.slice(start, next === undefined ? this.text.length : next - 1).replace(/\r$/, '');
  }
}
