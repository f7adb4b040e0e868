/**
 * The exchange over HTTP: signs and sends the exact bytes of a call once, and returns what became of it as evidence.
 *
 * ky's dangerous defaults are off: no retry, no exception for a status, no redirect (it would carry the keys to another
 * host), no timeout of its own (ours covers the body too). Errors go no further than this file, as they hold the request's
 * headers: only our words and a system code are passed on.
 */
import { createHmac } from 'node:crypto';
import ky, { type KyInstance } from 'ky';
import type { Exchange } from '../../ports.ts';
import { defined } from '../../model/defined.ts';
import type { Operation, Operations, Transmitted } from '../dialect.ts';
import { readBody } from '../answers/answers.ts';
import { deadlineIn, type Deadline } from './deadline.ts';
import type { Answer, Evidence, NoAnswer } from '../../model/evidence.ts';
import { failureWords } from './failure-words.ts';
import type { Http1Agent } from './http1-agent.ts';
import { readResponse } from './read-response.ts';
import { withoutSecrets, type Credentials } from '../keys/secret.ts';
import { bytesReceived, newAttempt, SentEvidence, type SentAttempt } from './sent-evidence.ts';
import { sign } from '../keys/sign.ts';

export interface HttpExchangeOptions {
  /** Those of the version that the exchange is spoken to in. */
  readonly operations: Operations;
  /** https, or http on loopback; no path. */
  readonly origin: string;
  /** Provides the connections; closed with the exchange. */
  readonly agent: Http1Agent;
  readonly credentials: Credentials;
  readonly locale: string;
  /** For the whole answer, its body included. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Codes that prove a refusal, besides the known ones (`exchange.refusalCodes`). */
  readonly refusalCodes?: ReadonlySet<string>;
}

/** One request; without a timestamp it is not signed. */
interface Outgoing {
  readonly method: Operation<never, never>['method'];
  readonly path: string;
  readonly body: string;
  readonly timestampMs?: number;
}

/** Far more than any documented answer; reading stops there. */
const MOST_BODY_MIB = 1;

const NO_MORE: ReadonlySet<string> = new Set();
/** For whoever starts `ordo exchange`. */
const PAPER_KEY = 'paper';

export class HttpExchange implements Exchange {
  readonly operations: Operations;
  readonly #options: HttpExchangeOptions;
  readonly #http: KyInstance;
  readonly #sent = new SentEvidence();
  readonly #clean: (words: string) => string;

  constructor(options: HttpExchangeOptions) {
    this.#options = options;
    this.operations = options.operations;
    this.#clean = withoutSecrets(options.credentials);
    this.#http = ky.create({
      retry: { limit: 0 },
      throwHttpErrors: false,
      redirect: 'manual',
      timeout: false,
      dispatcher: options.agent.dispatcher,
    });
  }

  keyFingerprint(salt: Uint8Array): string {
    const { origin, credentials } = this.#options;
    const key = credentials.key.reveal();
    // Each paper exchange takes the same key: there it stands for the account of that exchange, whatever its host is called.
    const isPaper = key === PAPER_KEY && origin.startsWith('http://');
    const named = isPaper ? `${key} ${new URL(origin).port}` : key;
    return createHmac('sha256', salt).update(named).digest('hex');
  }

  async send<Asked, Value>(
    operation: Operation<Asked, Value>,
    asked: Asked,
    timestampMs: number,
  ): Promise<Transmitted<Value>> {
    const { method, isSigned } = operation;
    const request = { method, path: operation.target(asked), body: operation.body(asked) };
    const evidence = await this.#transmit(isSigned ? { ...request, timestampMs } : request);
    const { refusalCodes = NO_MORE } = this.#options;
    return withCounts(operation.judge(evidence, asked, { refusalCodes, clean: this.#clean }), evidence);
  }

  async close(): Promise<void> {
    this.#sent.close();
    await this.#options.agent.close();
  }

  async #transmit(request: Outgoing): Promise<Evidence> {
    const { method, path, body } = request;
    const attempt = newAttempt();
    const deadline = deadlineIn(this.#options.timeoutMs, () => bytesReceived(attempt));
    try {
      const answer = await this.#sent.watch(attempt, async () => {
        const response = await this.#http(this.#options.origin + path, {
          method,
          ...((method === 'POST' || body !== '') && { body }),
          headers: { ...this.#plainHeaders(), ...this.#proof(request) },
          signal: AbortSignal.any([deadline.signal, attempt.second.signal]),
        });
        const read = await readAnswer(response, deadline.signal);
        return { ...read, ...defined({ counts: this.operations.countsIn?.(response.headers) }) };
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
      const mayHaveLeft = this.#sent.mayHaveLeft(attempt);
      return { kind: 'no-answer', mayHaveLeft, ...whyNone(error, attempt, deadline) };
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

/** What the exchange says of its windows goes along with what it says of the request. */
function withCounts<V>(result: Transmitted<V>, evidence: Evidence): Transmitted<V> {
  if (evidence.kind !== 'answer' || evidence.counts === undefined) return result;
  if (result.kind !== 'answered' && result.kind !== 'rate-refused') return result;
  return { ...result, counts: evidence.counts };
}

async function readAnswer(response: Response, signal: AbortSignal): Promise<Answer> {
  const { text, ...received } = await readResponse(response, { mostMiB: MOST_BODY_MIB, signal });
  const body = text.ok ? readBody(text.value) : ({ kind: 'unreadable', why: text.error } as const);
  return { kind: 'answer', ...received, body };
}

function whyNone(
  error: unknown,
  { second }: SentAttempt,
  { signal, words }: Deadline,
): Pick<NoAnswer, 'failure' | 'message'> {
  if (second.signal.aborted) {
    return { failure: 'connection', message: 'answered with status 421, which asks to send again; not sent again' };
  }
  return signal.aborted ? { failure: 'timeout', message: words() } : failureWords(error);
}
