import type { OrderCounts } from './order-counts.ts';
import type { Result } from './result.ts';

/** What one attempt to send came to, as seen from this side. Classification decides what it proves. */
export type Evidence = NoAnswer | Answer;

export interface NoAnswer {
  readonly kind: 'no-answer';
  /** Whether a byte of the request may have left, by undici's sendHeaders channel, never by an error's name (decision 0003). */
  readonly mayHaveLeft: boolean;
  readonly failure: 'timeout' | 'tls' | 'connection';
  /** Our words and the system's code; contains nothing of the request. */
  readonly message: string;
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: Body;
  /** From Retry-After, in ms. */
  readonly retryAfterMs?: number;
  /** From headers, where the version of the interface has such. */
  readonly counts?: OrderCounts;
}

/** The body: JSON that keeps the text of every number, or why it is not JSON, with its `text` if it has one. */
export type Body =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'unreadable'; readonly why: string; readonly text?: string };

export type Json = null | boolean | string | NumberText | readonly Json[] | { readonly [key: string]: Json };

/** A JSON number as its digits, because order ids exceed 2^53. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An answer before it is read. Holds only plain values: the build puts HTTP into a separate file, and `instanceof` fails across files. */
export interface Received {
  readonly status: number;
  /** The body, or why it cannot be read as text. */
  readonly text: Result<string, string>;
  /** From Retry-After, in ms. */
  readonly retryAfterMs?: number;
}
