/** What becomes of the orders of each good save on its prices. It is found out in a thread of its own: nothing of the watch waits for it. */
import { dirname, join, resolve } from 'node:path';
import type { EventSink } from '../../ports.ts';
import type { Setup } from '../inputs/setup.ts';
import { givenOptions, type RunOptions } from '../run/run-options.ts';
import type { SimulationThread } from '../background.ts';
import type { World } from '../world.ts';

/** What `ordo simulate --watch` was given; a watch of `ordo run` goes by the config. */
export interface GivenPrices {
  /** The words behind `ordo simulate`. */
  readonly words: readonly string[];
  /** Its files of candles; absent where it goes by the config too. */
  readonly files?: readonly string[];
}

/** How often the files of candles are looked at. */
const LOOK_MS = 500;

interface Save {
  readonly setup: Setup;
  readonly savedAtMs: number;
}

export class SimulatedSaves {
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #emit: EventSink;
  readonly #given: GivenPrices | undefined;
  /** A watch without candles never starts it. */
  #thread: Promise<SimulationThread> | undefined;
  #following: Promise<void> | undefined;
  readonly #over = new AbortController();
  #save: Save | undefined;
  /** What the files of candles looked like when they were last read. */
  #read = '';

  constructor(world: World, options: RunOptions, emit: EventSink, given: GivenPrices | undefined) {
    this.#world = world;
    this.#options = options;
    this.#emit = emit;
    this.#given = given;
  }

  /** While a save is broken, the figures of the last good one stay. */
  take(setup: Setup | undefined, savedAtMs: number): void {
    if (setup?.plan === undefined) return;
    const hasPrices = this.#given !== undefined || setup.config.simulate.candles !== undefined;
    this.#save = hasPrices ? { setup, savedAtMs } : undefined;
    this.#ask();
  }

  async close(): Promise<void> {
    this.#over.abort();
    await this.#following;
    await (await this.#thread)?.close();
  }

  /** Looks whether the candles have changed. */
  async #follow(): Promise<void> {
    let before = this.#read;
    while (!this.#over.signal.aborted) {
      await this.#world.clock.sleep(LOOK_MS, this.#over.signal);
      const now = this.#stamps();
      // A file that is still being written looks otherwise each time.
      if (now !== this.#read && now === before && !this.#over.signal.aborted) this.#ask();
      before = now;
    }
  }

  #ask(): void {
    if (this.#save === undefined) return;
    const { setup, savedAtMs } = this.#save;
    this.#read = this.#stamps();
    const tell = { event: 'simulation-stated', savedAtMs } as const;
    this.#emit({ ...tell, is: 'running' });
    const { folder } = this.#world.files;
    const asked = { words: this.#given?.words ?? this.#words(), folder, bytes: setup.bytesRead };
    this.#thread ??= this.#world.process.startSimulationThread();
    this.#following ??= this.#follow();
    void this.#thread.then((thread) =>
      thread.ask(asked, (answer) =>
        this.#emit(answer.ok ? { ...tell, is: 'done', ...answer.value } : { ...tell, is: 'failed', why: answer.error }),
      ),
    );
  }

  /** As `ordo simulate` takes what this watch was given. */
  #words(): string[] {
    const all = givenOptions(this.#options).filter(({ name }) => OF_BOTH.has(name));
    return [...all.flatMap(({ name, value }) => [`--${name}`, value]), '--', this.#options.planPath];
  }

  #stamps(): string {
    const { files } = this.#world;
    return this.#files()
      .map((file) => `${file} ${files.stampOf(file)}`)
      .join('\n');
  }

  #files(): string[] {
    const { files } = this.#world;
    if (this.#save === undefined) return [];
    const own = this.#given?.files;
    if (own !== undefined) return own.map((file) => resolve(files.folder, file));
    const { config, configFile = '.' } = this.#save.setup;
    return Object.values(config.simulate.candles ?? {}).flatMap((names) =>
      names.map((name) => join(dirname(configFile), name)),
    );
  }
}

const OF_BOTH: ReadonlySet<string> = new Set(['config', 'var', 'only']);
