/** Orders that an earlier run left unknown: looked up before anything new is sent, and nothing is sent while one remains. */
import { describe, expect, it } from 'vitest';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { LogLedger } from '../../src/journal/requests/log-ledger.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import type { Call } from '../../src/model/call.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { EXIT } from '../../src/model/exit-code.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { ListedOrder, ListQuery, ListRead } from '../../src/model/listing.ts';
import type { Order } from '../../src/model/order.ts';
import { err } from '../../src/model/result.ts';
import type { Exchange } from '../../src/ports.ts';
import type { Operation, Placed, Transmitted } from '../../src/exchange/dialect.ts';
import type { Earlier } from '../../src/session/lists/earlier.ts';
import { openSession, type Session } from '../../src/session/session.ts';
import { elsewhereSince, soughtElsewhere, soughtOf } from '../../src/session/lists/lookup-keys.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { KeptStore } from '../support/kept-store.ts';
import { aPlan, anOrder, limits, PLAN } from '../support/plan-builder.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';

const ACCOUNT = { origin: 'http://127.0.0.1', name: 'main' };
const NAME = { plan: PLAN.name, generation: PLAN.generation };
const LOST = anOrder({ id: 'lost' });
const LOST_TOO = anOrder({ id: 'lost-too' });
const NEXT = anOrder({ id: 'next' });

const page = (...orders: ListedOrder[]): ListRead => ({ kind: 'page', orders, unreadable: 0 });
const failed: ListRead = { kind: 'failed', message: 'no whole answer' };
const listed = ({ clientOid }: Order): ListedOrder => ({ clientOid, orderId: `7${clientOid}`, createdMs: 1 });

/** An exchange that first loses every answer, and whose lists a test writes; each answer takes 20 ms. */
class Losing implements Exchange {
  readonly operations = OPERATIONS;
  readonly placed: string[] = [];
  loses = true;
  list: (query: ListQuery) => ListRead = () => page();
  readonly #clock: SimClock;

  constructor(clock: SimClock) {
    this.#clock = clock;
  }

  async send<Asked, Value>({ name }: Operation<Asked, Value>, asked: Asked): Promise<Transmitted<Value>> {
    await this.#clock.sleep(20);
    return { kind: 'answered', value: this.#answer(name, asked) as Value };
  }

  #answer(name: string, asked: unknown): unknown {
    if (name === OPERATIONS.fills.name) return { kind: 'page', fills: [], unreadable: 0 };
    if (!Object.hasOwn(OPERATIONS.list, name)) return this.#place(asked as Call);
    const told = this.list(asked as ListQuery);
    // What rests fits on one page.
    return told.kind === 'page' && (asked as ListQuery).page > 0 ? page() : told;
  }

