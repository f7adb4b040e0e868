/**
 * The exchange over HTTP: signs and sends the exact bytes of a call once, and returns what became of it as evidence.
 *
 * ky's dangerous defaults are off: no retry, no exception for a status, no redirect (it would carry the keys to another
 * host), no timeout of its own (ours covers the body too). Errors go no further than this file, as they hold the request's
 * headers: only our words and a system code are passed on.
 */
import { createHmac } from 'node:crypto';
import ky, { type KyInstance } from 'ky';
import type { Call } from '../../model/call.ts';
import { TIME, type ListAnswer, type ListQuery } from '../../model/listing.ts';
import type { Verdict } from '../../model/outcome.ts';
import { unreachable } from '../../model/result.ts';
import type { CallResult, Exchange, OrderLists } from '../../ports.ts';
import { readBody } from '../answers/answers.ts';
import { classify } from '../answers/classify.ts';
import { deadlineIn } from './deadline.ts';
import type { Answer, Evidence, NoAnswer } from '../answers/evidence.ts';
import { failureWords } from './failure-words.ts';
import type { Http1Agent } from './http1-agent.ts';
import { listTarget, readList, readTime, withListWords } from '../answers/lists.ts';
import { readResponse } from './read-response.ts';
import { withoutSecrets, type Credentials } from '../keys/secret.ts';
import { newAttempt, SentEvidence } from './sent-evidence.ts';
import { sign } from '../keys/sign.ts';

export interface HttpExchangeOptions {
  /** https, or http on loopback; no path. */
  readonly origin: string;
  /** Provides the connections; closed with the exchange. */
  readonly agent: Http1Agent;
  readonly credentials: Credentials;
  readonly locale: string;
  /** For the whole answer, its body included. */
  readonly timeoutMs: number;
  readonly wallMs: () => number;
  readonly userAgent: string;
  /** Codes that prove a refusal, besides the known ones (`exchange.refusalCodes`). */
  readonly refusalCodes?: ReadonlySet<string>;
}

/** One request; without a timestamp it is not signed. */
interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
  readonly timestampMs?: number;
}

/** Far more than any documented answer; reading stops there. */
const MOST_BODY_MIB = 1;

export class HttpExchange implements Exchange, OrderLists {
  readonly #options: HttpExchangeOptions;
  readonly #http: KyInstance;
  readonly #sent = new SentEvidence();
  /** How far the server's clock is ahead of ours. */
  #clockOffsetMs = 0;

