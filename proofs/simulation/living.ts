/** One life of the program in a seed, and what befalls it: its end, signals, a machine that sleeps, another start. */
import { main } from '../../src/commands/main.ts';
import type { Signal } from '../../src/commands/world.ts';
import { EXIT, type ExitCode } from '../../src/model/exit-code.ts';
import type { Random } from '../random.ts';
import type { Task } from './expected.ts';
import type { Judge } from './judge/judge.ts';
import { Life, type Death, type Surroundings } from './life.ts';
import type { Scenario } from './scenario.ts';
import { startSecond } from './silent-runs.ts';
import { worldOf } from './sim-world.ts';

/** No life needs longer; one that does hangs. */
const MOST_LIFE_MS = 24 * 3_600_000;

/** What a life meets. */
export interface Meets {
  readonly death?: Death | undefined;
  readonly asideFails?: boolean;
  readonly isClean?: boolean;
}

interface LivingParts {
  readonly scenario: Scenario;
  readonly around: Surroundings;
  readonly judge: Judge;
  readonly random: Random;
  readonly stalls: Random;
}

export class Living {
  lives = 0;
  deaths = 0;
  /** Whether the first life ended before its time. */
  didFirstDie = false;
  readonly #scenario: Scenario;
  readonly #around: Surroundings;
  readonly #judge: Judge;
  readonly #random: Random;
  readonly #stalls: Random;

  constructor({ scenario, around, judge, random, stalls }: LivingParts) {
    this.#scenario = scenario;
    this.#around = around;
    this.#judge = judge;
    this.#random = random;
    this.#stalls = stalls;
  }

  async live(task: Task, args: readonly string[], meets: Meets): Promise<void> {
    const random = this.#random;
    const { clock, accuse, log, disk } = this.#around;
    const life = new Life(this.#around, meets.death);
    this.lives += 1;
    log(() => `ordo ${args.join(' ')}   at ${clock.monotonicMs()} ms, dies ${JSON.stringify(meets.death)}`);
    this.#judge.begin(task);
    const over = new AbortController();
    const living = main(worldOf(life, this.#judge.witness, meets), args, 'sim');
    const ended = Promise.race([
      living.then(
        (code) => code,
        (error: unknown) => {
          if (!life.isDead) accuse('bug', error instanceof Error ? (error.stack ?? error.message) : String(error));
          return undefined;
        },
      ),
      life.death.then(() => undefined),
      clock.sleep(MOST_LIFE_MS, over.signal).then(() => {
        if (!over.signal.aborted) accuse('hang', `ordo ${args.join(' ')} does not end`);
        return undefined;
      }),
    ]);
    const others: Promise<void>[] = [];
    if (meets.isClean !== true) {
      if (random.chance(this.#scenario.signals))
        this.#signalAfter(random.int(0, random.pick([1, 100, 2000, 20_000])), life);
      this.#stallDuring(task, life);
      if (random.chance(this.#scenario.seconds))
        others.push(this.#secondAfter(random.int(0, random.pick([1, 100, 2000])), life, { args, task }));
    }
    const exitCode = await clock.run(ended);
    over.abort();
    await clock.run(Promise.all(others));
    if (life.isDead) this.deaths += 1;
    if (this.lives === 1) this.didFirstDie = life.isDead;
    log(() => `exit ${exitCode ?? 'none'} at ${clock.monotonicMs()} ms`);
    this.#judge.afterLife(life.isDead ? undefined : exitCode);
    life.die(false);
    disk.arm(undefined);
  }

  #signalAfter(ms: number, life: Life): void {
    const signal = this.#random.pick<Signal>(['SIGINT', 'SIGTERM', 'SIGHUP']);
    const code: ExitCode = signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
    this.#around.clock.after(ms, () => {
      if (life.signal(signal)) this.#judge.signalled(code);
    });
  }

  /** The machine sleeps for a while. Where timestamps are not looked at, what was on its way would be taken however late. */
  #stallDuring({ command }: Task, life: Life): void {
    const random = this.#stalls;
    if (command !== 'run' || !this.#scenario.nature.checksTime || !random.chance(0.2)) return;
    const ms = random.int(12_000, 100_000);
    this.#around.clock.after(random.int(1, random.pick([100, 2000, 10_000])), () => {
      if (life.isDead || !this.#judge.isSending) return;
      this.#around.log(() => `  the machine sleeps for ${ms} ms`);
      this.#around.clock.stall(ms);
      this.#judge.stalled();
    });
  }

  /** Another start while the first holds the lock. */
  async #secondAfter(ms: number, first: Life, { args, task }: { args: readonly string[]; task: Task }): Promise<void> {
    await this.#around.clock.sleep(ms);
    if (first.isDead || this.#around.lockedBy !== first || task.isPastValid()) return;
    await startSecond(this.#around, args);
  }
}
