/**
 * The fault cases are written in the words of version 2. Here is how each version says the same, so that every fault meets each: what
 * a version has no word for stays as it is, and is a stranger there.
 */
import { withRefusals, type AnswerBook } from '../../src/exchange/answers/answer-book.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { classifyCancel } from '../../src/exchange/answers/classify-cancel.ts';
import { classify } from '../../src/exchange/answers/classify.ts';
import type { Judged } from '../../src/exchange/answers/row.ts';
import type { Calls, CallsOf, Operations } from '../../src/exchange/dialect.ts';
import { operationsOf } from '../../src/exchange/operations-of.ts';
import { dialectOf } from '../../src/exchange/spoken.ts';
import { BOOK as BOOK_2 } from '../../src/exchange/v2/book.ts';
import { BOOK as BOOK_3 } from '../../src/exchange/v3/book.ts';
import type { CallKind, Limits } from '../../src/model/call.ts';
import type { CancelAnswer } from '../../src/model/cancel.ts';
import type { Interface } from '../../src/model/interfaces.ts';
import { defined } from '../../src/model/defined.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { answered, type FaultCase } from './fault-cases.ts';

export interface Spelling {
  readonly interface: Interface;
  readonly operations: Operations;
  /** How its account counts. */
  readonly limits: Pick<Limits, 'countsOrders'>;
  /** With batches of two and more, whether they pay or not. */
  readonly calls: Calls;
  /** A text of version 2 in the words of this one. */
  readonly spell: (text: string) => string;
  readonly classify: (evidence: Evidence, call: Judged) => CallResult;
  readonly classifyCancel: (evidence: Evidence, call: Judged) => CallResult<CancelAnswer>;
}

/** The names of both are exchanged: what is another name for it on the one is so on the other. */
const WORDS: ReadonlyMap<string, string> = new Map(
  [
    ['order_id', 'orderId'],
    ['client_oid', 'clientOrderId'],
    ['clientOid', 'client_order_id'],
    ['result', 'success'],
    ['error_code', 'errorCode'],
    ['error_message', 'errorMessage'],
    ['err_code', 'errCode'],
    ['err_msg', 'errMsg'],
    ['order_info', 'orderList'],
    ['cancelOrderResultList', 'orderList'],
    ['cancel_order_result_list', 'order_list'],
  ].flatMap(([one = '', other = '']): [string, string][] => [
    [other, one],
    [one, other],
  ]),
);

/** Of the same meaning; a code that says nothing on version 3 is any that it has no rule for. */
const CODES: Readonly<Record<string, string>> = {
  '00000': '200',
  '40001': '-1040',
  '40002': '-1041',
  '40003': '-1042',
  '40005': '-1044',
  '40006': '-1045',
  '40007': '-1049',
  '40008': '-1046',
  '40009': '-1047',
  '40010': '-1000',
  '40011': '-1050',
  '40012': '-1051',
  '40013': '-1052',
  '40014': '-1053',
  '40015': '-1054',
  '40016': '-1055',
  '40017': '-1140',
  '40018': '-1056',
  '40019': '-1141',
  '40020': '-1142',
  '40786': '-1999',
  '40912': '-1160',
  '40913': '-1141',
  '45001': '-4501',
  '50005': '-3200',
  order_no_exist_error: 'ORDER_NOT_FOUND',
};

/** A batch is answered by its bare list, and one of cancels by one in the place of two. */
const BARE =
  /^\{(?:"result":true,)?(?:"orderIds":\[\],"clientOids":\[\],)?"(?:order_info|cancelOrderResultList)":(\[.*\])(?:,"result":true)?\}$/;
const TWO_LISTS = /(List|_list)":\[(.*)\],"(?:failInfos|fail_infos)":\[(.*)\]/;

function inThree(text: string): string {
  const one = text.replace(TWO_LISTS, (_, name: string, taken: string, failed: string) => {
    const entries = [taken, failed].filter((list) => list !== '').join(',');
    return `${name}":[${entries}]`;
  });
  return (BARE.exec(one)?.[1] ?? one)
    .replaceAll(/"([a-zA-Z_]+)":/g, (_, word: string) => `"${WORDS.get(word) ?? word}":`)
    .replaceAll(/"(\w+)"(?!:)/g, (_, word: string) => `"${CODES[word] ?? word}"`)
    .replaceAll(/:(\d{5})(?=[,}])/g, (_, code: string) => `:${CODES[code] ?? code}`);
}

const judging = (book: AnswerBook): Pick<Spelling, 'classify' | 'classifyCancel'> => {
  const judged = withRefusals(book, new Set());
  return {
    classify: (evidence, call) => classify(evidence, call, judged),
    classifyCancel: (evidence, call) => classifyCancel(evidence, call, judged),
  };
};

const eagerly = <Each>(calls: CallsOf<Each>): CallsOf<Each> => ({ ...calls, batchPaysFrom: 2 });
const batching = ({ place, cancel }: Calls): Calls => ({ place: eagerly(place), cancel: eagerly(cancel) });

/** What the list of versions does not say of each. */
const OWN = {
  v2: { spell: (text: string) => text, book: BOOK_2 },
  v3: { spell: inThree, book: BOOK_3 },
} satisfies { readonly [Version in Interface]?: Pick<Spelling, 'spell'> & { readonly book: AnswerBook } };

export type Spelled = keyof typeof OWN;

/** The versions that the fault cases are spelled for: all, as `test/exchange/third-in-the-list.test.ts` demands. */
export const INTERFACES = ['v2', 'v3'] as const satisfies readonly Spelled[];

function spellingOf(version: Spelled): Spelling {
  const { spell, book } = OWN[version];
  const { calls, defaults } = dialectOf({ exchange: { interface: version } });
  const { countsOrders } = defaults.limits;
  return {
    interface: version,
    operations: operationsOf({ interface: version }),
    limits: defined({ countsOrders }),
    calls: version === 'v2' ? calls : batching(calls),
    spell,
    ...judging(book),
  };
}

export const SPELLINGS = Object.fromEntries(INTERFACES.map((version) => [version, spellingOf(version)])) as Readonly<
  Record<Spelled, Spelling>
>;

/** What is seen of a fault, in the words of this version. */
export function spelled({ spell }: Spelling, { raw, evidence }: FaultCase, kind: CallKind): Evidence {
  if (raw === undefined) return evidence(kind);
  const [status, text] = raw(kind);
  return answered(status, spell(text));
}
