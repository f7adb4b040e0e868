/**
 * The paper exchange in virtual time: what a life sends is signed and carried there as it is over HTTP, and its answer back, some ms each
 * way. Requests and answers get lost; what arrived is judged in the moment in which it does.
 */
import { readBody } from '../../../src/exchange/answers/answers.ts';
import type { Operations } from '../../../src/exchange/dialect.ts';
import { Secret } from '../../../src/exchange/keys/secret.ts';
import { sign } from '../../../src/exchange/keys/sign.ts';
import type { Evidence } from '../../../src/model/evidence.ts';
import { isTrigger, rests } from '../../../src/paper/book.ts';
import { handOn } from '../../../src/paper/by-hand.ts';
import { paperEngine, type PaperEngine, type PaperExchange, type PaperOptions } from '../../../src/paper/server.ts';
import type { Exchange } from '../../../src/ports.ts';
import type { Random } from '../../random.ts';
import type { SimClock } from '../../support/sim-clock.ts';
import type { Life } from '../life.ts';
import type { Log } from '../violation.ts';

/** How often something goes wrong on the way, and how long it takes. */
export interface Ways {
  readonly mostMs: number;
  readonly timeoutMs: number;
  /** Of what changes something, and of questions. */
  lost: number;
  lostQuestions: number;
  /** What changes something arrives at once, and is answered seconds later; drawn apart, so that what was drawn before stays. */
  readonly isSlow?: () => boolean;
}

type Fault = 'not-sent' | 'lost-before' | 'lost-after' | 'late' | 'broken';
const FAULTS: readonly Fault[] = ['not-sent', 'lost-before', 'lost-after', 'lost-after', 'late', 'broken', 'broken'];

export interface Sent {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body: string;
}

export class SimExchange {
  readonly engine: PaperEngine;
  readonly #clock: SimClock;
  readonly #random: Random;
  readonly #ways: Ways;
  readonly #log: Log;
  /** How much of what changes something has left, and has not arrived. */
  onItsWay = 0;
  /** How much of that has left at all. */
  sent = 0;
  /** Told of what arrived, once it is processed. */
  arrived: (sent: Sent) => void = () => {};
  /** Told of what left, whether or not it arrives. */
  left: (sent: Sent) => void = () => {};
  /** Told once whoever sent it hears what came of it, or that nothing did. */
  answered: (sent: Sent) => void = () => {};
  /** Told of what gets lost, or comes to nothing that can be read. */
  lost: (sent: Sent) => void = () => {};
  /** Told of what is about to be processed. */
  arriving: (sent: Sent) => void = () => {};

  constructor(options: PaperOptions, parts: { clock: SimClock; random: Random; ways: Ways; log: Log }) {
    this.engine = paperEngine({ ...options, clock: parts.clock });
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#ways = parts.ways;
    this.#log = parts.log;
  }

  /** All orders, and the requests of lives alone. */
  get withoutHands(): Pick<PaperExchange, 'requests' | 'orders'> {
    const { engine } = this;
    return {
      get requests() {
        return engine.requests.filter(({ body }) => !body.includes('"client_oid":"hand-'));
      },
      get orders() {
        return engine.book.orders;
      },
    };
  }

  /** A market that went elsewhere comes to the closes that wait. */
  comeToWhatWaits(): void {
    const { book, keep } = this.engine;
    const hand = handOn(book, () => {});
    for (const order of book.orders) {
      if (!rests(order) || (order.type !== '3' && order.type !== '4')) continue;
      if (isTrigger(order)) book.fire(order);
      else hand.fill(order.orderId);
    }
    keep();
  }

  connect(life: Life, operations: Operations, origin: string): Exchange {
    return {
      operations,
      keyFingerprint: () => origin,
      send: (operation, asked, timestampMs) =>
        life.later('exchange', async () => {
          const sent: Sent = { method: operation.method, path: operation.target(asked), body: operation.body(asked) };
          const evidence = await this.#carry(sent, operation.isSigned ? timestampMs : undefined);
          this.answered(sent);
          return operation.judge(evidence, asked, { refusalCodes: new Set(), clean: (words) => words });
        }),
      close: () => Promise.resolve(),
    };
  }

