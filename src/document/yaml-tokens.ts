/** The parser's tokens as they are read here, and what is refused of them. */
import type { Span } from './locate.ts';
import type { Problem } from './problem.ts';

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
export type Refusal = Problem & Span;

/** Enough to work with; a flood of one mistake must not become a flood of words. */
const MOST = 20;

export class Refusals {
  readonly list: Refusal[] = [];
  #isLost = false;

  /** Nothing further is worth looking at. */
  get isOver(): boolean {
    return this.#isLost || this.list.length >= MOST;
  }

  add(at: Token, problem: Problem, length = at.source?.length ?? 1): void {
    if (!this.isOver) this.list.push({ ...problem, start: at.offset, end: at.offset + length });
  }

  /** As `add`, of something after which the rest of the text is not what its author sees. */
  addAndStop(at: Token, problem: Problem, length = 1): void {
    this.add(at, problem, length);
    this.#isLost = true;
  }
}
