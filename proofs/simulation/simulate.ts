/** One seed: a plan, a config, an exchange with its faults, several lives of the program, and a clean one at the end. */
import { drawCancel, drawChoice, drawDeath, drawDecisions, drawWriteFault, newestOf } from './draws.ts';
import type { Task } from './expected.ts';
import { Judge } from './judge/judge.ts';
import type { Death, Surroundings } from './life.ts';
import { Living, type Meets } from './living.ts';
import { atLimits, edited, moved, planText, waitingFor, type OrderWords } from './plan-text.ts';
import { Random } from '../random.ts';
import { drawScenario, type Scenario } from './scenario.ts';
import { dryRun, placeOther } from './silent-runs.ts';
import { LOOKS, USUAL } from './stops.ts';
import { surround } from './surroundings.ts';
import { MOST_LATE_MS } from './way.ts';
import type { Options, Verdict } from './verdict.ts';
import type { Violation } from './violation.ts';

// Loaded once and before any seed: while a module is read from disk, virtual time must not run on.
await Promise.all([
  import('../../src/commands/run-plan.ts'),
  import('../../src/commands/settle/settle.ts'),
  import('../../src/commands/cancel/cancel.ts'),
  import('../../src/commands/status/status.ts'),
  import('../../src/commands/status/refresh.ts'),
  import('../../src/commands/run/execute-plan.ts'),
  import('../../src/config/load-config.ts'),
  import('../../src/commands/command-line/report-diagnostics.ts'),
  import('../../src/source/diagnostic-event.ts'),
  import('../../src/report/formats/ndjson.ts'),
]);

