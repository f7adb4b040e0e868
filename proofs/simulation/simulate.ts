/** One seed: a plan, a config, an exchange with its faults, several lives of the program, and a clean one at the end. */
import { main } from '../../src/commands/main.ts';
import type { Signal } from '../../src/commands/world.ts';
import { EXIT, type ExitCode } from '../../src/model/exit-code.ts';
import { drawChoice, drawDeath, drawDecisions, drawWriteFault, newestOf } from './draws.ts';
import type { Task } from './expected.ts';
import { Judge } from './judge/judge.ts';
import { Life, type Death, type Surroundings } from './life.ts';
import { edited, planText, type OrderWords } from './plan-text.ts';
import { Random } from '../random.ts';
import { drawScenario, type Scenario } from './scenario.ts';
import { dryRun, startSecond } from './silent-runs.ts';
import { worldOf } from './sim-world.ts';
import { surround } from './surroundings.ts';
import { MOST_LATE_MS } from './way.ts';
import type { Violation } from './violation.ts';

// Loaded once and before any seed: while a module is read from disk, virtual time must not run on.
await Promise.all([
  import('../../src/commands/run-plan.ts'),
  import('../../src/commands/settle/settle.ts'),
  import('../../src/commands/run/execute-plan.ts'),
  import('../../src/config/load-config.ts'),
  import('../../src/commands/command-line/report-diagnostics.ts'),
  import('../../src/source/diagnostic-event.ts'),
  import('../../src/report/formats/ndjson.ts'),
]);

/** What a seed came to. */
export interface Verdict {
  readonly violation?: Violation;
  readonly orders: number;
  readonly lives: number;
  readonly deaths: number;
  /** Whether the first life ended before its time. */
  readonly didFirstDie: boolean;
  /** Stands for all that happened: equal where two replays were equal. */
  readonly fingerprint: string;
}

/** No life needs longer; one that does hangs. */
const MOST_LIFE_MS = 24 * 3_600_000;
/** A new process takes time to start: by then the requests of the one before have arrived. */
const RESTART_MS = 400;
const HOUR_MS = 3_600_000;
const EXECUTE = ['run', 'plan.yaml', '--execute', '--live', '--output', 'ndjson'];
const PLAN_FILE = '/sim/plan.yaml';

export interface Options {
  /** Gets the seed's story line by line. */
  readonly log?: ((line: string) => void) | undefined;
  /** How the first life ends, whatever the seed says. */
  readonly firstDeath?: Death;
}

export async function simulate(seed: number, options: Options = {}): Promise<Verdict> {
  const simulation = new Simulation(seed, options);
  try {
    return await simulation.run();
  } finally {
    simulation.close();
  }
}

class Simulation {
  readonly #scenario: Scenario;
  readonly #random: Random;
  readonly #stalls: Random;
  readonly #around: Surroundings;
  readonly #judge: Judge;
  readonly #firstDeath: Death | undefined;
  #orders: OrderWords[];
  #validUntilMs: number | undefined;
  #violation: Violation | undefined;
  #lives = 0;
  #deaths = 0;
  #didFirstDie = false;

