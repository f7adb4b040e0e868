/** `ordo run --watch`: the dry run again at every save, broken files included, until a signal ends it. */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { advance, type WatchInput, type WatchState } from '../../watch/watch-machine.ts';
import { loadFor, showDryRun } from './dry-run.ts';
import { isThere } from '../inputs/input-files.ts';
import { hearInterruptions, type Interruptions } from '../command-line/interruption.ts';
import { refusalOf, tellRefusal } from '../command-line/refusal.ts';
import type { Reporter } from '../command-line/reporting.ts';
import type { RunOptions } from './run-options.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';

export async function watchPlan(world: World, options: RunOptions, told: Reporter): Promise<ExitCode> {
  const end = new AbortController();
  const interruptions = hearInterruptions(world, () => end.abort());
  const session = new WatchSession(world, options, told, interruptions);
  try {
    await session.showIfChanged();
    await session.follow(end.signal);
    return interruptions.exitCode() ?? EXIT.interrupted;
  } finally {
    interruptions.release();
  }
}

class WatchSession {
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #told: Reporter;
  readonly #interruptions: Interruptions;
  /** What the last dry run was made from; undefined before the first, and after one that could not be read. */
  #shown: Pick<Setup, 'files' | 'missing'> | undefined;
  #watched: readonly string[] = [];
  #state: WatchState = { at: 'idle' };
  #wake = new AbortController();

  constructor(world: World, options: RunOptions, told: Reporter, interruptions: Interruptions) {
    this.#world = world;
    this.#options = options;
    this.#told = told;
    this.#interruptions = interruptions;
  }

  async follow(end: AbortSignal): Promise<void> {
    const { clock } = this.#world;
    const step = (input: WatchInput): void => {
      this.#state = advance(this.#state, input, clock.monotonicMs());
      this.#wake.abort();
    };
    const watcher = await this.#world.watchFiles(this.#watched, () => step({ kind: 'changed' }));
    try {
      // A save between the first look and the watcher's start would otherwise be missed.
      step({ kind: 'changed' });
      while (!end.aborted) {
        this.#wake = new AbortController();
        await clock.sleep(this.#waitMs(), AbortSignal.any([this.#wake.signal, end]));
        step({ kind: 'time' });
        if (this.#state.at !== 'running' || end.aborted) continue;
        await this.showIfChanged();
        step({ kind: 'done' });
      }
    } finally {
      await watcher.close();
    }
  }

  #waitMs(): number {
    return this.#state.at === 'settling'
      ? this.#state.untilMs - this.#world.clock.monotonicMs()
      : Number.POSITIVE_INFINITY;
  }

  /** The dry run, unless every file is as the last one was made from it. */
  async showIfChanged(): Promise<void> {
    if (this.#shown !== undefined && this.#unchanged(this.#shown)) return;
    const again = this.#watched.length > 0;
    const options = { ...this.#options, startedMs: this.#world.clock.monotonicMs() };
    if (again && options.output !== 'ndjson')
      this.#world.stdout.write(`\n── ${options.planPath} changed ${'─'.repeat(20)}\n\n`);
    this.#shown = undefined;
    this.#told.begin();
    try {
      const setup = await loadFor(this.#world, options);
      this.#shown = setup;
      this.#watched = [...setup.files.keys(), ...(setup.missing === undefined ? [] : [setup.missing])];
      await showDryRun(this.#world, options, this.#told, setup);
    } catch (error) {
      // The plan can be away for a moment while an editor replaces it: said, and looked at again at the next change.
      const refusal = refusalOf(error);
      if (refusal === undefined || !again) throw error;
      tellRefusal(this.#world.stderr, refusal);
    }
    // A dry run does not stop for an output that is lost, as it ends by itself. A watch would not.
    const loss = await this.#world.flushOutput();
    if (loss !== undefined) this.#interruptions.interrupt(loss);
  }

  #unchanged({ files, missing }: Pick<Setup, 'files' | 'missing'>): boolean {
    if (missing !== undefined && isThere(this.#world, missing)) return false;
    return [...files].every(([file, before]) => {
      const now = this.#world.readFile(file);
      return now.ok && Buffer.compare(now.value, before) === 0;
    });
  }
}
