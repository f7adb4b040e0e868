import type { DiagnosticCode } from '../source/diagnostic.ts';

/** What is wrong and what to do about it, without a place yet. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}
