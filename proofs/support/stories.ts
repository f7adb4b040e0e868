/** Stories of runs that never were, as the journal would tell them: any orders with any outcome, in calls, with weight over time. */
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import type { Gauge, RunEvent, RunStarted } from '../../src/model/event.ts';
import type { ShownState } from '../../src/model/outcome.ts';
import type { Story, TimedEvent } from '../../src/model/story.ts';
import { headlineOf, isInCall, kindOf, outcomeOf, weightOf, type ToldOrder } from './told-orders.ts';

/** Where a run was held up: by the call of this number, which goes again, and before that call. */
interface ToldHalts {
  readonly pauseBy?: number;
  readonly stopBefore?: number;
}

type StoryFields = Partial<Story> & { readonly started?: Partial<RunStarted> };

const LIMITS = {
  ip: { amount: 500, windowMs: 10_000 },
  uid: { amount: 500, windowMs: 10_000 },
  orderCalls: { amount: 10, windowMs: 1000 },
  inFlight: 8,
};
const BETWEEN_CALLS_MS = 120;
const PAUSE_MS = 3000;
const BATCH = 20;

/** A run of these orders, in batches of twenty; withheld ones that a stop did not hold are in no call. */
export function storyOf(orders: readonly ToldOrder[], fields: StoryFields = {}, halts: ToldHalts = {}): Story {
  const { started, ...rest } = fields;
  const told = new Telling(orders, started ?? {}, rest.end ?? 'finished');
  return {
    run: 1,
    plan: 'btc-breakout',
    generation: 1,
    account: { origin: 'https://api-contract.example.com', name: 'main' },
    startedAtMs: Date.UTC(2026, 10, 20, 14, 3, 11),
    by: {
      host: 'desk-2',
      user: 'mia',
      pid: 4711,
      planFile: '/home/mia/plans/btc-breakout.yaml',
      commit: { id: '4b825dc642cb6eb9a060e54bf8d69288fbee4904', isDirty: false },
      tool: '0.1.0',
      digest: '3f9c12ab34cd5d0e'.repeat(4),
      approval: '62a81732f0b49c11'.repeat(4),
    },
    end: 'finished',
    since: new Map(),
    ...rest,
    events: told.events(halts),
  };
}

type Spend = { readonly atMs: number; readonly ip: number; readonly uid: number };

class Telling {
  readonly #orders: readonly ToldOrder[];
  readonly #started: Partial<RunStarted>;
  readonly #end: Story['end'];
  readonly #events: TimedEvent[] = [];
  readonly #spent: Spend[] = [];
  #now = 0;

  constructor(orders: readonly ToldOrder[], started: Partial<RunStarted>, end: Story['end']) {
    this.#orders = orders;
    this.#started = started;
    this.#end = end;
  }

