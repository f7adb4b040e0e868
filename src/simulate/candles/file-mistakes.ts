/** Mistakes in one file of candles: each at its row, 20 of them at most, the rest counted. */
import type { Diagnostic, DiagnosticCode } from '../../source/diagnostic.ts';
import { SourceFile } from '../../source/source-file.ts';

/** A row of a file, and where it is. No more of the file is kept. */
export interface FileRow {
  readonly text: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

/** A part of a row, as offsets in its text. */
export interface Cell {
  readonly start: number;
  readonly end: number;
}

export interface MistakeWords {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
}

const MOST_SHOWN = 20;

export class FileMistakes {
  readonly #file: string;
  readonly #hidesText: boolean;
  readonly #shown: Diagnostic[] = [];
  #count = 0;

  constructor(file: string, hidesText: boolean) {
    this.#file = file;
    this.#hidesText = hidesText;
  }

  get shown(): readonly Diagnostic[] {
    return this.#shown;
  }

  /** How many there are besides those. */
  get more(): number {
    return this.#count - this.#shown.length;
  }

  get any(): boolean {
    return this.#count > 0;
  }

  /** `words` are only made where they are shown. */
  add(row: FileRow, cell: Cell | undefined, words: () => MistakeWords): void {
    this.#count += 1;
    if (this.#shown.length < MOST_SHOWN) this.#shown.push(this.at(row, cell, words(), 'error'));
  }

  /** So many more, which are not shown. */
  addUnseen(more: number): void {
    this.#count += more;
  }

  /** The cell, or else the whole row, is marked. */
  at(
    { text, line, column }: FileRow,
    cell: Cell | undefined,
    words: MistakeWords,
    severity: Diagnostic['severity'],
  ): Diagnostic {
    const source = new SourceFile(this.#file, text, this.#hidesText, { line, column });
    return { severity, ...words, source, ...(cell ?? { start: 0, end: Math.max(1, text.length) }) };
  }
}
