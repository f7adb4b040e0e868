/** A text and its name, with offsets turned into places. Offsets are UTF-16 code units from 0; lines and columns from 1. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  /** The name leads to a file elsewhere, which may hold secrets: no message may show its text. */
  readonly hidesText: boolean;
  readonly #lineStarts: number[] = [0];

  constructor(path: string, text: string, hidesText = false) {
    this.path = path;
    this.text = text;
    this.hidesText = hidesText;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  /** Number of the line an offset is on. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Offset of a line's first character. */
  lineStart(number: number): number {
    return this.#lineStarts[number - 1] ?? this.text.length;
  }

  /** Column counts characters as a person does in an editor: code points, from 1. */
  position(offset: number): { line: number; column: number } {
    const line = this.lineAt(offset);
    return { line, column: Array.from(this.text.slice(this.lineStart(line), offset)).length + 1 };
  }

  /** The text of a line, without its end. */
  line(number: number): string {
    const start = this.#lineStarts[number - 1];
    if (start === undefined) return '';
    const next = this.#lineStarts[number];
    return this.text.slice(start, next === undefined ? this.text.length : next - 1).replace(/\r$/, '');
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }
}
