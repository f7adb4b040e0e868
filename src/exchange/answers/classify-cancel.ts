/**
 * The table of judgement of a cancel: what each kind of evidence proves about the orders of the call (docs/exchange.md#cancel,
 * docs/exchange.md#cancel-faults).
 *
 * Invariants
 * 1. Taken needs a success that names the order, and no sign of an error next to it. Refused needs a code or a word that is
 *    known to refuse. Everything else that may have left is unknown. No row guesses.
 * 2. Neither is an end: "taken" says that the exchange takes the cancel on, and "no such order" says nothing of what became of
 *    the order. Its record does (docs/exchange.md#cancel-is-no-end).
 * 3. The rows are tried from the top, and the first that fits decides. The last fits everything, so every attempt has a rule.
 */
import type { CancelAnswer } from '../../model/cancel.ts';
import type { Evidence } from '../../model/evidence.ts';
import type { Rejected, Unknown } from '../../model/outcome.ts';
import { haltedByAccess } from './access-halt.ts';
import { errorOf, isSuccess, partsOf, refuses, statusWords } from './answer-parts.ts';
import { givenAs, type JsonObject } from './answers.ts';
import { envelopeWords, payloadOf } from './envelope.ts';
import type { AnswerBook } from './answer-book.ts';
import { affirms, isEngineRefusal } from './refusal-proof.ts';
import type { CallResult } from './call-result.ts';
import { cancelledOf, hasCancelEntries, namesForeign, unknownCancel } from './cancel-entries.ts';
import { isOfOneOrder, refusalOfCancel, standsAloneBeside } from './cancel-proof.ts';
import { WAY_ROWS } from './classify.ts';
import { allOf, answer, firstFitting, type Judged, type Row } from './row.ts';
import { withChangedWords } from './without-credentials.ts';

/** The result of the first row that fits. */
export const classifyCancel = (evidence: Evidence, call: Judged, book: AnswerBook): CallResult<CancelAnswer> =>
  haltedByAccess(evidence, firstFitting(CANCEL_TABLE, evidence, call, book), book);

const unknown = (call: Judged, rule: string, message: string): CallResult<CancelAnswer> =>
  allOf(call, unknownCancel(rule, message));

/** Whether a part tells of an order, so that a second one next to it is a second answer. */
const tellsOfOrder = (part: JsonObject, book: AnswerBook): boolean =>
  hasCancelEntries(part, book) ||
  givenAs(part, book.names.orderId).length > 0 ||
  givenAs(part, book.names.result).length > 0;

/** The rows after those that it shares with placing. */
export const CANCEL_ROWS: readonly Row<CancelAnswer>[] = [
  answer(
    'cancel-contradicts',
    ['unknown'],
    'the answer has both an error and a success, or two answers',
    (a, call, book) => {
      const parts = partsOf(a);
      const isListed = parts.some((part) => hasCancelEntries(part, book));
      const isBoth = errorOf(a, book) !== undefined && parts.some((part) => affirms(part, book.names)) && !isListed;
      const isTwice = parts.filter((part) => tellsOfOrder(part, book)).length > 1;
      return isBoth || isTwice ? unknown(call, 'cancel-contradicts', statusWords(a, book)) : undefined;
    },
  ),
  answer(
    'cancel-foreign',
    ['unknown'],
    'the answer to a call about one order names another: nothing more is sent',
    (a, call, book) => {
      if (call.kind === 'batch' || !partsOf(a).some((part) => namesForeign(part, call.orders, book))) return undefined;
      const said = unknownCancel('cancel-foreign', `${statusWords(a, book)}: the answer names another order`);
      return allOf(call, said, 'the exchange answered about an order that is not ours');
    },
  ),
  answer(
    'cancel-refused',
    ['refused'],
    'an error that is known to refuse; one that speaks of a single order refuses no batch',
    (a, call, book) => {
      const error = errorOf(a, book);
      if (error === undefined || !standsAloneBeside(a.body, call.orders, book)) return undefined;
      if (!refuses(a.status) && !isEngineRefusal(a.status, error, book)) return undefined;
      if (call.orders.length > 1 && isOfOneOrder(error, book)) return undefined;
      const refusal = refusalOfCancel(error, book);
      return refusal && allOf(call, { answer: 'refused', ...refusal, rule: 'cancel-refused' });
    },
  ),
  answer('cancel-ambiguous', ['unknown'], 'an error that does not prove a refusal', (a, call, book) => {
    const error = errorOf(a, book);
    if (error === undefined || partsOf(a).some((part) => hasCancelEntries(part, book))) return undefined;
    return unknown(call, 'cancel-ambiguous', `${envelopeWords(error)}: this error does not prove a refusal`);
  }),
  answer('cancel-status', ['unknown'], 'neither a success status nor an error object', (a, call, book) =>
    isSuccess(a.status) ? undefined : unknown(call, 'cancel-status', statusWords(a, book)),
  ),
  {
    rule: 'cancel-answer',
    outcomes: ['entry by entry'],
    meaning: 'the entries of a batch, each for its order; the answer about one order is its own entry',
    decide: (evidence, call, book) =>
      cancelledOf(
        evidence.kind === 'answer' && evidence.body.kind === 'json' ? payloadOf(evidence.body.value, book) : null,
        call,
        book,
      ),
  },
];

/** A row of the way there and back, as what it says of a cancel. */
const ofCancel = (row: Row<Rejected | Unknown>): Row<CancelAnswer> => ({
  ...row,
  decide: (evidence, call, book) => {
    const result = row.decide(evidence, call, book);
    if (result?.kind === 'answered') return { ...result, verdicts: result.verdicts.map(asAnswer) };
    return result?.kind === 'clock-refused' ? { ...result, verdict: asAnswer(result.verdict) } : result;
  },
});

function asAnswer(verdict: Rejected | Unknown): CancelAnswer {
  const { message, rule } = verdict;
  return verdict.outcome === 'rejected'
    ? { answer: 'refused', code: verdict.code, message, rule }
    : unknownCancel(rule, message);
}

export const CANCEL_TABLE: readonly Row<CancelAnswer>[] = [...WAY_ROWS.map(ofCancel), ...CANCEL_ROWS];

/** The result with the credentials removed. An order id that contains one is not believed: what was sent was echoed. */
export const cancelWithoutCredentials = (
  result: CallResult<CancelAnswer>,
  change: (words: string) => string,
): CallResult<CancelAnswer> =>
  withChangedWords(result, change, (said) => {
    if (said.answer !== 'taken') {
      const message = change(said.message);
      return said.answer === 'refused' ? { ...said, message, code: change(said.code) } : { ...said, message };
    }
    if (said.orderId === undefined || change(said.orderId) === said.orderId) return said;
    return unknownCancel('order-id-secret', 'the order id in the answer contains a credential');
  });
