/** The parser's tokens as they are read here, and what is refused of them. */
import type { DiagnosticCode } from '../source/diagnostic.ts';
import type { Span } from './locate.ts';

/** What is read of the parser's tokens; the library's own satisfy it. */
export interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source?: string;
  readonly start?: Token | readonly Token[];
  readonly items?: readonly TokenItem[];
  readonly value?: Token;
  readonly end?: readonly Token[];
}

export interface TokenItem {
  readonly start: readonly Token[];
  readonly key?: Token | null;
  readonly sep?: readonly Token[];
  readonly value?: Token;
}

/** A reason to refuse the text, at its place in it. */
export interface Refusal extends Span {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
}

/** Enough to work with; a flood of one mistake must not become a flood of words. */
const MOST = 20;

export class Refusals {
  readonly list: Refusal[] = [];
  #isLost = false;

  /** Nothing further is worth looking at. */
  get isOver(): boolean {
    return this.#isLost || this.list.length >= MOST;
  }

  add(code: DiagnosticCode, at: Token, message: string, hint: string, length = at.source?.length ?? 1): void {
    if (!this.isOver) this.list.push({ code, message, hint, start: at.offset, end: at.offset + length });
  }

  /** As `add`, of something after which the rest of the text is not what its author sees. */
  addAndStop(code: DiagnosticCode, at: Token, message: string, hint: string, length = 1): void {
    this.add(code, at, message, hint, length);
    this.#isLost = true;
  }
}
