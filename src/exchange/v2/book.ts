/** How version 2 answers (docs/exchange.md#codes). */
import type { AnswerBook } from '../answers/answer-book.ts';
import { accessRefused, accessWords } from './access-words.ts';
import {
  ACCESS_CODES,
  CANCEL_REFUSALS,
  CLOCK_CODE,
  ENGINE_CODE,
  FIXED_CODES,
  KNOWN_REFUSALS,
  ORDER_REFUSALS,
  RATE_CODE,
  SUCCESS_CODES,
} from './codes.ts';

export const BOOK: AnswerBook = {
  successCodes: SUCCESS_CODES,
  accessCodes: ACCESS_CODES,
  clockCodes: new Set([CLOCK_CODE]),
  rateCodes: new Set([RATE_CODE]),
  leastWaitMs: 0,
  engineCode: ENGINE_CODE,
  refusals: KNOWN_REFUSALS,
  fixedCodes: FIXED_CODES,
  orderRefusals: ORDER_REFUSALS,
  cancelRefusals: CANCEL_REFUSALS,
  accessWords,
  accessRefused,
  names: {
    orderId: 'order_id',
    clientOid: 'client_oid',
    clientOids: ['client_oid'],
    result: 'result',
    errorCode: 'error_code',
    errorMessage: 'error_message',
    entries: 'order_info',
    isBareList: false,
    cancelled: ['cancelOrderResultList', 'failInfos'],
    failed: 'failInfos',
  },
  refusesInPlace: false,
};
