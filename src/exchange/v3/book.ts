/** How version 3 answers, and what its codes prove (docs/exchange-v3.md#codes). */
import type { AnswerBook, ErrorEnvelope } from '../answers/answer-book.ts';
import { envelopeWords } from '../answers/envelope.ts';

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** It wraps the engine's refusals, which begin with a word of the engine, and true system errors. */
const ENGINE = '-1054';
const CLOCK = codes('-1043 -1046');
const SUCCESS = codes('200 0');
const RATE = codes('429');

/** For keys, signatures, permissions, addresses and accounts that are locked. */
const ACCESS = codes('-1040 -1041 -1042 -1044 -1045 -1047 -1049 -1050 -1051 -1052 -1053 -1055 -1056 -1057 -1190 -3236');

/** The method is not supported: nothing of the call was taken. */
const NO_BATCHES = '-1150';

const UNKNOWN_ERROR = '-1000';

/** Written before anything is routed: a symbol that takes no order of the API, a parameter, a method, a length, a limit of sizes. */
const REFUSALS = codes(
  '-1058 -3235 -1115 -1116 -1117 -1121 -1128 -1135 -1140 -1141 -1142 -1160 -1150 -1180 -3006 -3007 -3201 -3313 -3613',
);

/** What says of one order that it cannot be taken off. It is no end of the order. */
const ORDER_REFUSALS = codes('-3200 ORDER_NOT_FOUND FAILED_ORDER_NOT_FOUND FAILED_ORDER_FILLED');

const ENVIRONMENT: Readonly<Record<string, readonly [what: string, mend: string]>> = {
  '-1044': ['this key', 'check ORDO_API_KEY'],
  '-1047': ['this signature', 'check ORDO_API_SECRET'],
  '-1049': ['this key or its passphrase', 'check ORDO_API_PASSPHRASE and ORDO_API_KEY'],
  '-1056': [
    'this machine’s address',
    'allow it where the key was made: only IPv4 addresses can be allowed there, so a machine with IPv6 may have to connect over IPv4',
  ],
};

function accessWords(refusal: ErrorEnvelope): { readonly why: string; readonly mend: string } {
  const [what, mend] = ENVIRONMENT[refusal.code] ?? [
    'access',
    'look at the key where it was made, and at ORDO_API_KEY, ORDO_API_SECRET and ORDO_API_PASSPHRASE',
  ];
  return { why: `the exchange refuses ${what} (${envelopeWords(refusal)})`, mend };
}

/** Whoever approved batches approved no other calls in their place, so the run ends. */
const batchRefused = (refusal: ErrorEnvelope): string | undefined =>
  refusal.code === NO_BATCHES
    ? `the exchange takes no batches (${envelopeWords(refusal)}): set execution.maxOrdersPerCall to 1`
    : undefined;

export const BOOK: AnswerBook = {
  successCodes: SUCCESS,
  accessCodes: ACCESS,
  clockCodes: CLOCK,
  rateCodes: RATE,
  // Over the limit, the account is shut out for so long.
  leastWaitMs: 10_000,
  secondEndsMs: 60_000,
  engineCode: ENGINE,
  engineStatus: 500,
  refusals: REFUSALS.union(new Set([ENGINE])),
  fixedCodes: new Set([...SUCCESS, ...RATE, ...CLOCK, ...ACCESS, ENGINE, UNKNOWN_ERROR]),
  orderRefusals: ORDER_REFUSALS,
  cancelRefusals: ORDER_REFUSALS,
  accessWords,
  accessRefused: (refusal) => `access refused: ${envelopeWords(refusal)}`,
  batchRefused,
  names: {
    orderId: 'orderId',
    clientOid: 'clientOrderId',
    clientOids: ['origClientOrderId', 'clientOrderId'],
    result: 'success',
    errorCode: 'errorCode',
    errorMessage: 'errorMessage',
    entries: 'orderList',
    isBareList: true,
    cancelled: ['orderList'],
  },
  refusesInPlace: true,
};

/** The same where a config takes the assumption back that the engine refuses at status 500. */
const { engineStatus: _taken, ...unassuming } = BOOK;
export const WITHOUT_500: AnswerBook = unassuming;
