/** Calls, credentials and an exchange client for the tests of this folder. */
import { http1Agent, type Http1Agent } from '../../src/exchange/send/http1-agent.ts';
import { HttpExchange, type HttpExchangeOptions } from '../../src/exchange/send/http-exchange.ts';
import { Secret, type Credentials } from '../../src/exchange/keys/secret.ts';
import { OPERATIONS, type Call, type CallKind } from '../../src/model/call.ts';
import type { CallResult } from '../../src/ports.ts';

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

/** Signs at once, where no journal has to know the timestamp first. */
export class PromptExchange extends HttpExchange {
  override async place(call: Call, timestampMs?: number): Promise<CallResult> {
    return super.place(call, timestampMs ?? this.timestampMs());
  }
}

export const connect = (origin: string, changes: Partial<HttpExchangeOptions> = {}): PromptExchange =>
  new PromptExchange({
    origin,
    agent: agent(),
    credentials,
    locale: 'en-US',
    timeoutMs: 200,
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
