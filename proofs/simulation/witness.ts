/** Hears what a life does, in the moment it does it. */
import type { PlacedRequest } from './request.ts';
import type { Answered } from './venue.ts';

export interface Witness {
  /** A call leaves. */
  placing(request: PlacedRequest): void;
  /** An answer to a call has come, or it is sure that none will. */
  answered(request: PlacedRequest, answered: Answered): void;
  /** A question leaves, for `words`. */
  asking(words: string): void;
  /** The same for the answer to a question. */
  heard(answered: Answered): void;
  /** The program writes to its output. */
  wrote(text: string): void;
  /** Without an outcome: it could not be kept. */
  keptAside(clientOid: string, outcome?: string): void;
}
