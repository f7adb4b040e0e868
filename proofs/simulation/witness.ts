/** Hears what a life does, in the moment it does it. */
import type { ListQuery } from '../../src/model/listing.ts';
import type { CancelRequest } from './cancels/cancel-request.ts';
import type { PlacedRequest } from './request.ts';
import type { Answered } from './answered.ts';

export interface Witness {
  /** A call leaves. */
  placing(request: PlacedRequest): void;
  /** An answer to a call has come, or it is sure that none will. */
  answered(request: PlacedRequest, answered: Answered): void;
  /** The same for a call that takes orders off. */
  cancelling(request: CancelRequest): void;
  cancelAnswered(request: CancelRequest, answered: Answered): void;
  /** A question leaves, for `words`. */
  asking(words: string): void;
  /** The same for the answer to a question; `query` where it was for a list. */
  heard(answered: Answered, query?: ListQuery): void;
  /** How the account is set was asked, and not told. */
  settingsUntold(): void;
  /** The program writes to its output. */
  wrote(text: string): void;
  /** Without an outcome: it could not be kept. */
  keptAside(clientOid: string, outcome?: string): void;
}
