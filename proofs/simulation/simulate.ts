/** One seed: a plan, a config, an exchange with its faults, several lives of the program, and a clean one at the end. */
import { main } from '../../src/commands/main.ts';
import type { Signal } from '../../src/commands/command-line/interruption.ts';
import type { PublicEvent } from '../../src/model/event.ts';
import { EXIT, type ExitCode } from '../../src/model/exit-code.ts';
import { SimClock } from '../support/sim-clock.ts';
import { Disk } from './disk.ts';
import { drawChoice, drawDeath, drawDecisions, drawWriteFault, newestOf } from './draws.ts';
import type { Task } from './expected.ts';
import { Judge } from './judge/judge.ts';
import { Life, type Death, type Surroundings } from './life.ts';
import { edited, planText, type OrderWords } from './plan-text.ts';
import { Random } from '../random.ts';
import { drawScenario, ORIGIN, type Scenario } from './scenario.ts';
import { worldOf } from './sim-world.ts';
import { MOST_LATE_MS, Venue } from './venue.ts';
import type { Violation } from './violation.ts';
import type { Witness } from './witness.ts';

// Loaded once and before any seed: while a module is read from disk, virtual time must not run on.
await Promise.all([
  import('../../src/commands/run/run.ts'),
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
let runs = 0;
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

/** The witness of a life that may touch nothing. */
const untouched = (touches: () => void): Witness => ({
  placing: touches,
  answered: touches,
  asking: touches,
  heard: touches,
  keptAside: touches,
  wrote: () => {},
});

class Simulation {
  readonly #scenario: Scenario;
  readonly #random: Random;
  readonly #stalls: Random;
  readonly #around: Surroundings;
  readonly #judge: Judge;
  readonly #origin: string;
  readonly #firstDeath: Death | undefined;
  #orders: OrderWords[];
  #validUntilMs: number | undefined;
  #violation: Violation | undefined;
  #lives = 0;
  #deaths = 0;
  #didFirstDie = false;

  constructor(seed: number, { log, firstDeath }: Options) {
    this.#firstDeath = firstDeath;
    const scenario = drawScenario(seed);
    const clock = new SimClock();
    const parts = {
      clock,
      accuse: (invariant: string, detail: string) => {
        this.#violation ??= { invariant, detail };
        log?.(`VIOLATION of ${invariant}: ${detail}`);
      },
      log: (words: () => string) => log?.(words()),
    };
    const { limits, timeoutMs, nature } = scenario;
    this.#scenario = scenario;
    // One journal serves many seeds, so each has an account of its own, and another when it is run again.
    this.#origin = ORIGIN.replace('sim', `sim${++runs}`);
    this.#random = new Random(seed, 'lives');
    this.#stalls = new Random(seed, 'stalls');
    this.#orders = scenario.orders;
    const draws = { random: new Random(seed, 'venue'), listRandom: new Random(seed, 'listed') };
    const venue = new Venue(nature, limits, timeoutMs, { ...parts, ...draws });
    this.#around = {
      ...parts,
      venue,
      disk: new Disk(this.#origin, parts.accuse, parts.log),
      files: new Map(),
      lockedBy: undefined,
    };
    const config = scenario.config.replace(ORIGIN, this.#origin);
    this.#around.files.set('/sim/ordo.config.yaml', new TextEncoder().encode(config));
    venue.acceptedIds = () =>
      [...this.#around.disk.orders().values()].flatMap(({ state, orderId }) =>
        state === 'accepted' && orderId !== undefined ? [orderId] : [],
      );
    this.#judge = new Judge(this.#around, scenario);
    parts.log(() => `${config}\n${JSON.stringify(nature)}`);
    if (this.#random.chance(0.08))
      this.#validUntilMs = clock.wallMs() + this.#random.int(1, this.#random.pick([300, 3000, 20_000]));
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
    const reviewed = random.chance(0.12) ? await this.#dryRun(args) : undefined;
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

  /** Another start while the first holds the lock is refused, and touches nothing. */
  async #secondAfter(ms: number, first: Life, args: readonly string[]): Promise<void> {
    const { clock, accuse } = this.#around;
    await clock.sleep(ms);
    if (first.isDead || this.#around.lockedBy !== first || this.#isPastValid()) return;
    const witness = untouched(() => accuse('lock', 'a second runner sends'));
    const code = await main(worldOf(new Life(this.#around), witness, { isSecond: true }), args, 'sim');
    if (code !== EXIT.locked) accuse('lock', `a second runner ends with ${code}`);
  }

  /** The bytes that an execution would send now, and their approval code; undefined where it refuses. */
  async #dryRun(chosen: readonly string[]): Promise<{ approval: string; bytes: Set<string> } | undefined> {
    const { accuse, clock } = this.#around;
    const bytes = new Set<string>();
    let approval: string | undefined;
    const wrote = (text: string): void => {
      const event = JSON.parse(text) as PublicEvent;
      if (event.event === 'call-planned') bytes.add(`${event.path} ${event.body}`);
      if (event.event === 'plan-loaded') ({ approval } = event);
    };
    const witness = untouched(() => accuse('dry run', 'a dry run sends'));
    const world = worldOf(new Life(this.#around), { ...witness, wrote });
    await clock.run(main(world, ['run', 'plan.yaml', '--live', '--output', 'ndjson', ...chosen], 'sim'));
    return approval === undefined ? undefined : { approval, bytes };
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
