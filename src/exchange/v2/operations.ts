/**
 * What is sent for each operation of version 2, and what its answer means. Asking changes nothing, so a question may be asked
 * again. An order is never placed again without proof that it was not taken. A cancel does no harm twice, but whoever lost its
 * answer looks the order up first: so it is not repeated of itself.
 */
import type { Call, CallKind, Cost } from '../../model/call.ts';
import type { CancelCall, Cancelled } from '../../model/cancel.ts';
import { defined } from '../../model/defined.ts';
import type { ListAnswer, ListName } from '../../model/listing.ts';
import type { FillsQuery, FillsRead } from '../../model/standing.ts';
import type { ListOperation, Operation, Operations, PagedOperation, Placed, Transmitted } from '../dialect.ts';
import type { CallResult } from '../answers/call-result.ts';
import { transmittedAnswer, transmittedOf } from '../answers/transmitted.ts';
import { withoutCredentials } from '../answers/without-credentials.ts';
import { withRefusals } from '../answers/answer-book.ts';
import { BOOK } from './book.ts';
import { CALLS } from './bodies.ts';
import { cancelWithoutCredentials, classifyCancel } from '../answers/classify-cancel.ts';
import { classify } from '../answers/classify.ts';
import { fillsTarget, readFills } from './fills.ts';
import { isPaged, listTarget, readList, readTime, withListWords } from './lists.ts';
import { positionTarget, readPosition } from './position.ts';
import { CANCELS, FILLS, LISTS, MOST_FILLS, OPERATIONS as PLACES, PAGE_SIZE, POSITION, TIME } from './requests.ts';
import { withCleanMessage } from '../answers/told.ts';

const placing = (kind: CallKind): Operation<Call, Placed> => ({
  ...ordering(kind, PLACES[kind].weight),
  judge: (evidence, call, { refusalCodes, clean }) =>
    transmittedCall(withoutCredentials(classify(evidence, call, withRefusals(BOOK, refusalCodes)), clean), call),
});

/** What the table makes of a call that places. */
export const transmittedCall = (result: CallResult, call: Call): Transmitted<Placed> =>
  transmittedOf(result, call.orders.length, (verdicts, halt) => ({ verdicts, ...defined({ halt }) }));

const cancelling = (kind: CallKind): Operation<CancelCall, Cancelled> => ({
  ...ordering(`cancel-${kind}`, CANCELS[kind].weight),
  judge: (evidence, call, { refusalCodes, clean }) =>
    transmittedOf(
      cancelWithoutCredentials(classifyCancel(evidence, call, withRefusals(BOOK, refusalCodes)), clean),
      call.orders.length,
      (answers, halt) => ({ answers, ...defined({ halt }) }),
    ),
});

const ordering = (name: string, weight: Cost): Omit<Operation<Pick<Call, 'path' | 'body'>, never>, 'judge'> => ({
  name,
  method: 'POST',
  weight,
  isSigned: true,
  isRepeatable: false,
  target: ({ path }) => path,
  body: ({ body }) => body,
});

const question = (name: string, weight: Cost) =>
  ({ name, method: 'GET', weight, isSigned: true, isRepeatable: true, body: () => '' }) as const;

const listing = (name: ListName): ListOperation => ({
  ...question(name, LISTS[name].weight),
  target: listTarget,
  reads: isPaged(name) ? 'pages' : 'times',
  mostOfPage: PAGE_SIZE,
  judge: (evidence, _, { clean }) => transmittedAnswer(cleaned(readList(evidence, name), clean)),
});

/** An order id that contains a credential is not an order id: its record cannot be read. */
export function cleaned(answer: ListAnswer, clean: (words: string) => string): ListAnswer {
  if (answer.kind !== 'page') return withListWords(answer, clean);
  const orders = answer.orders.filter(({ orderId }) => clean(orderId) === orderId);
  const unreadable = answer.unreadable + answer.orders.length - orders.length;
  return withListWords({ ...answer, orders, unreadable }, clean);
}

/** The account's trades of a symbol, the newest first (docs/exchange.md#fills). */
const fills: PagedOperation<FillsQuery, FillsRead> = {
  ...question('fills', FILLS.weight),
  target: fillsTarget,
  mostOfPage: MOST_FILLS,
  judge: (evidence, _, { clean }) => transmittedAnswer(withCleanMessage(readFills(evidence, clean), clean)),
};

/** Each of these kinds. */
const ofKinds = <O>(of: (kind: CallKind) => O): Readonly<Record<CallKind, O>> => ({
  single: of('single'),
  batch: of('batch'),
  trigger: of('trigger'),
});

export const OPERATIONS: Operations = {
  calls: CALLS,
  place: ofKinds(placing),
  /** One order, a batch, or a trigger order (docs/exchange.md#cancel). */
  cancel: ofKinds(cancelling),
  list: {
    open: listing('open'),
    history: listing('history'),
    'open-triggers': listing('open-triggers'),
    'trigger-history': listing('trigger-history'),
  },
  fills,
  /** On both sides. */
  position: {
    ...question('position', POSITION.weight),
    target: positionTarget,
    judge: (evidence, asked, { clean }) => transmittedAnswer(withCleanMessage(readPosition(evidence, asked), clean)),
  },
  /** The server's clock (docs/exchange.md#time). */
  time: {
    ...question('time', TIME.weight),
    isSigned: false,
    target: () => TIME.path,
    judge: (evidence) => {
      const value = readTime(evidence);
      return value === undefined ? { kind: 'answered', value, isLost: true } : { kind: 'answered', value };
    },
  },
};
