/**
 * `worker frames <orders> <frames>`: CPU of each frame, one outcome a frame, on a clock that is moved by hand.
 * `worker keys <orders> <rounds>`: how long each of several keys takes until its frame is written.
 * `worker stream <orders> <seconds> screen|nothing`: 2,000 outcomes a second for this long, by the real clock.
 */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Clock, EventSink } from '../../src/ports.ts';
import { realClock } from '../../src/system/clock.ts';
import { mountRunScreen, type RunScreen } from '../../src/ui/run-screen.tsx';
import { keyboard, Terminal } from '../support/terminal.ts';

export interface Frames {
  readonly cpuMs: readonly number[];
  readonly bytesPerFrame: number;
}

export interface Stream {
  /** Percent of one core, and the 99th percentile of how late a timer of another task fires, in ms. */
  readonly cpuShare: number;
  readonly lateMs: number;
}

/** Milliseconds of each key's frames. */
export type Keys = Readonly<Record<string, readonly number[]>>;

const BATCH = 20;
const OUTCOMES_PER_SECOND = 2000;
/** What a first frame leaves to be compiled. */
const LOADING_MS = 1500;
const { limits } = defaultConfig.exchange;

class HandClock implements Clock {
  #nowMs = 0;
  #wake: () => void = () => undefined;
  readonly monotonicMs = (): number => this.#nowMs;
  readonly wallMs = (): number => this.#nowMs;

  sleep(_ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      this.#wake = resolve;
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Ends the sleep that is going on. */
  move(ms: number): void {
    this.#nowMs += ms;
    this.#wake();
  }
}

const idOf = (index: number): string => `order-${String(index).padStart(6, '0')}`;

/** What a run reports before its first call. */
function beginning(orders: number): RunEvent[] {
  const ids = Array.from({ length: orders }, (_, index) => idOf(index));
  const started: RunEvent = {
    event: 'run-started',
    planFile: 'plan.yaml',
    ladders: [],
    mode: 'execute',
    target: 'paper',
    exchange: 'http://127.0.0.1:1',
    limits,
    orders: ids.map((id, index) => ({
      id,
      symbol: 'cmt_btcusdt',
      side: 'open-long',
      size: '0.01',
      price: `${60_000 + (index % 4000)}.5`,
      marginMode: 'cross',
      timeInForce: 'normal',
      line: 4 + index * 7,
    })),
  };
  const calls = Array.from({ length: orders / BATCH }, (_, index): RunEvent => ({
    event: 'call-planned',
    call: index + 1,
    kind: 'batch',
    method: 'POST',
    body: '',
    ...OPERATIONS.batch,
    orders: ids.slice(index * BATCH, (index + 1) * BATCH),
  }));
  const weight = { ip: calls.length * 5, uid: calls.length * 10 };
  return [
    started,
    { event: 'plan-loaded', plan: 'bench', generation: 1, orders, digest: '0'.repeat(64) },
    ...calls,
    { event: 'plan-compiled', calls: calls.length, weight, lowerBound: weight, naive: weight, forecastMs: 0 },
  ];
}

const budget = (inFlight: number): RunEvent => ({
  event: 'budget-changed',
  ip: { used: 45 + inFlight, limit: 500, freesInMs: 4000 },
  uid: { used: 90 + inFlight, limit: 500, freesInMs: 4000 },
  inFlight,
});

function emitOutcome(sink: EventSink, index: number): void {
  const call = Math.floor(index / BATCH) + 1;
  if (index % BATCH === 0) {
    sink({ event: 'call-sent', call });
    sink(budget(8));
  }
  sink({
    event: 'order-outcome',
    id: idOf(index),
    clientOid: idOf(index),
    call,
    outcome: 'accepted',
    orderId: String(596_471_064_624_628_269n + BigInt(index)),
    rule: 'entry-accepted',
    latencyMs: 41.5,
  });
  if (index % BATCH === BATCH - 1) sink(budget(7));
}

const nothing = (): void => undefined;

interface Mounted {
  readonly terminal: Terminal;
  readonly board: Readable;
  readonly screen: RunScreen;
}

function mount(clock: Clock, stays = false): Mounted {
  const terminal = new Terminal();
  const board = keyboard();
  const stdout = terminal as unknown as NodeJS.WriteStream;
  const screen = mountRunScreen({
    stdout,
    stdin: board as unknown as NodeJS.ReadStream,
    onExit: () => nothing,
    clock,
    color: true,
    edge: (text) => text,
    stays,
    canPlace: false,
    onWish: nothing,
  });
  return { terminal, board, screen };
}

async function frames(orders: number, count: number): Promise<Frames> {
  const clock = new HandClock();
  const { terminal, screen } = mount(clock);
  beginning(orders).forEach(screen.sink);
  const cpuMs: number[] = [];
  let bytes = 0;
  const warmUp = 40;
  for (let frame = 0; frame < warmUp + count; frame++) {
    if (frame === warmUp) bytes = terminal.bytes;
    const before = terminal.bytes;
    const startedCpu = process.cpuUsage();
    emitOutcome(screen.sink, frame);
    clock.move(50);
    for (let waited = 0; terminal.bytes === before; waited++) {
      if (waited === 100) throw new Error(`frame ${frame} was never drawn`);
      await sleep(2);
    }
    const { user, system } = process.cpuUsage(startedCpu);
    if (frame >= warmUp) cpuMs.push((user + system) / 1000);
  }
  const bytesPerFrame = (terminal.bytes - bytes) / count;
  await screen.finish();
  return { cpuMs, bytesPerFrame };
}

/** The keys of a round, in their order: a filter typed and ended, every view, and moves in the list. */
const ROUND = [
  ['/', 'filter: /'],
  ['9', 'filter: first character'],
  ['9', 'filter: second character'],
  ['\u001b[200~ accepted\u001b[201~', 'filter: pasted word'],
  ['\u0015', 'filter: erased'],
  ['\r', 'filter: kept'],
  ['\u001b[F', 'End'],
  ['\u001b[5~', 'PgUp'],
  ['\u001b[H', 'Home'],
  ['\u001b[B', 'down'],
  ['\r', 'detail'],
  ['\r', 'back'],
  ['2', 'picture'],
  ['3', 'calls'],
  ['4', 'problems'],
  ['1', 'orders'],
  ['f', 'follow'],
] as const;

async function keys(orders: number, rounds: number): Promise<Keys> {
  const clock = new HandClock();
  const { terminal, board, screen } = mount(clock, true);
  beginning(orders).forEach(screen.sink);
  for (let index = 0; index < orders / 2; index++) emitOutcome(screen.sink, index);
  clock.move(200);
  await sleep(LOADING_MS);
  const took: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const [key, name] of ROUND) {
      const before = terminal.bytes;
      const startedMs = performance.now();
      board.push(key);
      for (let waited = 0; terminal.bytes === before && waited < 2000; waited++) await new Promise(setImmediate);
      (took[name] ??= []).push(performance.now() - startedMs);
      clock.move(160);
      await sleep(5);
    }
  await screen.finish();
  return took;
}

