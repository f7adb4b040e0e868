/** Calls, credentials and an exchange client for the tests of this folder. */
import { http1Agent, type Http1Agent } from '../../src/exchange/send/http1-agent.ts';
import { HttpExchange, type HttpExchangeOptions } from '../../src/exchange/send/http-exchange.ts';
import { Secret, type Credentials } from '../../src/exchange/keys/secret.ts';
import type { Call, CallKind } from '../../src/model/call.ts';
import { OPERATIONS as V2 } from '../../src/exchange/v2/operations.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { classify } from './judging.ts';
import { readList } from '../../src/exchange/v2/lists.ts';
import { withoutCredentials } from '../../src/exchange/answers/without-credentials.ts';
import { cleaned } from '../../src/exchange/answers/records.ts';
import type { ListAnswer, ListQuery } from '../../src/model/listing.ts';
import type { Operation } from '../../src/exchange/dialect.ts';

export const KINDS = ['single', 'batch', 'trigger'] as const satisfies readonly CallKind[];
export const NOW_MS = 1_659_076_670_000;
/** Of one order; more than 2^53, so a reader that makes numbers of digits loses some. */
export const ORDER_ID = '596471064624628269';

export const clientOid = (index: number): string => `ordo${'abcdefghijklmnopqrst'.charAt(index).repeat(8)}`;

/** A call of `orders` orders, whose body names them. */
export function callOf(kind: CallKind, orders = kind === 'batch' ? 3 : 1, body?: string): Call {
  const called = Array.from({ length: orders }, (_, index) => ({ id: `o${index}`, clientOid: clientOid(index) }));
  return {
    number: 1,
    kind,
    path: OPERATIONS[kind].path,
    body: body ?? JSON.stringify(called.map((order) => ({ client_oid: order.clientOid }))),
    orders: called,
    weight: OPERATIONS[kind].weight,
  };
}

export const credentials: Credentials = {
  key: new Secret('weex_key'),
  secret: new Secret('test-secret-key'),
  passphrase: new Secret('passphrase'),
};

/** Node's client as the command uses it. */
export function agent(): Http1Agent {
  const made = http1Agent();
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

/** Asks at once, where no ledger has to know of it first, and gives what the operation's own table says. */
export class PromptExchange extends HttpExchange {
  readonly #wallMs: () => number;
  readonly #classify: typeof classify;
  #clockOffsetMs = 0;

  constructor(options: PromptOptions) {
    super(options);
    this.#classify = options.classify ?? classify;
    this.#wallMs = options.wallMs;
  }

  async place(call: Call, timestampMs = this.#timestampMs()): Promise<CallResult> {
    const judge: Operation<Call, CallResult>['judge'] = (evidence, _, { refusalCodes, clean }) => ({
      kind: 'answered',
      value: withoutCredentials(this.#classify(evidence, call, refusalCodes), clean),
    });
    return this.#valueOf({ ...this.operations.place[call.kind], judge }, call, timestampMs);
  }

  async list(query: ListQuery): Promise<ListAnswer> {
    return this.#valueOf({ ...this.operations.list[query.list], judge: asRead }, query, this.#timestampMs());
  }

  /** Whether the server tells its time, by which requests are signed from then on. */
  async syncClock(): Promise<boolean> {
    const serverMs = await this.#valueOf(this.operations.time, undefined, 0);
    if (serverMs === undefined) return false;
    this.#clockOffsetMs = serverMs - this.#wallMs();
    return true;
  }

  #timestampMs(): number {
    return Math.trunc(this.#wallMs() + this.#clockOffsetMs);
  }

  async #valueOf<Asked, Value>(operation: Operation<Asked, Value>, asked: Asked, timestampMs: number): Promise<Value> {
    const came = await this.send(operation, asked, timestampMs);
    if (came.kind !== 'answered') throw new Error(`no answer: ${came.message}`);
    return came.value;
  }
}

const asRead: Operation<ListQuery, ListAnswer>['judge'] = (evidence, { list }, { clean }) => ({
  kind: 'answered',
  value: cleaned(readList(evidence, list), clean),
});

/** Answers to orders are judged as version 2 judges them, where nothing else is given. */
export type PromptOptions = HttpExchangeOptions & {
  readonly wallMs: () => number;
  readonly classify?: typeof classify;
};

/** Has all the time that a busy machine may take; a test that waits for the deadline gives a short one. */
export const connect = (origin: string, changes: Partial<PromptOptions> = {}): PromptExchange =>
  new PromptExchange({
    operations: V2,
    origin,
    agent: agent(),
    credentials,
    locale: 'en-US',
    timeoutMs: 20_000,
    wallMs: () => NOW_MS,
    userAgent: 'ordo/test',
    ...changes,
  });

export type ResultClass = 'accepted' | 'rejected' | 'unknown' | 'mixed' | Exclude<CallResult['kind'], 'answered'>;

/** What a result says of all its orders alike. */
export function classOf(result: CallResult): ResultClass {
  if (result.kind !== 'answered') return result.kind;
  const [first, ...others] = new Set(result.verdicts.map(({ outcome }) => outcome));
  return first === undefined || others.length > 0 ? 'mixed' : first;
}

/** The rows that decided it. */
export const rulesOf = (result: CallResult): readonly string[] =>
  result.kind === 'answered' ? result.verdicts.map(({ rule }) => rule) : [result.rule];
