/** The parser's tokens, and the refusals that they lead to. */
import type { Span } from './locate.ts';
import type { Problem } from './problem.ts';

/** The part of a token that is used; the library's own tokens satisfy it. */
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

/** Most refusals of one text. */
const MOST = 20;

export class Refusals {
  readonly list: Refusal[] = [];
  #isLost = false;

  /** Nothing further is worth looking at. */
  get isOver(): boolean {
    return this.#isLost || this.list.length >= MOST;
  }

  add(at: Token, problem: Problem, length = at.source?.length ?? 1): void {
    this.addAt({ ...problem, start: at.offset, end: at.offset + length });
  }

  addAt(refusal: Refusal): void {
    if (!this.isOver) this.list.push(refusal);
  }

  /** As `add`, for a mistake after which the library reads something else than the author sees. */
  addAndStop(at: Token, problem: Problem, length = 1): void {
    this.add(at, problem, length);
    this.#isLost = true;
  }
}
