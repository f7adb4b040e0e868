/** The screen of a run or a watch on a terminal in memory, in time that a test lets pass. */
import { onTestFinished } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import { disarmed } from '../../src/report/text/edge.ts';
import type { Wish } from '../../src/ports.ts';
import { FRAME_MS } from '../../src/ui/pace.ts';
import { mountRunScreen, type RunScreen, type RunScreenOptions } from '../../src/ui/run-screen.tsx';
import { loaded, planned, started, twelve } from './run-events.ts';
import { FakeTerminal, ManualClock } from './fake-terminal.ts';

export interface Mounted {
  readonly terminal: FakeTerminal;
  readonly clock: ManualClock;
  readonly screen: RunScreen;
  /** What was asked for so far. */
  readonly wishes: Wish[];
  /** Tells the events and lets a frame pass. */
  readonly tell: (...events: RunEvent[]) => Promise<void>;
}

/** Ended when the test ends. */
export function mount(
  columns = 80,
  rows = 24,
  settings: Partial<RunScreenOptions> & { keyboard?: boolean } = {},
): Mounted {
  const { keyboard = true, ...options } = settings;
  const terminal = new FakeTerminal(columns, rows, keyboard);
  const clock = new ManualClock();
  const wishes: Wish[] = [];
  const { stdout, stdin } = terminal;
  const ends = { color: true, edge: disarmed, stays: false, canPlace: false, onExit: () => () => undefined };
  const screen = mountRunScreen({
    ...ends,
    stdout,
    stdin,
    clock,
    onWish: (wish) => void wishes.push(wish),
    ...options,
  });
  onTestFinished(() => screen.finish().catch(() => undefined));
  const tell = async (...events: RunEvent[]): Promise<void> => {
    for (const event of events) screen.sink(event);
    await clock.advance(FRAME_MS);
  };
  return { terminal, clock, screen, wishes, tell };
}

/** The screen of a watch that may place. */
export const watch = (columns = 80, rows = 24, settings: Parameters<typeof mount>[2] = {}): Mounted =>
  mount(columns, rows, { stays: true, canPlace: true, ...settings });

/** One after the other: what comes together is a paste. */
export async function strike(terminal: FakeTerminal, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    terminal.press(key);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Sixty orders. */
export const crowd = Array.from({ length: 60 }, (_, at) => ({
  ...(twelve[1] as (typeof twelve)[number]),
  id: `order-${at + 1}`,
}));
/** A run that has planned them in one batch. */
export const crowded = [loaded(60), started(crowd), planned(1, 'batch', crowd)];