  #place({ orders }: Call): Placed {
    this.placed.push(...orders.map(({ id }) => id));
    const lost = { outcome: 'unknown', message: 'lost', rule: 'timeout' } as const;
    return {
      verdicts: orders.map(({ clientOid }) =>
        this.loses ? lost : { outcome: 'accepted', orderId: `7${clientOid}`, rule: 'accepted' },
      ),
    };
  }

  keyFingerprint(): string {
    return 'key';
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface Ended {
  readonly code: number;
  readonly said: readonly string[];
  readonly why: readonly string[];
  readonly placed: readonly string[];
}

class Rig {
  readonly clock = new SimClock();
  readonly exchange = new Losing(this.clock);
  readonly stop = new AbortController();
  readonly store = new KeptStore(() => this.clock.wallMs());
  readonly #events: RunEvent[] = [];
  session!: Session;

  async open(): Promise<void> {
    const { clock } = this;
    const ledger = new LogLedger(
      () => this.store,
      { take: () => ({ ok: true, value: { release: () => {} } }), holder: () => undefined },
      {
        self: { host: 'here', user: 'tester', pid: 1 },
        monotonicMs: () => clock.monotonicMs(),
        wallMs: () => clock.wallMs(),
        defer: (act) => clock.defer(act),
      },
      'memory',
    );
    const opened = openSession({
      ledger,
      scope: { account: ACCOUNT },
      limits: limits(),
      settings: defaultConfig.execution,
      clock,
      spool: { read: () => [], keep: () => err('no disk'), done: () => {} },
      emit: (event) => this.#events.push(event),
    });
    const session = await clock.run(opened);
    if (!session.ok) throw new Error('held');
    this.session = session.value;
    await clock.run(this.session.connect(() => Promise.resolve(this.exchange), false));
  }

  known(): KnownOrder[] {
    return [...this.store.stateOf(ACCOUNT, NAME).values()];
  }

  states(): Record<string, string> {
    return Object.fromEntries(this.known().map(({ id, state }) => [id, state]));
  }

  async place(orders: readonly Order[], canLookUp = true): Promise<Ended> {
    this.#events.length = 0;
    this.exchange.placed.length = 0;
    const rules = { batchPresets: false, maxOrdersPerCall: 1, limits: limits() };
    const schedule = compilePlan(v2.calls, aPlan(orders), this.store.stateOf(ACCOUNT, NAME), rules);
    const unknown = this.known().filter(({ state }) => state === 'unknown');
    const earlier: Earlier = { unknown: unknown.map(soughtOf), cancels: [], canLookUp };
    const { signal } = this.stop;
    const run = { ...NAME, schedule, planFile: '/plan.yaml', signal, ...(unknown.length > 0 && { earlier }) };
    const tally = await this.clock.run(this.session.place(run));
    const outcomes = this.#events.filter((event) => event.event === 'order-outcome');
    return {
      code: tally.exitCode(undefined),
      said: outcomes.map((one) => `${one.id} ${one.outcome === 'withheld' ? one.reason : one.outcome}`).toSorted(),
      why: this.#events.flatMap((event) => (event.event === 'run-stopping' ? [event.why] : [])),
      placed: this.exchange.placed,
    };
  }
}

/** Two orders whose answers were lost, and an exchange that has come to its senses. */
async function afterLosing(): Promise<Rig> {
  const rig = new Rig();
  await rig.open();
  await rig.place([LOST, LOST_TOO]);
  expect(rig.states()).toEqual({ lost: 'unknown', 'lost-too': 'unknown' });
  rig.exchange.loses = false;
  return rig;
}

const ALL = [LOST, LOST_TOO, NEXT];
const NOTHING_SENT = ['lost unresolved', 'lost-too unresolved', 'next stopped'];

describe('orders of an earlier run', () => {
  it('that are all found: on record, told as accepted, and the rest is sent', async () => {
    const rig = await afterLosing();
    rig.exchange.list = ({ list }) => (list === 'open' ? page(listed(LOST)) : page(listed(LOST_TOO)));
    expect(await rig.place(ALL)).toEqual({
      code: EXIT.done,
      said: ['lost accepted', 'lost-too accepted', 'next accepted'],
      why: [],
      placed: ['next'],
    });
    expect(rig.known().map(({ id, rule }) => `${id} ${rule}`)).toContain('lost found');
  });

  it('of which one is in no list: what was found is on record, and nothing is sent', async () => {
    const rig = await afterLosing();
    rig.exchange.list = () => page(listed(LOST));
    expect(await rig.place(ALL)).toEqual({
      code: EXIT.unknown,
      said: ['lost accepted', 'lost-too unresolved', 'next stopped'],
      why: ['an earlier order is unknown: lost-too'],
      placed: [],
    });
    expect(rig.states()).toEqual({ lost: 'accepted', 'lost-too': 'unknown' });
    // It shows up later.
    rig.exchange.list = () => page(listed(LOST_TOO));
    expect((await rig.place(ALL)).placed).toEqual(['next']);
  });

  it('whose lists do not answer: nothing is sent', async () => {
    const rig = await afterLosing();
    rig.exchange.list = () => failed;
    expect(await rig.place(ALL)).toMatchObject({ code: EXIT.unknown, said: NOTHING_SENT, placed: [] });
  });

  it('that are found while a list does not answer: on record, and nothing is sent', async () => {
    const rig = await afterLosing();
    rig.exchange.list = ({ list }) => (list === 'open' ? page(listed(LOST), listed(LOST_TOO)) : failed);
    expect(await rig.place(ALL)).toEqual({
      code: EXIT.incomplete,
      said: ['lost accepted', 'lost-too accepted', 'next stopped'],
      why: ['the lists were not read to their end: the history list: no whole answer'],
      placed: [],
    });
  });

  it('that cannot be looked up: nothing is asked, nothing is sent', async () => {
    const rig = await afterLosing();
    rig.exchange.list = () => {
      throw new Error('asked');
    };
    expect(await rig.place(ALL, false)).toMatchObject({ code: EXIT.unknown, said: NOTHING_SENT, placed: [] });
  });

  it('that are gone from the plan hold it back as well, and make the exit code', async () => {
    const rig = await afterLosing();
    rig.exchange.list = () => page(listed(LOST));
    expect(await rig.place([LOST, NEXT])).toEqual({
      code: EXIT.unknown,
      said: ['lost accepted', 'next stopped'],
      why: ['an earlier order is unknown: lost-too'],
      placed: [],
    });
  });

  it('and an interruption while they are looked up: nothing is sent', async () => {
    const rig = await afterLosing();
    rig.exchange.list = () => {
      rig.stop.abort('interrupted');
      return page(listed(LOST), listed(LOST_TOO));
    };
    const ended = await rig.place(ALL);
    expect(ended.placed).toEqual([]);
    expect(ended.said).toEqual(['lost accepted', 'lost-too accepted', 'next stopped']);
  });

  it('and a journal that fails: nothing is told as found, and nothing is sent', async () => {
    const rig = await afterLosing();
    rig.exchange.list = () => page(listed(LOST), listed(LOST_TOO));
    rig.store.beforeCommit = (records) => {
      if (records.some(({ kind }) => kind === 'settled')) throw new Error('the disk is full');
    };
    expect(await rig.place(ALL)).toMatchObject({
      code: EXIT.unknown,
      said: NOTHING_SENT,
      why: ['the journal :memory: cannot be used: the disk is full'],
      placed: [],
    });
  });
});

const ask = async (rig: Rig): Promise<string[]> => {
  const orders = ALL.map((order) => soughtElsewhere(order, NAME, elsewhereSince(rig.clock.wallMs())));
  const found = await rig.clock.run(rig.session.lookFor(orders));
  return found.map(({ finding }) => finding.kind);
};

describe('orders that are about to be sent', () => {
  it('are looked for among what rests, and 88 days back, in questions of at most 90 days', async () => {
    const rig = new Rig();
    await rig.open();
    const sinceMs: number[] = [];
    rig.exchange.list = ({ list, fromMs, toMs }) => {
      if (list === 'history' && toMs - fromMs <= 90 * 86_400_000) sinceMs.push(fromMs);
      return list === 'open' ? page(listed(LOST)) : page();
    };
    expect(await ask(rig)).toEqual(['found', 'not-found', 'not-found']);
    expect(Math.max(...sinceMs)).toBeLessThanOrEqual(rig.clock.wallMs() - 88 * 86_400_000);
  });

  it('are not said to be absent by lists that do not answer, or once the machine stood still', async () => {
    const rig = new Rig();
    await rig.open();
    rig.exchange.list = ({ list }) => (list === 'open' ? page() : failed);
    expect(await ask(rig)).toEqual(['failed', 'failed', 'failed']);
    rig.exchange.list = () => {
      rig.clock.jumpWall(60_000);
      return page();
    };
    expect(await ask(rig)).toEqual(['failed', 'failed', 'failed']);
  });
});
