/**
 * `watching <folder> saves <candles> <saves>`: from a save of 20.yaml to its dry run and to its figures, as the screen hears of them.
 * `watching <folder> keys <candles> <rounds>`: how long each key takes until its frame is written, while so many candles are simulated.
 * Both run the built command of that folder in this process, on a terminal in memory.
 */
import { renameSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEvent } from '../../src/model/event.ts';
import type { Screen, ScreenSettings } from '../../src/commands/world.ts';
import type * as Program from '../../src/start.ts';
import type { mountScreen as Mount } from '../../src/ui/mount-screen.ts';
import { keyboard, Terminal } from '../support/terminal.ts';

/** Milliseconds. */
export interface WatchTimes {
  readonly dryRuns: readonly number[];
  readonly figures: readonly number[];
  readonly keys: readonly number[];
  /** While nothing is simulated. */
  readonly idleKeys: readonly number[];
}

const [folder = '', mode = '', candles = '', amount = '1'] = process.argv.slice(2);
process.chdir(folder);
const { main, realWorld } = createRequire(import.meta.url)(`${folder}/dist/ordo.cjs`) as typeof Program;
const { mountScreen } = (await import(`${folder}/dist/screen.js`)) as { mountScreen: typeof Mount };

const nothing = (): void => undefined;
const terminal = new Terminal();
const pressing = keyboard();

/** Whoever waits for an event. */
let heard: (event: RunEvent) => void = nothing;
const until = (isIt: (event: RunEvent) => boolean): Promise<number> =>
  new Promise((resolve) => {
    const before = heard;
    heard = (event) => {
      before(event);
      if (isIt(event)) resolve(performance.now());
    };
  });

async function mounted(settings: ScreenSettings): Promise<Screen> {
  const stdout = terminal as unknown as NodeJS.WriteStream;
  const stdin = pressing as unknown as NodeJS.ReadStream;
  const ends = { stdout, stdin, onExit: () => nothing, color: true, edge: (text: string) => text };
  const screen = await mountScreen({ clock: world.clock, ...settings, ...ends });
  const sink = (event: RunEvent): void => {
    screen.sink(event);
    heard(event);
  };
  return { sink, finish: () => screen.finish() };
}

const real = realWorld();
const stdout = { ...real.terminal.stdout, isTerminal: true };
const world = { ...real, terminal: { ...real.terminal, stdout, mountScreen: mounted } };

const isDone = (event: RunEvent): boolean => event.event === 'simulation-stated' && event.is === 'done';
const isRunning = (event: RunEvent): boolean => event.event === 'simulation-stated' && event.is === 'running';
const isDryRun = ({ event }: RunEvent): boolean => event === 'run-finished';

const plan = readFileSync('20.yaml', 'utf8');
writeFileSync('watched.yaml', plan);
/** With another size each time. */
function save(nth: number): number {
  writeFileSync('watched.yaml.new', plan.replaceAll('size: 0.01', `size: 0.${100 + nth}`));
  renameSync('watched.yaml.new', 'watched.yaml');
  return performance.now();
}

async function saves(count: number): Promise<WatchTimes> {
  const times = { dryRuns: [] as number[], figures: [] as number[], keys: [], idleKeys: [] };
  for (let nth = 0; nth < count; nth++) {
    // Each is one of its own.
    await sleep(250);
    heard = nothing;
    const [dryRun, figures] = [until(isDryRun), until(isDone)];
    const savedMs = save(nth);
    times.dryRuns.push((await dryRun) - savedMs);
    times.figures.push((await figures) - savedMs);
  }
  return times;
}

/** Each opens another view, and so changes the frame. */
const KEYS = ['1', '2', '3', '4', '5'];

let nextKey = 0;

/** Presses keys until `isOver`. */
async function pressed(isOver: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!isOver()) {
    const before = terminal.bytes;
    const startedMs = performance.now();
    pressing.push(KEYS[nextKey++ % KEYS.length]);
    while (terminal.bytes === before && performance.now() - startedMs < 1000) await new Promise(setImmediate);
    took.push(performance.now() - startedMs);
    await sleep(20);
  }
  return took;
}

async function keys(rounds: number): Promise<WatchTimes> {
  const [busy, idle]: [number[], number[]] = [[], []];
  // The first time of each view is compiling, and what a plan is drawn by.
  let left = 4 * KEYS.length;
  await pressed(() => left-- < 0);
  for (let round = 0; round < rounds; round++) {
    left = 5 * KEYS.length;
    idle.push(...(await pressed(() => left-- < 0)));
    heard = nothing;
    let isOver = false;
    const [begun, done] = [until(isRunning), until(isDone).then(() => (isOver = true))];
    save(round);
    await begun;
    busy.push(...(await pressed(() => isOver)));
    await done;
  }
  if (busy.length < rounds * KEYS.length) throw new Error(`only ${busy.length} keys: the simulation was over`);
  return { dryRuns: [], figures: [], keys: busy, idleKeys: idle };
}

const first = until(isDone);
void main(world, ['simulate', 'watched.yaml', '--candles', `${candles}.csv`, '--watch'], 'bench');
await first;
console.log(JSON.stringify(mode === 'saves' ? await saves(Number(amount)) : await keys(Number(amount))));
process.exit(0);
