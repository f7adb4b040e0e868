import type { Evidence } from '../../src/exchange/answers/evidence.ts';
import type { Call } from '../../src/model/call.ts';
import type { CallResult } from '../../src/ports.ts';
import type { ToldRecord } from './listed-book.ts';

/** Told of what a life does, in the moment it does it. */
export interface Witness {
  placing(call: Call): void;
  /** What came, and what the program made of it. */
  answered(call: Call, evidence: Evidence, result: CallResult, proof: boolean): void;
  /** Undefined: the answer to a question is no page that can be read. */
  listed(told: readonly ToldRecord[] | undefined): void;
  wrote(text: string): void;
  /** Without an outcome: it could not be kept. */
  keptAside(clientOid: string, outcome?: string): void;
}