  constructor(seed: number, { log, firstDeath }: Options) {
    this.#firstDeath = firstDeath;
    this.#scenario = drawScenario(seed);
    this.#random = new Random(seed, 'lives');
    this.#stalls = new Random(seed, 'stalls');
    this.#orders = this.#scenario.orders;
    const accuse = (invariant: string, detail: string): void => {
      this.#violation ??= { invariant, detail };
      log?.(`VIOLATION of ${invariant}: ${detail}`);
    };
    this.#around = surround(seed, this.#scenario, accuse, (words) => log?.(words()));
    this.#judge = new Judge(this.#around, this.#scenario);
    if (this.#random.chance(0.08))
      this.#validUntilMs = this.#around.clock.wallMs() + this.#random.int(1, this.#random.pick([300, 3000, 20_000]));
  }

  async run(): Promise<Verdict> {
    const { lives } = this.#scenario;
    for (let n = 0; n < lives && this.#violation === undefined; n++) {
      if (n > 0 && this.#isAllPlaced() && this.#random.chance(0.8)) break;
      if (n > 0) await this.#between();
      await this.#liveOnce();
    }
    if (this.#violation === undefined) await this.#liveToTheEnd();
    const { ledger } = this.#around.venue;
    return {
      ...(this.#violation !== undefined && { violation: this.#violation }),
      orders: ledger.length,
      lives: this.#lives,
      deaths: this.#deaths,
      didFirstDie: this.#didFirstDie,
      fingerprint: this.#judge.fingerprint(),
    };
  }

  /** What follows would only repeat in the last run. */
  #isAllPlaced(): boolean {
    return this.#orders.every(({ id }) => newestOf(this.#around.disk, id)?.state === 'accepted');
  }

  close(): void {
    this.#around.disk.close();
  }

  /** Time passes, and people change things. */
  async #between(): Promise<void> {
    const { clock } = this.#around;
    const random = this.#random;
    await this.#pass(RESTART_MS + random.int(0, random.pick([1, 1, 1000, 90_000])));
    if (random.chance(this.#scenario.wallJumps)) {
      clock.jumpWall(random.pick([-HOUR_MS, HOUR_MS]));
    }
    if (random.chance(0.15)) this.#orders = edited(random, this.#orders, `n${this.#lives}`);
  }

  async #liveOnce(): Promise<void> {
    const random = this.#random;
    const { disk } = this.#around;
    this.#writePlan();
    const drawn = random.chance(this.#scenario.deaths) ? drawDeath(random) : undefined;
    const death = this.#lives === 0 ? (this.#firstDeath ?? drawn) : drawn;
    disk.arm(random.chance(this.#scenario.diskFaults) ? drawWriteFault(random) : undefined);
    const asideFails = random.chance(0.2);
    const isUnclear = [...disk.orders().values()].some(({ state }) => state === 'unknown' || state === 'in-flight');
    if (isUnclear && random.chance(0.4)) await this.#settle(death, asideFails);
    else await this.#place(death, asideFails);
  }

  #task(more: Partial<Task> = {}): Task {
    return {
      command: 'run',
      orders: this.#orders,
      again: new Set(),
      absent: new Set(),
      isPastValid: () => this.#isPastValid(),
      ...more,
    };
  }

  #isPastValid(): boolean {
    return this.#validUntilMs !== undefined && this.#around.clock.wallMs() >= this.#validUntilMs;
  }

  async #place(death: Death | undefined, asideFails: boolean): Promise<void> {
    const random = this.#random;
    const { again, only, args } = drawChoice(random, this.#orders, this.#around.disk);
    const reviewed = random.chance(0.12) ? await dryRun(this.#around, args) : undefined;
    const approval = reviewed === undefined ? ['--yes'] : ['--approve', reviewed.approval];
    const task = this.#task({
      again: new Set(again),
      ...(only.length > 0 && { only: new Set(only) }),
      ...(reviewed !== undefined && { approved: reviewed.bytes }),
    });
    await this.#live(task, [...EXECUTE, ...approval, ...args], { death, asideFails });
  }

  /** By lookup, or by a person. */
  #settle(death: Death | undefined, asideFails: boolean): Promise<void> {
    const { absent, placed, args } = drawDecisions(this.#random, this.#around.disk, this.#around.venue);
    const task = this.#task({ command: 'settle', absent: new Set(absent), placed });
    return this.#live(task, ['settle', 'plan.yaml', '--output', 'ndjson', ...args], { death, asideFails });
  }

  async #live(
    task: Task,
    args: readonly string[],
    meets: { death?: Death | undefined; asideFails?: boolean; isClean?: boolean },
  ): Promise<void> {
    const random = this.#random;
    const { clock, accuse, log, disk } = this.#around;
    const life = new Life(this.#around, meets.death);
    this.#lives += 1;
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
        others.push(this.#secondAfter(random.int(0, random.pick([1, 100, 2000])), life, args));
    }
    const exitCode = await clock.run(ended);
    over.abort();
    await clock.run(Promise.all(others));
    if (life.isDead) this.#deaths += 1;
    if (this.#lives === 1) this.#didFirstDie = life.isDead;
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
  async #secondAfter(ms: number, first: Life, args: readonly string[]): Promise<void> {
    await this.#around.clock.sleep(ms);
    if (first.isDead || this.#around.lockedBy !== first || this.#isPastValid()) return;
    await startSecond(this.#around, args);
  }

  /** Everything still on its way arrives, the clock is right, the exchange behaves, and the program runs once more. */
  async #liveToTheEnd(): Promise<void> {
    const { venue, clock } = this.#around;
    await this.#pass(MOST_LATE_MS + this.#scenario.timeoutMs + RESTART_MS);
    clock.jumpWall(venue.wallMs() - clock.wallMs());
    venue.isKind = true;
    this.#validUntilMs = undefined;
    this.#writePlan();
    await this.#live(this.#task(), [...EXECUTE, '--yes'], { isClean: true });
    if (this.#violation === undefined) this.#judge.atEnd();
  }

  #writePlan(): void {
    const until = this.#validUntilMs === undefined ? undefined : new Date(this.#validUntilMs).toISOString();
    this.#around.files.set(PLAN_FILE, new TextEncoder().encode(planText(this.#orders, until)));
  }

  #pass(ms: number): Promise<void> {
    const { clock } = this.#around;
    return clock.run(clock.sleep(ms));
  }
}
