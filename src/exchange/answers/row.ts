/** A row of the classification table: its name, what it comes to, why, and whether it fits. */
import type { Call } from '../../model/call.ts';
import type { OutcomeName } from '../../model/outcome.ts';
import type { CallResult } from '../../ports.ts';
import type { Answer, Evidence, NoAnswer } from './evidence.ts';

/** What a row means for the orders of its call: one outcome for all of them, or how the call ends instead. */
export type RowOutcome = OutcomeName | Exclude<CallResult['kind'], 'answered'> | 'entry by entry';

/** What decides an outcome, for docs/outcomes.md. */
export interface Rule {
  readonly rule: string;
  /** Every outcome that the rule can have. */
  readonly outcomes: readonly RowOutcome[];
  readonly meaning: string;
}

export interface Row extends Rule {
  readonly decide: (evidence: Evidence, call: Call, refusalCodes: ReadonlySet<string>) => CallResult | undefined;
}

/** A row for an attempt without a complete answer. */
export const noAnswer = (
  rule: string,
  outcomes: Row['outcomes'],
  meaning: string,
  decide: (e: NoAnswer, call: Call) => CallResult | undefined,
): Row => ({
  rule,
  outcomes,
  meaning,
  decide: (evidence, call) => (evidence.kind === 'no-answer' ? decide(evidence, call) : undefined),
});

/** A row for an answer. */
export const answer = (
  rule: string,
  outcomes: Row['outcomes'],
  meaning: string,
  decide: (a: Answer, call: Call, refusalCodes: ReadonlySet<string>) => CallResult | undefined,
): Row => ({
  rule,
  outcomes,
  meaning,
  decide: (evidence, call, codes) => (evidence.kind === 'answer' ? decide(evidence, call, codes) : undefined),
});
