/**
 * The operations of a version, from what it names, writes and reads. Asking changes nothing, so a question may be asked again. An
 * order is never placed again without proof that it was not taken. A cancel does no harm twice, but whoever lost its answer looks
 * the order up first: so it is not repeated of itself.
 */
import type { Call, CallKind, Cost } from '../../model/call.ts';
import type { AccountSettings, SymbolSettings, SettingTold } from '../../model/account-settings.ts';
import type { CancelCall, Cancelled } from '../../model/cancel.ts';
import { defined } from '../../model/defined.ts';
import type { CandlesQuery } from '../../model/candle-question.ts';
import type { Evidence } from '../../model/evidence.ts';
import type { ListAnswer, ListName, ListQuery, Unanswered } from '../../model/listing.ts';
import type { OrderCounts } from '../../model/order-counts.ts';
import type {
  FillsPage,
  FillsQuery,
  FillsRead,
  HeldRow,
  MarketRead,
  MarketTold,
  MoneyRow,
  PositionTold,
} from '../../model/standing.ts';
import type {
  AllOperations,
  Calls,
  CandlesOperation,
  ListOperation,
  Operation,
  Operations,
  PagedOperation,
  Placed,
  LookTelling,
  Transmitted,
} from '../dialect.ts';
import { isObject } from './answers.ts';
import { withRefusals, type AnswerBook } from './answer-book.ts';
import type { CallResult } from './call-result.ts';
import { candlesIn } from './candle-rows.ts';
import { cancelWithoutCredentials, classifyCancel } from './classify-cancel.ts';
import { classify } from './classify.ts';
import { payloadOf } from './envelope.ts';
import { cleaned } from './records.ts';
import { timeMsOf, withCleanMessage } from './told.ts';
import { transmittedAnswer, transmittedOf } from './transmitted.ts';
import { withoutCredentials } from './without-credentials.ts';

export interface Request<W extends Cost = Cost> {
  readonly path: string;
  readonly weight: W;
}

/** A question without parameters. */
type PlainQuestion<Value> = Request & {
  readonly isPublic?: true;
  readonly read: (evidence: Evidence) => SettingTold<Value> | Unanswered;
};

export interface Version {
  readonly book: AnswerBook;
  readonly calls: Calls;
  readonly placing: Readonly<Record<CallKind, Request>>;
  readonly cancelling: Readonly<Record<CallKind, Request>>;
  readonly cancelMethod: 'POST' | 'DELETE';
  readonly lists: Readonly<Record<ListName, Request & Pick<ListOperation, 'reads' | 'mostOfPage' | 'longestMs'>>>;
  readonly listTarget: (query: ListQuery) => string;
  readonly readList: (evidence: Evidence, list: ListName) => ListAnswer;
  readonly fills: Request & {
    readonly mostOfPage: number;
    readonly longestMs?: number;
    readonly target: (query: FillsQuery) => string;
    readonly read: (evidence: Evidence, clean: (words: string) => string) => FillsPage | Unanswered;
  };
  readonly position: Request & {
    readonly target: (asked: { readonly symbol: string }) => string;
    readonly read: (evidence: Evidence, asked: { readonly symbol: string }) => PositionTold | Unanswered;
  };
  readonly positions: PlainQuestion<readonly HeldRow[]>;
  readonly money: PlainQuestion<readonly MoneyRow[]>;
  /** Public. */
  readonly market: readonly (Request & {
    readonly target: (asked: { readonly symbol: string }) => string;
    readonly read: (evidence: Evidence, asked: { readonly symbol: string }) => MarketTold | Unanswered;
  })[];
  /** Public. */
  readonly candles: Readonly<Record<'newest' | 'history', Request & { readonly mostOfPage: number }>>;
  readonly candlesTarget: (path: string, query: CandlesQuery) => string;
  readonly telling: LookTelling;
  readonly settings?: {
    readonly account: PlainQuestion<AccountSettings>;
    readonly symbols: PlainQuestion<ReadonlyMap<string, SymbolSettings>>;
    readonly tradable: PlainQuestion<ReadonlySet<string>>;
  };
  readonly countsIn?: (headers: Headers) => OrderCounts | undefined;
  /** `field` has the server's time in ms since 1970. */
  readonly time: Request & { readonly field: string };
}

