/** What one attempt to send came to, as far as it can be seen from here; classification decides what it means. */
export type Evidence = NoAnswer | Answer;

export interface NoAnswer {
  readonly kind: 'no-answer';
  /** Whether any byte of the request can have left: undici's sendHeaders channel, never an error's name (decision 0003). */
  readonly mayHaveLeft: boolean;
  readonly failure: 'timeout' | 'tls' | 'connection';
  /** Our words and the system's code; nothing of the request. */
  readonly message: string;
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: Body;
  /** From Retry-After, in ms. */
  readonly retryAfterMs?: number;
}

/** The body as read: JSON with every number kept as its text, or why it is none; `text` where it was at least text. */
export type Body =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'unreadable'; readonly why: string; readonly text?: string };

export type Json = null | boolean | string | NumberText | readonly Json[] | { readonly [key: string]: Json };

/** A JSON number by its digits: order ids exceed 2^53. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