  async #carry(sent: Sent, timestampMs: number | undefined): Promise<Evidence> {
    const { method } = sent;
    const random = this.#random;
    const { mostMs, timeoutMs, lost, lostQuestions } = this.#ways;
    const fault = random.chance(method === 'GET' ? lostQuestions : lost) ? random.pick(FAULTS) : undefined;
    const [upMs, downMs] = [random.int(0, mostMs), random.int(0, mostMs)];
    if (method !== 'GET' || fault !== undefined)
      this.#log(() => `  ${this.#clock.monotonicMs()} ${method} ${sent.path} ${sent.body} ${fault ?? ''}`);
    if (fault !== undefined) this.lost(sent);
    if (method !== 'GET') this.sent += 1;
    if (fault === 'not-sent') return none('connection', false);
    this.left(sent);
    if (fault === 'lost-before') return this.#after(timeoutMs, none('timeout', true));
    if (fault === 'late') {
      const lateMs = timeoutMs + random.int(0, 3000);
      void this.#arrive(lateMs, sent, timestampMs);
      return this.#after(timeoutMs, none('timeout', true));
    }
    const evidence = await this.#arrive(upMs, sent, timestampMs);
    if (fault === 'lost-after') return this.#after(timeoutMs, none('timeout', true));
    await this.#clock.sleep(this.#answeredIn(method, downMs));
    if (fault === 'broken')
      return { kind: 'answer', status: 502, body: { kind: 'unreadable', why: 'no JSON', text: 'bad gateway' } };
    return evidence;
  }

  #answeredIn(method: Sent['method'], ms: number): number {
    const { timeoutMs, isSlow } = this.#ways;
    return method !== 'GET' && isSlow?.() === true ? timeoutMs - 1 - ms : ms;
  }

  async #after(ms: number, evidence: Evidence): Promise<Evidence> {
    await this.#clock.sleep(ms);
    return evidence;
  }

  async #arrive(inMs: number, sent: Sent, timestampMs: number | undefined): Promise<Evidence> {
    const one = sent.method === 'GET' ? 0 : 1;
    this.onItsWay += one;
    await this.#clock.sleep(inMs);
    this.onItsWay -= one;
    return this.#handle(sent, timestampMs);
  }

  #handle(sent: Sent, timestampMs: number | undefined): Evidence {
    this.arriving(sent);
    const { method, path, body } = sent;
    const { delivery } = this.engine.handle({
      method,
      target: path,
      headers: {
        'content-type': 'application/json',
        locale: 'en-US',
        'user-agent': 'sim',
        ...proofOf(sent, timestampMs),
      },
      body: new TextEncoder().encode(body),
      address: 'sim',
      monotonicMs: this.#clock.monotonicMs(),
      wallMs: this.#clock.wallMs(),
    });
    this.arrived(sent);
    if (!('answer' in delivery)) return none('connection', true);
    const { status, body: text } = delivery.answer;
    if (method !== 'GET') this.#log(() => `    ${status} ${text.slice(0, 200)}`);
    return { kind: 'answer', status, body: readBody(text) };
  }
}

const SECRET = new Secret('paper');

function proofOf({ method, path, body }: Sent, timestampMs: number | undefined): Record<string, string> {
  if (timestampMs === undefined) return {};
  const timestamp = String(timestampMs);
  return {
    'access-key': 'paper',
    'access-sign': sign(SECRET, { timestamp, method, path, body }),
    'access-passphrase': 'paper',
    'access-timestamp': timestamp,
  };
}

const none = (failure: 'timeout' | 'connection', mayHaveLeft: boolean): Evidence => ({
  kind: 'no-answer',
  mayHaveLeft,
  failure,
  message: failure,
});