export function operationsWith(version: Version): AllOperations {
  const { book, calls, placing, cancelling, cancelMethod, lists } = version;
  const placed = (kind: CallKind): Operation<Call, Placed> => ({
    ...ordering(kind, 'POST', placing[kind].weight),
    judge: (evidence, call, { refusalCodes, clean }) =>
      transmittedCall(withoutCredentials(classify(evidence, call, withRefusals(book, refusalCodes)), clean), call),
  });
  const cancelled = (kind: CallKind): Operation<CancelCall, Cancelled> => ({
    ...ordering(`cancel-${kind}`, cancelMethod, cancelling[kind].weight),
    judge: (evidence, call, { refusalCodes, clean }) =>
      transmittedOf(
        cancelWithoutCredentials(classifyCancel(evidence, call, withRefusals(book, refusalCodes)), clean),
        call.orders.length,
        (answers, halt) => ({ answers, ...defined({ halt }) }),
      ),
  });
  const listing = (name: ListName): ListOperation => ({
    ...question(name, lists[name].weight),
    target: version.listTarget,
    reads: lists[name].reads,
    mostOfPage: lists[name].mostOfPage,
    ...defined({ longestMs: lists[name].longestMs }),
    judge: (evidence, _, { clean }) => transmittedAnswer(cleaned(version.readList(evidence, name), clean)),
  });
  return {
    calls,
    place: ofKinds(placed),
    cancel: ofKinds(cancelled),
    list: {
      open: listing('open'),
      history: listing('history'),
      'open-triggers': listing('open-triggers'),
      'trigger-history': listing('trigger-history'),
    },
    fills: fillsOf(version),
    position: {
      ...question('position', version.position.weight),
      target: version.position.target,
      judge: (evidence, asked, { clean }) =>
        transmittedAnswer(withCleanMessage(version.position.read(evidence, asked), clean)),
    },
    positions: plainly('positions', version.positions),
    money: plainly('money', version.money),
    market: version.market.map(pricesOf),
    candles: { newest: candlesOf(version, 'newest'), history: candlesOf(version, 'history') },
    telling: version.telling,
    time: timeOf(version),
    ...defined({ countsIn: version.countsIn }),
    ...(version.settings !== undefined && {
      settings: {
        account: plainly('account', version.settings.account),
        symbols: plainly('symbols', version.settings.symbols),
        tradable: plainly('tradable', version.settings.tradable),
      },
    }),
  };
}

/** What the table makes of a call that places. */
export const transmittedCall = (result: CallResult, call: Call): Transmitted<Placed> =>
  transmittedOf(result, call.orders.length, (verdicts, halt) => ({ verdicts, ...defined({ halt }) }));

const fillsOf = ({
  fills: { weight, target, mostOfPage, longestMs, read },
}: Version): PagedOperation<FillsQuery, FillsRead> => ({
  ...question('fills', weight),
  target,
  mostOfPage,
  ...defined({ longestMs }),
  judge: (evidence, _, { clean }) => transmittedAnswer(withCleanMessage(read(evidence, clean), clean)),
});

const pricesOf = ({
  weight,
  target,
  read,
}: Version['market'][number]): Operation<{ readonly symbol: string }, MarketRead> => ({
  ...question('market', weight),
  isSigned: false,
  target,
  judge: (evidence, asked, { clean }) => transmittedAnswer(withCleanMessage(read(evidence, asked), clean)),
});

const candlesOf = ({ book, candles, candlesTarget }: Version, name: 'newest' | 'history'): CandlesOperation => ({
  ...question('candles', candles[name].weight),
  isSigned: false,
  target: (query) => candlesTarget(candles[name].path, query),
  mostOfPage: candles[name].mostOfPage,
  judge: (evidence, _, { clean }) => transmittedAnswer(withCleanMessage(candlesIn(evidence, book), clean)),
});

function timeOf({ book, time: { path, weight, field } }: Version): Operations['time'] {
  const read = (evidence: Evidence): number | undefined => {
    if (evidence.kind !== 'answer' || evidence.status !== 200 || evidence.body.kind !== 'json') return undefined;
    const payload = payloadOf(evidence.body.value, book);
    return isObject(payload) ? timeMsOf(payload[field]) : undefined;
  };
  return {
    ...question('time', weight),
    isSigned: false,
    target: () => path,
    judge: (evidence) => {
      const value = read(evidence);
      return value === undefined ? { kind: 'answered', value, isLost: true } : { kind: 'answered', value };
    },
  };
}

const plainly = <Value>(
  name: string,
  { path, weight, isPublic, read }: PlainQuestion<Value>,
): Operation<undefined, SettingTold<Value>> => ({
  ...question(name, weight),
  isSigned: isPublic !== true,
  target: () => path,
  judge: (evidence, _, { clean }) =>
    transmittedAnswer(withCleanMessage<Extract<SettingTold<Value>, { kind: 'told' }>>(read(evidence), clean)),
});

const ordering = (
  name: string,
  method: 'POST' | 'DELETE',
  weight: Cost,
): Omit<Operation<Pick<Call, 'path' | 'body'>, never>, 'judge'> => ({
  name,
  method,
  weight,
  isSigned: true,
  isRepeatable: false,
  target: ({ path }) => path,
  body: ({ body }) => body,
});

const question = (name: string, weight: Cost) =>
  ({ name, method: 'GET', weight, isSigned: true, isRepeatable: true, body: () => '' }) as const;

const ofKinds = <O>(of: (kind: CallKind) => O): Readonly<Record<CallKind, O>> => ({
  single: of('single'),
  batch: of('batch'),
  trigger: of('trigger'),
});
