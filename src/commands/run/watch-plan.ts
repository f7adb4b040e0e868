/** `ordo run --watch`: repeats the dry run at every save, even of an invalid file, until a signal or the loss of its output ends it. */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import { advance, type WatchInput, type WatchState } from '../../watch/watch-machine.ts';
import { loadFor, showDryRun } from './dry-run.ts';
import { isThere } from '../inputs/input-files.ts';
import { hearInterruptions, type Interruptions } from '../command-line/interruption.ts';
import { refusalOf, reportRefusal } from '../command-line/refusal.ts';
import type { Reporter } from '../command-line/reporting.ts';
import type { RunOptions } from './run-options.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';

export async function watchPlan(world: World, options: RunOptions, report: Reporter): Promise<ExitCode> {
  const end = new AbortController();
  const interruptions = hearInterruptions(world, () => end.abort());
  const session = new WatchSession(world, options, report, interruptions);
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
  readonly #report: Reporter;
  readonly #interruptions: Interruptions;
  /** The files of the last dry run; undefined before the first one, and after files that could not be read. */
  #shown: Pick<Setup, 'files' | 'missing'> | undefined;
  #watched: readonly string[] = [];
  #state: WatchState = { at: 'idle' };
  #wake = new AbortController();

  constructor(world: World, options: RunOptions, report: Reporter, interruptions: Interruptions) {
    this.#world = world;
    this.#options = options;
    this.#report = report;
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

  /** Shows the dry run, unless no file has changed since the last one. */
  async showIfChanged(): Promise<void> {
    if (this.#shown !== undefined && this.#unchanged(this.#shown)) return;
    const again = this.#watched.length > 0;
    const options = { ...this.#options, startedMs: this.#world.clock.monotonicMs() };
    if (again && options.output !== 'ndjson')
      this.#world.stdout.write(`\n── ${safeText(options.planPath)} changed ${'─'.repeat(20)}\n\n`);
    this.#shown = undefined;
    this.#report.begin();
    try {
      const setup = await loadFor(this.#world, options);
      this.#shown = setup;
      this.#watched = [...setup.files.keys(), ...(setup.missing === undefined ? [] : [setup.missing])];
      await showDryRun(this.#world, options, this.#report, setup);
    } catch (error) {
      // The plan can be missing for a moment while an editor replaces it: this is reported, and the next change looks again.
      const refusal = refusalOf(error);
      if (refusal === undefined || !again) throw error;
      reportRefusal(this.#world.stderr, refusal);
    }
    // A dry run ignores a lost output, as it ends by itself. A watch would go on for ever.
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