  events({ pauseBy, stopBefore }: ToldHalts): readonly TimedEvent[] {
    const calls = this.#calls();
    this.#prologue(calls);
    for (const order of this.#orders) if (!isInCall(order)) this.#tell(outcomeOf(order));
    for (const [at, orders] of calls.entries()) {
      if (at + 1 === pauseBy) this.#pause(pauseBy);
      if (at + 1 === stopBefore) this.#tell({ event: 'run-stopping', why: 'an outcome is unknown', inFlight: 0 });
      this.#send(at + 1, orders);
    }
    if (this.#end !== 'open') this.#tell(this.#finished());
    return this.#events;
  }

  #calls(): ToldOrder[][] {
    const inCalls = this.#orders.filter(isInCall);
    const triggers = inCalls.filter(({ trigger }) => trigger !== undefined);
    const others = inCalls.filter(({ trigger }) => trigger === undefined);
    const batches = Array.from({ length: Math.ceil(others.length / BATCH) }, (_, at) =>
      others.slice(at * BATCH, (at + 1) * BATCH),
    );
    return [...batches, ...triggers.map((one) => [one])];
  }

  #prologue(calls: readonly ToldOrder[][]): void {
    const weight = calls.reduce((sum, own) => plus(sum, weightOf(own)), { ip: 0, uid: 0 });
    this.#tell({
      event: 'plan-loaded',
      plan: 'btc-breakout',
      generation: 1,
      orders: this.#orders.length,
      digest: '3f'.repeat(32),
    });
    this.#tell({
      event: 'run-started',
      planFile: 'plans/btc-breakout.yaml',
      description: 'Breakout entry with a laddered pullback',
      mode: 'execute',
      target: 'live',
      exchange: 'https://api-contract.example.com',
      limits: LIMITS,
      ladders: [],
      orders: this.#orders.map(headlineOf),
      ...this.#started,
    });
    for (const [at, own] of calls.entries())
      this.#tell({
        event: 'call-planned',
        call: at + 1,
        kind: kindOf(own),
        method: 'POST',
        path: OPERATIONS[kindOf(own)].path,
        body: '{}',
        orders: own.map(({ id }) => id),
        weight: weightOf(own),
      });
    this.#tell({
      event: 'plan-compiled',
      calls: calls.length,
      weight,
      lowerBound: weight,
      naive: weight,
      forecastMs: 0,
    });
  }

  #pause(call: number): void {
    this.#tell({ event: 'call-sent', call });
    this.#now += 60;
    this.#tell({ event: 'sending-paused', why: 'rate-limit', call, forMs: PAUSE_MS, message: '429 too many requests' });
    this.#now += PAUSE_MS;
  }

  #send(call: number, orders: readonly ToldOrder[]): void {
    if (orders.every(({ state }) => state === 'withheld')) {
      for (const order of orders) this.#tell(outcomeOf(order));
      return;
    }
    if (orders.every(({ state }) => state === 'waiting')) return;
    const { ip, uid } = weightOf(orders);
    while (this.#held('ip') + ip > LIMITS.ip.amount || this.#held('uid') + uid > LIMITS.uid.amount) this.#now += 100;
    this.#tell({ event: 'call-sent', call });
    this.#spent.push({ atMs: this.#now, ip, uid });
    this.#budget();
    // The same story each time, with latencies that differ.
    const latencyMs = 30 + ((call * 37) % 90);
    this.#now += latencyMs;
    for (const order of orders)
      if (order.state !== 'sending' && order.state !== 'waiting') this.#tell(outcomeOf(order, call, latencyMs));
    this.#now += BETWEEN_CALLS_MS;
    this.#budget();
  }

  #held(name: 'ip' | 'uid'): number {
    const held = this.#spent.filter(({ atMs }) => this.#now - atMs < LIMITS[name].windowMs);
    return held.reduce((sum, one) => sum + one[name], 0);
  }

  #budget(): void {
    const gauge = (name: 'ip' | 'uid'): Gauge => ({ used: this.#held(name), limit: LIMITS[name].amount });
    this.#tell({ event: 'budget-changed', ip: gauge('ip'), uid: gauge('uid'), inFlight: 1 });
  }

  #finished(): RunEvent {
    const amount = (state: ShownState): number => this.#orders.filter((order) => order.state === state).length;
    const counts = {
      accepted: amount('accepted'),
      rejected: amount('rejected'),
      unknown: amount('unknown'),
      withheld: amount('withheld'),
    };
    const exitCode = counts.unknown > 0 ? 7 : counts.rejected + counts.withheld > 0 ? 6 : 0;
    return {
      event: 'run-finished',
      mode: 'execute',
      target: this.#started.target ?? 'live',
      counts,
      exitCode,
      elapsedMs: this.#now,
    };
  }

  #tell(event: RunEvent): void {
    this.#events.push({ atMs: this.#now, event });
  }
}

const plus = (a: { ip: number; uid: number }, b: { ip: number; uid: number }): { ip: number; uid: number } => ({
  ip: a.ip + b.ip,
  uid: a.uid + b.uid,
});
