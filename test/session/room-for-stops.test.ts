/**
 * A long ladder, and targets without end, beside the stop that grows with what is filled, where the exchange takes few orders: in virtual
 * time, by the weights of a journal.
 */
import { expect, test } from 'vitest';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { v3 } from '../../src/exchange/v3/dialect.ts';
import { openLedger } from '../../src/journal/open.ts';
import type { Claim } from '../../src/journal/records/ledger.ts';
import type { Intent } from '../../src/journal/records/request.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import type { Limits } from '../../src/model/call.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { PlacedPart } from '../../src/model/followed.ts';
import { RoomForStops } from '../../src/session/follow/room-for-stops.ts';
import { Followed, planned } from '../support/followed.ts';
import { intentOf, newFile } from '../support/journal-files.ts';
import { anOrder } from '../support/plan-builder.ts';

const RUNGS = 200;
const EVERY_MS = 2000;
const STEP_MS = 100;
const LIMITS: Limits = { ...v3.defaults.limits, inFlight: 8 };
const WANTED = { look: { ip: 7, uid: 0 }, everyMs: EVERY_MS, room: { ip: 2, uid: 2, orderCalls: 4 }, orders: 2 };
/** An opening order is missed after that. */
const MOST_PAUSE_MS = 300_000;
/** A stop has no more parts. */
const MOST_PARTS = 48;

/** Where the entry of a group is one order, and where it is a ladder. */
const ENTRIES = { one: ['d-1'], ladder: Array.from({ length: RUNGS }, (_, at) => `d-${at + 1}`) } as const;

/** A journal that a run follows by, and what it sends at any moment. */
class Desk {
  nowMs = 0;
  readonly #followed: Followed;
  readonly #placed = new Map<string, PlacedPart[]>([['stop', []]]);
  readonly #room: RoomForStops;
  #claim: Claim | undefined;
  #sent = 0;

  constructor(entries: readonly string[]) {
    const exit = { exit: { filled: [...entries] } };
    this.#followed = new Followed([
      ...entries.map((id) => planned({ id, size: '0.01', price: '64000' })),
      planned({ id: 'stop', size: '2', trigger: '50000', ...exit }),
      planned({ id: 'out', size: '2', trigger: '66000', price: '66000', ...exit }),
    ]);
    this.#followed.set({ placed: this.#placed });
    const task = { follow: this.#followed.plan, everyMs: EVERY_MS };
    const time = { nowMs: () => this.nowMs } as never;
    this.#room = new RoomForStops({ task, limits: LIMITS, calls: v3.calls, time });
  }

  async begin(): Promise<void> {
    const ledger = openLedger(sqliteUrl(newFile()), {
      self: { host: 'here', user: 'tester', pid: 7, since: '' },
      monotonicMs: () => this.nowMs,
      wallMs: () => WALL_START_MS + this.nowMs,
      defer: (act) => act(),
    });
    const plan = { plan: 'long', generation: 1 };
    const claimed = await ledger.claim({ account: { origin: 'http://127.0.0.1:1', name: 'main' }, plan }, LIMITS);
    if (!claimed.ok) throw new Error('held');
    const run = { ...plan, planFile: 'plan.yaml', digest: 'd', isFollow: true, reserve: WANTED } as const;
    if (!(await claimed.value.begin(run)).ok) throw new Error('nothing is kept');
    this.#claim = claimed.value;
  }

  get stops(): number {
    return this.#placed.get('stop')?.length ?? 0;
  }

  get openings(): number {
    return this.#placed.size - 1;
  }

  async opens(id: string): Promise<boolean> {
    const order = anOrder({ id });
    const beside = this.#room.beside(this.#followed.known, [order]);
    const isTaken = await this.#send({ ...intentOf([order]), ...(beside && { beside }) });
    if (isTaken) this.#put(id);
    return isTaken;
  }

  sendsTarget(): Promise<boolean> {
    const sent = intentOf([anOrder({ id: `out/${this.#sent}`, side: 'close-long' })]);
    const orders = sent.orders.map((order) => ({ ...order, marks: { isTarget: true as const } }));
    const beside = this.#room.beside(this.#followed.known, []);
    return this.#send({ ...sent, orders, ...(beside && { beside }) });
  }

  async sendsStop(): Promise<boolean> {
    const id = `stop/${this.stops}`;
    const isTaken = await this.#send(intentOf([anOrder({ id, side: 'close-long' })]));
    if (isTaken) this.#put('stop');
    return isTaken;
  }

  /** It is answered at once. */
  async #send(intent: Intent): Promise<boolean> {
    const call = { ...intent.call, number: ++this.#sent, weight: v3.calls.place.weight('single', 1) };
    const [attempt] = (await this.#claim?.intend([{ ...intent, call }]))?.attempts ?? [];
    if (attempt === undefined) return false;
    const verdicts = [{ outcome: 'rejected', message: '' }] as never;
    await this.#claim?.conclude(attempt, { how: 'answered', verdicts, latencyMs: 1 });
    return true;
  }

  #put(id: string): void {
    const parts = this.#placed.get(id) ?? [];
    this.#placed.set(id, parts);
    parts.push({
      clientOid: `${id} ${parts.length}`,
      number: parts.length + 1,
      size: Decimal.of('0.01'),
      state: 'works',
      sentMs: this.nowMs,
      answeredMs: this.nowMs,
      trades: new Map(),
    });
  }
}

