/** A row of a table of judgement: its name, what it comes to, why, and whether it fits. */
import type { CallKind } from '../../model/call.ts';
import type { CancelAnswer } from '../../model/cancel.ts';
import type { OutcomeName, Verdict } from '../../model/outcome.ts';
import type { AnswerBook } from './answer-book.ts';
import type { CallResult } from './call-result.ts';
import type { Answer, Evidence, NoAnswer } from '../../model/evidence.ts';

/** What a row means for the orders of its call: one outcome for all of them, or how the call ends instead. */
export type RowOutcome =
  | OutcomeName
  | CancelAnswer['answer']
  | Exclude<CallResult['kind'], 'answered'>
  | 'entry by entry';

/** What decides an outcome, for docs/outcomes.md. */
export interface Rule {
  readonly rule: string;
  /** Every outcome that the rule can have. */
  readonly outcomes: readonly RowOutcome[];
  readonly meaning: string;
}

/** What a table knows of a call, whether it places orders or takes them off. */
export interface Judged {
  readonly kind: CallKind;
  /** In the order of the call; `orderId` where the call names the order by it. */
  readonly orders: readonly { readonly clientOid: string; readonly orderId?: string }[];
}

export interface Row<Said = Verdict> extends Rule {
  readonly decide: (evidence: Evidence, call: Judged, book: AnswerBook) => CallResult<Said> | undefined;
}

/** A row for an attempt without a complete answer. */
export const noAnswer = <Said>(
  rule: string,
  outcomes: Rule['outcomes'],
  meaning: string,
  decide: (e: NoAnswer, call: Judged) => CallResult<Said> | undefined,
): Row<Said> => ({
  rule,
  outcomes,
  meaning,
  decide: (evidence, call) => (evidence.kind === 'no-answer' ? decide(evidence, call) : undefined),
});

export const answer = <Said>(
  rule: string,
  outcomes: Rule['outcomes'],
  meaning: string,
  decide: (a: Answer, call: Judged, book: AnswerBook) => CallResult<Said> | undefined,
): Row<Said> => ({
  rule,
  outcomes,
  meaning,
  decide: (evidence, call, book) => (evidence.kind === 'answer' ? decide(evidence, call, book) : undefined),
});

/** The result of the first row that fits; the last of a table fits everything. */
export function firstFitting<Said>(
  table: readonly Row<Said>[],
  evidence: Evidence,
  call: Judged,
  book: AnswerBook,
): CallResult<Said> {
  for (const row of table) {
    const result = row.decide(evidence, call, book);
    if (result !== undefined) return result;
  }
  throw new Error('the last row fits everything');
}

/** One thing said of every order of a call; `halt` says why no further call may start. */
export const allOf = <Said>(call: Judged, said: Said, halt?: string): CallResult<Said> => ({
  kind: 'answered',
  verdicts: call.orders.map(() => said),
  ...(halt !== undefined && { halt }),
});