  constructor(options: HttpExchangeOptions) {
    this.#options = options;
    this.#http = ky.create({
      retry: { limit: 0 },
      throwHttpErrors: false,
      redirect: 'manual',
      timeout: false,
      dispatcher: options.agent.dispatcher,
    });
  }

  timestampMs(): number {
    return Math.trunc(this.#options.wallMs() + this.#clockOffsetMs);
  }

  keyFingerprint(salt: Uint8Array): string {
    return createHmac('sha256', salt).update(this.#options.credentials.key.reveal()).digest('hex');
  }

  async place(call: Call, timestampMs: number): Promise<CallResult> {
    const evidence = await this.#send({ method: 'POST', path: call.path, body: call.body, timestampMs });
    const result = classify(evidence, call, this.#options.refusalCodes);
    return withoutCredentials(result, this.#options.credentials);
  }

  async list(query: ListQuery): Promise<ListAnswer> {
    const clean = (words: string): string => withoutSecrets(words, this.#options.credentials);
    const path = listTarget(query);
    const answer = readList(await this.#send({ method: 'GET', path, body: '', timestampMs: this.timestampMs() }));
    if (answer.kind !== 'page') return withListWords(answer, clean);
    const orders = answer.orders.filter(({ orderId }) => clean(orderId) === orderId);
    return withListWords(
      { ...answer, orders, unreadable: answer.unreadable + answer.orders.length - orders.length },
      clean,
    );
  }

  async syncClock(): Promise<boolean> {
    const askedMs = this.#options.wallMs();
    const serverMs = readTime(await this.#send({ method: 'GET', path: TIME.path, body: '' }));
    if (serverMs === undefined) return false;
    // The server read its clock between our question and its answer.
    this.#clockOffsetMs = serverMs - (askedMs + this.#options.wallMs()) / 2;
    return true;
  }

  async close(): Promise<void> {
    this.#sent.close();
    await this.#options.agent.close();
  }

  async #send(request: Outgoing): Promise<Evidence> {
    const { method, path, body } = request;
    const attempt = newAttempt();
    const deadline = deadlineIn(this.#options.timeoutMs);
    try {
      const answer = await this.#sent.watch(attempt, async () => {
        const response = await this.#http(this.#options.origin + path, {
          method,
          ...(method === 'POST' && { body }),
          headers: { ...this.#plainHeaders(), ...this.#proof(request) },
          signal: AbortSignal.any([deadline.signal, attempt.second.signal]),
        });
        return await readAnswer(response);
      });
      if (attempt.left) return answer;
      this.#sent.distrust();
      return {
        kind: 'no-answer',
        mayHaveLeft: true,
        failure: 'connection',
        message: 'answered before it was seen to be sent',
      };
    } catch (error) {
      const ended = attempt.second.signal.aborted ? 'second' : deadline.signal.aborted ? 'deadline' : 'failed';
      return noAnswer(error, this.#sent.mayHaveLeft(attempt), ended, this.#options.timeoutMs);
    } finally {
      deadline.clear();
    }
  }

  #plainHeaders(): Record<string, string> {
    const { locale, userAgent } = this.#options;
    return { locale, 'Content-Type': 'application/json', 'User-Agent': userAgent, 'Accept-Encoding': 'identity' };
  }

  #proof({ method, path, body, timestampMs }: Outgoing): Record<string, string> {
    if (timestampMs === undefined) return {};
    const { credentials } = this.#options;
    const timestamp = String(timestampMs);
    return {
      'ACCESS-KEY': credentials.key.reveal(),
      'ACCESS-SIGN': sign(credentials.secret, { timestamp, method, path, body }),
      'ACCESS-PASSPHRASE': credentials.passphrase.reveal(),
      'ACCESS-TIMESTAMP': timestamp,
    };
  }
}

/**
 * The result with the credentials removed. An order id that contains one is not believed: the exchange, or someone in
 * between, has echoed what it was sent.
 */
function withoutCredentials(result: CallResult, credentials: Credentials): CallResult {
  const change = (words: string): string => withoutSecrets(words, credentials);
  const changed = (verdict: Verdict): Verdict => {
    if (verdict.outcome === 'accepted') {
      if (change(verdict.orderId) === verdict.orderId) return verdict;
      return {
        outcome: 'unknown',
        message: 'the order id in the answer contains a credential',
        rule: 'order-id-secret',
      };
    }
    const message = change(verdict.message);
    return verdict.outcome === 'unknown'
      ? { ...verdict, message }
      : { ...verdict, message, code: change(verdict.code) };
  };
  switch (result.kind) {
    case 'answered': {
      const { verdicts, halt } = result;
      return { ...result, verdicts: verdicts.map(changed), ...(halt !== undefined && { halt: change(halt) }) };
    }
    case 'clock-refused':
      return { ...result, message: change(result.message), verdict: changed(result.verdict) };
    case 'not-sent':
    case 'rate-refused':
      return { ...result, message: change(result.message) };
    default:
      return unreachable(result);
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const { text, ...received } = await readResponse(response, MOST_BODY_MIB);
  const body = text.ok ? readBody(text.value) : ({ kind: 'unreadable', why: text.error } as const);
  return { kind: 'answer', ...received, body };
}

function noAnswer(
  error: unknown,
  mayHaveLeft: boolean,
  ended: 'second' | 'deadline' | 'failed',
  timeoutMs: number,
): NoAnswer {
  if (ended === 'second') {
    const message = 'answered with status 421, which asks to send again; not sent again';
    return { kind: 'no-answer', mayHaveLeft, failure: 'connection', message };
  }
  if (ended === 'deadline') {
    return { kind: 'no-answer', mayHaveLeft, failure: 'timeout', message: `no whole answer within ${timeoutMs} ms` };
  }
  return { kind: 'no-answer', mayHaveLeft, ...failureWords(error) };
}