/** A new process takes time to start: by then the requests of the one before have arrived. */
const RESTART_MS = 400;
const HOUR_MS = 3_600_000;
/** As late as any list is (cancel-nature.ts), and the trades. */
const LISTS_LATE_MS = 3000;
const NDJSON = ['--output', 'ndjson'];
const EXECUTE = ['run', 'plan.yaml', '--execute', '--live', ...NDJSON];
const CANCEL = ['cancel', 'plan.yaml', '--execute', '--live', ...NDJSON];
const PLAN_FILE = '/sim/plan.yaml';
const OTHER_FILE = '/sim/other.yaml';

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
  readonly #living: Living;
  /** What a person cancels, and when, has a stream of its own. */
  readonly #cancels: Random;
  readonly #around: Surroundings;
  readonly #judge: Judge;
  readonly #firstDeath: Death | undefined;
  #orders: OrderWords[];
  #validUntilMs: number | undefined;
  #violation: Violation | undefined;

  constructor(seed: number, { log, firstDeath, journalAwayMs = 0, interface: version, hasStops }: Options) {
    this.#firstDeath = firstDeath;
    this.#scenario = drawScenario(seed, version, hasStops === true ? LOOKS : USUAL);
    this.#random = new Random(seed, 'lives');
    this.#cancels = new Random(seed, 'cancelling');
    this.#orders = this.#scenario.orders;
    const accuse = (invariant: string, detail: string): void => {
      this.#violation ??= { invariant, detail };
      log?.(`VIOLATION of ${invariant}: ${detail}`);
    };
    const told = (words: () => string): void => log?.(words());
    this.#around = surround(seed, this.#scenario, { accuse, log: told, journalAwayMs });
    this.#judge = new Judge(this.#around, this.#scenario);
    this.#living = new Living({
      scenario: this.#scenario,
      around: this.#around,
      judge: this.#judge,
      random: this.#random,
      stalls: new Random(seed, 'stalls'),
    });
    if (this.#random.chance(0.08))
      this.#validUntilMs = this.#around.clock.wallMs() + this.#random.int(1, this.#random.pick([300, 3000, 20_000]));
  }

  async run(): Promise<Verdict> {
    const { lives, cancels } = this.#scenario;
    if (cancels?.nature.hasOtherPlan === true) await this.#placeOtherPlan();
    for (let n = 0; n < lives && this.#violation === undefined; n++) {
      if (n > 0 && cancels === undefined && this.#isAllPlaced() && this.#random.chance(0.8)) break;
      if (n > 0) await this.#between();
      await this.#liveOnce();
      await this.#lookAround();
    }
    if (this.#violation === undefined) await this.#liveToTheEnd();
    if (this.#violation === undefined && cancels !== undefined) await this.#cancelAtTheEnd();
    const { ledger } = this.#around.venue;
    return {
      ...(this.#violation !== undefined && { violation: this.#violation }),
      orders: ledger.length,
      lives: this.#living.lives,
      deaths: this.#living.deaths,
      cancels: this.#judge.cancels,
      looks: this.#judge.looks,
      didFirstDie: this.#living.didFirstDie,
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
    if (this.#scenario.cancels !== undefined && this.#cancels.chance(this.#scenario.cancels.edits))
      this.#orders = moved(this.#cancels, this.#orders, `m${this.#living.lives}`);
    if (this.#scenario.hasStops !== true && random.chance(0.15))
      this.#orders = edited(random, this.#orders, `n${this.#living.lives}`);
    if (this.#scenario.cap !== undefined) this.#orders = atLimits(this.#cancels, this.#orders);
  }

  async #liveOnce(): Promise<void> {
    const random = this.#random;
    const { disk } = this.#around;
    this.#writePlan();
    const drawn = random.chance(this.#scenario.deaths) ? drawDeath(random) : undefined;
    const death = this.#living.lives === 0 ? (this.#firstDeath ?? drawn) : drawn;
    disk.arm(random.chance(this.#scenario.diskFaults) ? drawWriteFault(random) : undefined);
    const asideFails = random.chance(0.2);
    if (this.#living.lives > 0 && (await this.#liveAfterPlacing(death, asideFails))) return;
    const isUnclear = [...disk.orders().values()].some(({ state }) => state === 'unknown' || state === 'in-flight');
    if (isUnclear && random.chance(0.4)) await this.#settle(death, asideFails);
    else await this.#place(death, asideFails);
  }

  /** In a seed with cancels: a person cancels, or asks how the orders stand. Whether this life does. */
  async #liveAfterPlacing(death: Death | undefined, asideFails: boolean): Promise<boolean> {
    const { cancels } = this.#scenario;
    const random = this.#cancels;
    if (cancels === undefined) return false;
    if (random.chance(cancels.refreshes)) {
      await this.#living.live(this.#task({ command: 'status' }), ['status', 'plan.yaml', '--refresh', ...NDJSON], {
        death,
        asideFails,
      });
      return true;
    }
    if (!random.chance(cancels.cancels)) return false;
    await this.#cancel({ death, asideFails });
    return true;
  }

  /** In a seed of looks: when the lists have caught up with what was done, whatever a kill left behind. */
  async #lookAround(): Promise<void> {
    if (this.#scenario.hasStops !== true || this.#violation !== undefined) return;
    await this.#pass(LISTS_LATE_MS);
    await this.#living.live(this.#task({ command: 'status' }), ['status', 'plan.yaml', '--refresh', ...NDJSON], {
      isClean: true,
    });
  }

  async #cancel(meets: Meets): Promise<void> {
    const random = this.#cancels;
    const { only, args } = meets.isClean === true ? { args: [] } : drawCancel(random, this.#orders, this.#around.disk);
    const reviewed = random.chance(0.15) ? await dryRun(this.#around, ['cancel', 'plan.yaml', ...args]) : undefined;
    const approval = reviewed === undefined ? ['--yes'] : ['--approve', reviewed.approval];
    const task = this.#task({
      command: 'cancel',
      ...(only !== undefined && { only }),
      ...(reviewed !== undefined && { approved: reviewed.bytes }),
    });
    await this.#living.live(task, [...CANCEL, ...approval, ...args], meets);
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
    const drawn = drawChoice(random, this.#orders, this.#around.disk);
    const replaces = this.#drawReplaces();
    const only = replaces === undefined ? drawn.only : [];
    const args = replaces === undefined ? drawn.args : replaces.args;
    const again = replaces === undefined ? drawn.again : [];
    const reviewed = random.chance(0.12)
      ? await dryRun(this.#around, ['run', 'plan.yaml', '--live', ...args])
      : undefined;
    const approval = reviewed === undefined ? ['--yes'] : ['--approve', reviewed.approval];
    const task = this.#task({
      again: new Set(again),
      ...(only.length > 0 && { only: new Set(only) }),
      ...(reviewed !== undefined && { approved: reviewed.bytes }),
      ...(replaces !== undefined && { replaces }),
    });
    await this.#living.live(task, [...EXECUTE, ...approval, ...args], { death, asideFails });
  }

  /** In a seed with cancels: whether edited orders are replaced, and what the plan no longer has goes off. */
  #drawReplaces(): { edited: boolean; removed: boolean; args: string[] } | undefined {
    const { cancels } = this.#scenario;
    const random = this.#cancels;
    if (cancels === undefined || this.#living.lives === 0 || !random.chance(cancels.replaces)) return undefined;
    const isEdited = random.chance(0.8);
    const removed = !isEdited || random.chance(0.4);
    return {
      edited: isEdited,
      removed,
      args: [...(isEdited ? ['--replace', 'edited'] : []), ...(removed ? ['--removed'] : [])],
    };
  }

  /** By lookup, or by a person. */
  #settle(death: Death | undefined, asideFails: boolean): Promise<void> {
    const { absent, placed, args } = drawDecisions(this.#random, this.#around.disk, this.#around.venue);
    const task = this.#task({ command: 'settle', absent: new Set(absent), placed });
    return this.#living.live(task, ['settle', 'plan.yaml', '--output', 'ndjson', ...args], { death, asideFails });
  }

  /** Everything still on its way arrives, the clock is right, the exchange behaves, and the program runs once more. */
  async #liveToTheEnd(): Promise<void> {
    const { venue, clock } = this.#around;
    await this.#pass(MOST_LATE_MS + this.#scenario.timeoutMs + RESTART_MS);
    clock.jumpWall(venue.wallMs() - clock.wallMs());
    venue.isKind = true;
    this.#validUntilMs = undefined;
    this.#writePlan();
    await this.#living.live(this.#task(), [...EXECUTE, '--yes'], { isClean: true });
    if (this.#violation === undefined) this.#judge.atEnd();
  }

  /** And then it takes all of it off. */
  async #cancelAtTheEnd(): Promise<void> {
    const { venue, disk } = this.#around;
    if (venue.desk !== undefined) venue.desk.lives.isKind = true;
    await this.#pass(MOST_LATE_MS);
    if (disk.orders().size > 0) await this.#cancel({ isClean: true });
    if (this.#violation === undefined) this.#judge.atEnd();
  }

  /** Some orders of the same ids. */
  async #placeOtherPlan(): Promise<void> {
    const orders = this.#scenario.orders.slice(0, 3).map((order) => waitingFor(order, []));
    this.#around.files.set(OTHER_FILE, new TextEncoder().encode(planText(orders, undefined, 'other')));
    await placeOther(this.#around, ['run', 'other.yaml', '--execute', '--live', '--yes', ...NDJSON]);
    await this.#pass(RESTART_MS);
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
