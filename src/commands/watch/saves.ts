/** Reads a watched plan at each save, and tells what would be sent and what the save changed. */
import { haltOf } from '../../actions/prepare/halted.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { concluding, finished, type Finish, type Reporter } from '../command-line/reporting.ts';
import { refusalOf } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import { dryRunOf, loadFor, readMemory, tellDryRun, type DryRun } from '../run/dry-run.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { World } from '../world.ts';
import type { Arm } from './arm.ts';
import type { WatchedFiles } from './watched-files.ts';
import type { Schedule } from '../../compile/compile-plan.ts';
import type { PublicEvent } from '../../model/event.ts';
import type { Plan } from '../../model/order.ts';
import { planChanges } from '../../model/plan-changes.ts';

interface SavesOptions {
  readonly told: Reporter;
  readonly files: WatchedFiles;
  readonly arm: Arm | undefined;
  /** What the files said when the watch began. */
  readonly first: Setup;
}

export class Saves {
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #told: Reporter;
  readonly #files: WatchedFiles;
  readonly #arm: Arm | undefined;
  #first: Setup | undefined;
  #shown: DryRun | undefined;
  #code: string | undefined;
  /** The code of the last read. */
  #setup: Setup | undefined;

  constructor(world: World, options: RunOptions, { told, files, arm, first }: SavesOptions) {
    this.#world = world;
    this.#options = options;
    this.#told = told;
    this.#files = files;
    this.#arm = arm;
    this.#first = first;
  }

  /**
   * Shows the files as they are now, unless their bytes are those of the last read. Returns the code that may be approved;
   * undefined where the save is broken, or nothing is to be sent. `onSave` is called where the bytes are new.
   */
  async read(isForced: boolean, onSave: () => void): Promise<string | undefined> {
    const isUnchanged = this.#files.isUnchanged();
    if (isUnchanged && !isForced) return this.#code;
    if (!isUnchanged) onSave();
    const startedMs = this.#world.clock.monotonicMs();
    const options = { ...this.#options, startedMs };
    const finish = { mode: 'dry-run', target: options.live ? 'live' : 'paper', startedMs } as const;
    this.#code = undefined;
    this.#told.begin();
    await this.#concluding(finish, () => this.#show(options, finish));
    return this.#code;
  }

  /** What the newest save says, where it could be read. */
  get newest(): Setup | undefined {
    return this.#setup;
  }

  /** What the files say at this moment: read again, and parsed again only where their bytes are others. */
  setup(): Promise<Setup> {
    const isSame = this.#setup !== undefined && this.#files.isUnchanged();
    return isSame ? Promise.resolve(this.#setup as Setup) : loadFor(this.#world, this.#options);
  }

  /** On the screen a signal ends the watch in order: the terminal is given back first. */
  async #concluding(finish: Finish, body: () => Promise<ExitCode>): Promise<void> {
    const [world, told] = [this.#world, this.#told];
    if (this.#options.output !== 'tui') {
      await concluding(world, told, finish, body);
      return;
    }
    try {
      await body();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      told.refused(refusal);
      told.emit(finished(world, finish, refusal));
    }
  }

  async #show(options: RunOptions, finish: Finish): Promise<ExitCode> {
    const [world, told] = [this.#world, this.#told];
    let setup: Setup | undefined;
    this.#setup = undefined;
    try {
      setup = this.#first ?? (await loadFor(world, options));
      this.#first = undefined;
      this.#setup = setup;
    } finally {
      // A plan may be gone for a moment while an editor replaces it.
      await this.#files.took(setup);
    }
    const { plan } = setup;
    if (plan === undefined) {
      await told.diagnostics(setup.diagnostics);
      told.emit(finished(world, finish, setup.exitCode));
      return setup.exitCode;
    }
    const memory =
      this.#arm !== undefined
        ? await this.#arm.memory(setup, plan)
        : options.live
          ? await readMemory(world, options, setup.config, plan)
          : undefined;
    const dryRun = dryRunOf(world, options, { setup, plan, memory });
    if (this.#shown !== undefined) told.emit(planChanged(this.#shown.run, dryRun.run));
    this.#shown = dryRun;
    const exitCode = await tellDryRun(world, told, options, dryRun);
    // While the account is halted, what opens has no code: there is nothing to approve.
    const isSent = dryRun.run.schedule.calls.length > 0 && haltOf(dryRun.run) === undefined;
    if (isSent) this.#code = this.#arm?.codeOf(dryRun.run);
    return exitCode;
  }
}

// What a save changed of a plan, order by order.

/** What a dry run showed, as the next save is compared with it. */
interface Shown {
  readonly plan: Plan;
  readonly schedule: Pick<Schedule, 'weight'>;
}

function planChanged(before: Shown, now: Shown): Extract<PublicEvent, { event: 'plan-changed' }> {
  const [was, is] = [before.schedule.weight, now.schedule.weight];
  const weight = { ip: [was.ip, is.ip] as [number, number], uid: [was.uid, is.uid] as [number, number] };
  return { event: 'plan-changed', ...planChanges(before.plan.orders, now.plan.orders), weight };
}
