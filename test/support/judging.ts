/** What version 2 makes of an answer. */
import { withRefusals } from '../../src/exchange/answers/answer-book.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { classifyCancel as cancelBy } from '../../src/exchange/answers/classify-cancel.ts';
import { classify as placeBy } from '../../src/exchange/answers/classify.ts';
import type { Judged } from '../../src/exchange/answers/row.ts';
import { BOOK } from '../../src/exchange/v2/book.ts';
import type { CancelAnswer } from '../../src/model/cancel.ts';
import type { Evidence } from '../../src/model/evidence.ts';

const NONE: ReadonlySet<string> = new Set();

export const classify = (evidence: Evidence, call: Judged, codes = NONE): CallResult =>
  placeBy(evidence, call, withRefusals(BOOK, codes));

export const classifyCancel = (evidence: Evidence, call: Judged, codes = NONE): CallResult<CancelAnswer> =>
  cancelBy(evidence, call, withRefusals(BOOK, codes));