async function stream(orders: number, seconds: number, sink: EventSink): Promise<Stream> {
  beginning(orders).forEach(sink);
  await sleep(LOADING_MS);
  const late: number[] = [];
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  for (let sent = 0; sent < seconds * OUTCOMES_PER_SECOND;) {
    const dueMs = performance.now() + 10;
    await sleep(10);
    late.push(performance.now() - dueMs);
    const due = Math.floor(((performance.now() - startedMs) / 1000) * OUTCOMES_PER_SECOND);
    for (; sent < Math.min(due, orders); sent++) emitOutcome(sink, sent);
  }
  const { user, system } = process.cpuUsage(startedCpu);
  const cpuShare = (user + system) / 10 / (performance.now() - startedMs);
  const lateMs = late.toSorted((a, b) => a - b)[Math.floor(late.length * 0.99)] as number;
  return { cpuShare, lateMs };
}

const [mode, orders = '0', amount = '0', shownOn] = process.argv.slice(2);
if (mode === 'keys') console.log(JSON.stringify(await keys(Number(orders), Number(amount))));
else if (mode === 'frames') console.log(JSON.stringify(await frames(Number(orders), Number(amount))));
else {
  const screen = shownOn === 'screen' ? mount(realClock).screen : undefined;
  console.log(JSON.stringify(await stream(Number(orders), Number(amount), screen?.sink ?? nothing)));
  await screen?.finish();
}
process.exit(0);
