import type { Call } from '../../src/model/call.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import { transmittedCall } from '../../src/exchange/answers/operations-with.ts';
import type { Clock, Exchange } from '../../src/ports.ts';
import type { Operation, Operations, Transmitted } from '../../src/exchange/dialect.ts';

interface Answer {
  readonly result: CallResult;
  readonly afterMs: number;
  /** How many turns of the promise queue the answer comes after others of the same moment. */
  readonly turns?: number;
}

/** What the exchange answers to a call the n-th time (from 1) it comes. */
export type Script = (call: Call, time: number) => Answer;

interface Placed {
  readonly call: Call;
  readonly time: number;
  readonly sentMs: number;
  /** What it came to, as soon as it is answered. */
  result?: CallResult;
}

export const accepted = (orderId: string): Verdict => ({ outcome: 'accepted', orderId, rule: 'order-id' });
export const rejected: Verdict = { outcome: 'rejected', code: '40015', message: 'off the tick', rule: 'http-4xx' };
export const unknown: Verdict = { outcome: 'unknown', message: 'no answer', rule: 'timeout' };

/** Every order under an order id of its own. */
export const acceptsAll = (call: Call): CallResult =>
  answers(call, (index) => accepted(`1${call.orders[index]?.clientOid ?? ''}`));
export const rejectsAll = (call: Call): CallResult => answers(call, () => rejected);
export const losesAll = (call: Call): CallResult => answers(call, () => unknown);
export const halts = (call: Call, halt: string): CallResult => ({
  kind: 'answered',
  verdicts: call.orders.map(() => rejected),
  halt,
});
export const notSent = (again = true): CallResult => ({
  kind: 'not-sent',
  message: 'no connection',
  rule: 'refused',
  again,
});
export const refused = (retryAfterMs?: number, again = true): CallResult => ({
  kind: 'rate-refused',
  message: 'too many requests',
  rule: 'http-429',
  again,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** The timestamp was refused; `rejected` is what that comes to where the clock cannot be set right. */
export const clockRefused: CallResult = { kind: 'clock-refused', message: 'expired', rule: 'clock', verdict: rejected };

const answers = (call: Call, verdict: (index: number) => Verdict): CallResult => ({
  kind: 'answered',
  verdicts: call.orders.map((_, index) => verdict(index)),
});

interface SimOptions {
  /** Whether it tells its time; it does where nothing is said. */
  readonly tellsTime?: boolean | undefined;
  /** Those of version 2 where nothing is said. */
  readonly operations?: Operations;
}

/** An exchange in virtual time that does what its script says and remembers what it was sent. */
export class SimExchange implements Exchange {
  readonly operations: Operations;
  readonly placed: Placed[] = [];
  mostInFlight = 0;
  /** When its time was asked. */
  readonly asked: number[] = [];
  readonly #clock: Clock;
  readonly #script: Script;
  readonly #tellsTime: boolean;
  readonly #times = new Map<number, number>();
  #inFlight = 0;

  constructor(
    clock: Clock,
    script: Script = (call) => ({ result: acceptsAll(call), afterMs: 20 }),
    { tellsTime = true, operations = OPERATIONS }: SimOptions = {},
  ) {
    this.operations = operations;
    this.#clock = clock;
    this.#script = script;
    this.#tellsTime = tellsTime;
  }

  /** Takes a call, or tells its time; nothing else is asked of it. */
  async send<Asked, Value>(operation: Operation<Asked, Value>, asked: Asked): Promise<Transmitted<Value>> {
    if (operation.name === 'time') return (await this.#tell()) as Transmitted<Value>;
    const call = asked as Call;
    return transmittedCall(await this.place(call), call) as Transmitted<Value>;
  }

  keyFingerprint(): string {
    return 'sim';
  }

  async place(call: Call): Promise<CallResult> {
    const time = (this.#times.get(call.number) ?? 0) + 1;
    this.#times.set(call.number, time);
    const placed: Placed = { call, time, sentMs: this.#clock.monotonicMs() };
    this.placed.push(placed);
    this.#inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight);
    const { result, afterMs, turns = 0 } = this.#script(call, time);
    await this.#clock.sleep(afterMs);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    this.#inFlight -= 1;
    placed.result = result;
    return result;
  }

  /** Its clock goes as ours does. */
  async #tell(): Promise<Transmitted<number | undefined>> {
    this.asked.push(this.#clock.monotonicMs());
    await this.#clock.sleep(30);
    if (!this.#tellsTime) return { kind: 'answered', value: undefined, isLost: true };
    return { kind: 'answered', value: this.#clock.wallMs() - 15 };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
