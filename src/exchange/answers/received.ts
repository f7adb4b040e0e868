import type { Result } from '../../model/result.ts';

/** An answer before it is read. Holds only plain values: the build puts HTTP into a separate file, and `instanceof` fails across files. */
export interface Received {
  readonly status: number;
  /** The body, or why it cannot be read as text. */
  readonly text: Result<string, string>;
  /** From Retry-After, in ms. */
  readonly retryAfterMs?: number;
}