/** For so long, at each moment, whatever goes beside the stop. Each look from `from` on makes a part of it due: how long each of them waits. */
async function stopsBeside(
  desk: Desk,
  { untilMs, fromMs, goes }: { untilMs: number; fromMs: number; goes: () => Promise<boolean> },
): Promise<readonly number[]> {
  const waitsMs: number[] = [];
  let [due, sinceMs] = [0, 0];
  for (; desk.nowMs < untilMs; desk.nowMs += STEP_MS) {
    if (desk.nowMs >= fromMs && desk.nowMs % EVERY_MS === 0 && due < MOST_PARTS - 1) {
      if (due === desk.stops) sinceMs = desk.nowMs;
      due += 1;
    }
    while (desk.stops < due && (await desk.sendsStop())) waitsMs.push(desk.nowMs - sinceMs);
    while (await goes());
  }
  expect(desk.stops).toBe(due);
  return waitsMs;
}

/** The rungs that are not placed yet, in their order. */
const ladderOf = (desk: Desk) => async (): Promise<boolean> => {
  const id = ENTRIES.ladder[desk.openings];
  return id !== undefined && (await desk.opens(id));
};

async function deskOf(entries: readonly string[]): Promise<Desk> {
  const desk = new Desk(entries);
  await desk.begin();
  return desk;
}

test('a ladder that nothing fills of goes as fast as the exchange takes it but for two exits', async () => {
  const desk = await deskOf(ENTRIES.ladder);
  const goes = ladderOf(desk);
  for (; desk.openings < RUNGS && desk.nowMs < 2 * MOST_PAUSE_MS; desk.nowMs += STEP_MS) while (await goes());
  expect(desk.openings).toBe(RUNGS);
  // 48 of 50 go in a minute: 200 in four minutes and a little.
  expect(desk.nowMs).toBeLessThan(255_000);
});

test.each([0, 60_000])(
  'a ladder that fills at each look from %i ms on leaves its stop room at once, each time',
  async (fromMs) => {
    const desk = await deskOf(ENTRIES.ladder);
    const waits = await stopsBeside(desk, { fromMs, untilMs: MOST_PAUSE_MS, goes: ladderOf(desk) });
    expect(waits).toHaveLength(MOST_PARTS - 1);
    expect(Math.max(...waits)).toBe(0);
    // The exchange takes 250 orders in that time.
    expect(desk.openings + desk.stops).toBeGreaterThan(235);
  },
);

test.each([0, 20_000])(
  'targets without end leave an entry that fills at each look from %i ms on the same',
  async (fromMs) => {
    const desk = await deskOf(ENTRIES.one);
    expect(await desk.opens('d-1')).toBe(true);
    let targets = 0;
    const goes = async (): Promise<boolean> => {
      const isTaken = await desk.sendsTarget();
      targets += isTaken ? 1 : 0;
      return isTaken;
    };
    const waits = await stopsBeside(desk, { fromMs, untilMs: 180_000, goes });
    expect(waits).toHaveLength(MOST_PARTS - 1);
    expect(Math.max(...waits)).toBe(0);
    expect(targets).toBeGreaterThan(60);
  },
);

/** What has to fit in the end, of the orders in ten seconds and in a minute. */
function mostBeside(groups: number, isOpening: boolean): readonly unknown[] {
  const ids = Array.from({ length: groups }, (_, at) => `e${at}`);
  const followed = new Followed(
    ids.flatMap((id) => [
      planned({ id, size: '1', price: '64000' }),
      planned({ id: `${id}-stop`, size: '1', trigger: '50000', exit: { filled: [id] } }),
    ]),
  );
  followed.look();
  if (!isOpening) followed.settle();
  const task = { follow: followed.plan, everyMs: EVERY_MS };
  const room = new RoomForStops({
    task,
    limits: LIMITS,
    calls: v3.calls,
    time: { nowMs: () => followed.now },
  });
  const { orderCalls, uid } =
    room.beside(followed.known, isOpening ? ids.map((id) => anOrder({ id })) : [])?.at(-1)?.cost ?? {};
  return [orderCalls, uid];
}

test('openings leave all that one group may need, and half where that is most of a window; others leave it whole', () => {
  expect(mostBeside(1, true)).toEqual([6, 31]);
  expect(mostBeside(3, true)).toEqual([5, 25]);
  expect(mostBeside(1, false)).toEqual([6, 31]);
  expect(mostBeside(3, false)).toEqual([10, 50]);
});
