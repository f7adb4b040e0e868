/** How version 2 answers (docs/exchange.md#codes). */
import type { AnswerBook, AccessWords, ErrorEnvelope } from '../answers/answer-book.ts';
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
import { envelopeWords } from '../answers/envelope.ts';

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

/** It comes as a refusal of access, and is none (docs/exchange.md#version). */
const isClosed = ({ code, message }: ErrorEnvelope): boolean => code === '40018' && /v(?:ersion )?3\b/i.test(message);

export function accessWords(refusal: ErrorEnvelope): AccessWords {
  const words = envelopeWords(refusal);
  if (isClosed(refusal)) {
    return {
      why: `the exchange has closed version 2 of its interface (${words})`,
      mend: 'write `interface: v3` under `exchange:` in the config',
    };
  }
  switch (refusal.code) {
    case '40006':
      return { why: `the exchange refuses this key (${words})`, mend: 'check ORDO_API_KEY' };
    case '40009':
      return { why: `the exchange refuses this signature (${words})`, mend: 'check ORDO_API_SECRET' };
    case '40012':
      return {
        why: `the exchange refuses this key or its passphrase (${words})`,
        mend: 'check ORDO_API_PASSPHRASE and ORDO_API_KEY',
      };
    case '40018':
      return {
        why: `the exchange refuses this machine’s address (${words})`,
        mend: 'allow it where the key was made, or connect from one that is allowed',
      };
    default:
      return {
        why: `the exchange refuses access (${words})`,
        mend: 'look at the key where it was made, and at ORDO_API_KEY, ORDO_API_SECRET and ORDO_API_PASSPHRASE',
      };
  }
}

/** Why nothing more is sent. */
export function accessRefused(refusal: ErrorEnvelope): string {
  if (!isClosed(refusal)) return `access refused: ${envelopeWords(refusal)}`;
  const { why, mend } = accessWords(refusal);
  return `${why}: ${mend}`;
}
