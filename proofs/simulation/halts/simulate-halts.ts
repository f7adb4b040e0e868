/**
 * One seed of halts: a plan, an exchange with its faults, somebody else's orders and positions, and lives of `run`, `settle`, `close` and
 * `flatten`, killed at any call of a port, with halts and lifts of a second process beside them. At the end a flatten on an exchange
 * that behaves leaves nothing that is ours.
 */
import { main } from '../../../src/commands/main.ts';
import { EXIT, type ExitCode } from '../../../src/model/exit-code.ts';
import { Random } from '../../random.ts';
import { SYMBOLS } from '../cancels/strangers.ts';
import { drawWriteFault } from '../draws.ts';
import { Life, PORTS, type Death, type MeetsBeside, type Surroundings } from '../life.ts';
import { planText, type OrderWords } from '../plan-text.ts';
import { drawScenario, type Scenario } from '../scenario.ts';
import { untouched } from '../silent-runs.ts';
import { worldOf } from '../sim-world.ts';
import { surround } from '../surroundings.ts';
import type { Options, Verdict } from '../verdict.ts';
import type { Violation } from '../violation.ts';
import { MOST_LATE_MS } from '../way.ts';
import { isAllDone, judgeEnd, mayOpen, stillOpen } from './at-the-end.ts';
import { Floor } from './floor.ts';
import { HaltJudge, type HaltTask } from './halt-judge.ts';
import { drawFloor, HALTS } from './halting.ts';

// Loaded before any seed: while a module is read from disk, virtual time must not run on.
await Promise.all([
  import('../../../src/commands/halt/halt.ts'),
  import('../../../src/commands/flatten/flatten.ts'),
  import('../../../src/commands/close/close.ts'),
]);

const RESTART_MS = 400;
/** No life needs longer; one that does hangs. */
const MOST_LIFE_MS = 24 * 3_600_000;
const NDJSON = ['--output', 'ndjson'];
const RUN = ['run', 'plan.yaml', '--execute', '--live', '--yes', ...NDJSON];
const FLATTEN = ['flatten', '--why', 'sim', '--execute', '--yes', ...NDJSON];
const SETTLE = ['settle', 'plan.yaml', ...NDJSON];
/** A position in parts may take several flattens of three closes each. */
const MOST_FLATTENS = 12;

export async function simulateHalts(seed: number, options: Options = {}): Promise<Verdict> {
  const simulation = new HaltSimulation(seed, options);
  try {
    return await simulation.run();
  } finally {
    simulation.close();
  }
}

class HaltSimulation {
  readonly #scenario: Scenario;
  readonly #random: Random;
  readonly #around: Surroundings;
  readonly #floor: Floor;
  readonly #judge: HaltJudge;
  readonly #orders: readonly OrderWords[];
  #violation: Violation | undefined;
  #lives = 0;
  #deaths = 0;
  #halts = 0;

  constructor(seed: number, { log, interface: version, journalAwayMs = 0 }: Options) {
    this.#scenario = drawScenario(seed, version, HALTS);
    this.#random = new Random(seed, 'halting');
    this.#orders = this.#scenario.orders;
    const accuse = (invariant: string, detail: string): void => {
      this.#violation ??= { invariant, detail };
      log?.(`VIOLATION of ${invariant}: ${detail}`);
    };
    this.#around = surround(seed, this.#scenario, { accuse, log: (words) => log?.(words()), journalAwayMs });
    const { venue, clock } = this.#around;
    if (venue.desk === undefined) throw new Error('a seed of halts cancels');
    this.#floor = new Floor(drawFloor(seed), venue.desk.lives, clock, new Random(seed, 'filled'));
    venue.floor = this.#floor;
    this.#judge = new HaltJudge(this.#around, this.#floor);
  }

  close(): void {
    this.#around.disk.close();
  }

  async run(): Promise<Verdict> {
    this.#beside();
    this.#around.files.set('/sim/plan.yaml', new TextEncoder().encode(planText(this.#orders, undefined)));
    const lives = 2 + this.#random.int(0, 3);
    for (let n = 0; n < lives && this.#violation === undefined; n++) await this.#liveOnce(n === 0);
    if (this.#violation === undefined) await this.#flattenToTheEnd();
    return {
      ...(this.#violation !== undefined && { violation: this.#violation }),
      orders: this.#around.venue.ledger.length,
      lives: this.#lives,
      deaths: this.#deaths,
      cancels: this.#judge.cancels,
      looks: this.#judge.flats,
      closes: this.#judge.closes,
      halts: this.#halts,
      didFirstDie: false,
      fingerprint: this.#judge.fingerprint(),
    };
  }

  /** Positions of somebody else, and orders that open more of them. */
  #beside(): void {
    const { venue, clock } = this.#around;
    const random = this.#random;
    const { lives } = venue.desk as NonNullable<typeof venue.desk>;
    for (let n = random.pick([0, 0, 0, 1, 2]); n > 0; n--) {
      const type = random.pick(['1', '2']);
      const facts = {
        clientOid: `hand-${n}`,
        orderId: `59990000000000000${n}`,
        symbol: random.pick(SYMBOLS),
        isTrigger: false,
      };
      const order = lives.begin({ ...facts, owner: 'stranger', size: `0.${random.int(1, 999)}`, type, price: 5000 });
      venue.listed.takeBeside(order, { atMs: venue.wallMs(), type });
      const fill = (): void => {
        if (order.rests && !lives.isKind)
          lives.fill(order, random.chance(0.5) ? order.units : random.int(1, order.units));
      };
      if (random.chance(0.6)) fill();
      else clock.after(random.int(1, 300_000), fill);
    }
  }

  async #liveOnce(isFirst: boolean): Promise<void> {
    const random = this.#random;
    const { clock, disk } = this.#around;
    if (!isFirst) await this.#pass(RESTART_MS + random.int(0, random.pick([1, 1, 1000, 90_000])));
    disk.arm(random.chance(this.#scenario.diskFaults / 2) ? drawWriteFault(random) : undefined);
    const kind = isFirst
      ? 'run'
      : random.pick(['run', 'run', 'flatten', 'flatten', 'flatten', 'close', 'settle'] as const);
    const others: Promise<unknown>[] = [];
    if (random.chance(0.5)) others.push(this.#haltBeside());
    if (kind === 'run' && random.chance(0.25)) others.push(this.#flattenBeside());
    await clock.run(Promise.all([this.#command(kind), ...others]));
    disk.arm(undefined);
  }

  #command(kind: 'run' | 'flatten' | 'close' | 'settle'): Promise<ExitCode | undefined> {
    const random = this.#random;
    const asideFails = random.chance(0.2);
    if (kind === 'flatten') return this.#flatten({ asideFails });
    const death = this.#drawDeath(6);
    if (kind === 'run') return this.#live({ command: 'run' }, RUN, { asideFails }, death);
    if (kind === 'settle') return this.#live({ command: 'settle' }, SETTLE, { asideFails }, death);
    const share = random.pick([[], ['50%'], ['all']]);
    const words = [
      'close',
      random.pick(SYMBOLS),
      random.pick(['long', 'short']),
      ...share,
      '--execute',
      '--yes',
      ...NDJSON,
    ];
    return this.#live({ command: 'close' }, words, { asideFails, mayHalt: true }, death);
  }

  #flatten(meets: MeetsBeside): Promise<ExitCode | undefined> {
    const all = this.#random.chance(0.3);
    const args = all ? [...FLATTEN, '--all'] : FLATTEN;
    return this.#live({ command: 'flatten', all }, args, { ...meets, mayHalt: true }, this.#drawDeath(9));
  }

  /** At one of its first calls of a port, or at a later one. */
  #drawDeath(most: number): Death | undefined {
    const random = this.#random;
    if (!random.chance(this.#scenario.deaths)) return undefined;
    return {
      port: random.chance(0.5) ? 'any' : random.pick(PORTS),
      at: random.int(1, 2 ** random.int(1, most)),
      isAfter: random.chance(0.5),
      isPowerLoss: false,
    };
  }

  /** A second process halts at any instant, and mostly another lifts that again. */
  async #haltBeside(): Promise<void> {
    const random = this.#random;
    const { clock } = this.#around;
    const waits = (): number => random.int(0, random.pick([1, 100, 2000, 20_000]));
    const [haltMs, liftMs] = [waits(), waits()];
    const lifts = random.chance(0.7);
    await clock.sleep(haltMs);
    await this.#say(['halt', '--why', 'beside']);
    if (!lifts) return;
    await clock.sleep(liftMs);
    await this.#lift();
  }

  async #lift(): Promise<void> {
    this.#judge.lifted();
    await this.#say(['halt', '--lift', '--why', 'beside']);
  }

  /** It holds no lock, asks nobody, and is believed only where the record is there. */
  async #say(args: readonly string[]): Promise<void> {
    const { accuse, disk, log, clock } = this.#around;
    this.#halts += 1;
    log(() => `ordo ${args.join(' ')}   at ${clock.monotonicMs()} ms, beside`);
    const witness = untouched(() => accuse('halt asks', 'a halt asks or sends'));
    const code = await main(worldOf(new Life(this.#around), witness, { mayHalt: true }), args, 'sim');
    log(() => `exit ${code}, beside`);
    const isOn = !args.includes('--lift');
    if (code === EXIT.done && this.#judge.isHalted !== isOn && disk.failures === 0)
      accuse('durable', `ordo ${args.join(' ')} ends with 0, and the account is ${isOn ? 'not halted' : 'halted'}`);
    if (code !== EXIT.done && disk.failures === 0) accuse('durable', `ordo ${args.join(' ')} ends with ${code}`);
  }

  async #flattenBeside(): Promise<void> {
    const ms = this.#random.int(0, this.#random.pick([100, 2000, 20_000]));
    await this.#around.clock.sleep(ms);
    await this.#flatten({});
  }

  async #live(
    task: HaltTask,
    args: readonly string[],
    meets: MeetsBeside,
    death?: Death,
  ): Promise<ExitCode | undefined> {
    const { clock, log, accuse } = this.#around;
    const life = new Life(this.#around, death);
    this.#lives += 1;
    log(() => `ordo ${args.join(' ')}   at ${clock.monotonicMs()} ms, dies ${JSON.stringify(death)}`);
    const { witness, over } = this.#judge.begin(task);
    const ended = new AbortController();
    const exitCode = await Promise.race([
      main(worldOf(life, witness, meets), args, 'sim').catch((error: unknown) => {
        if (!life.isDead) accuse('bug', error instanceof Error ? (error.stack ?? error.message) : String(error));
        return undefined;
      }),
      life.death.then(() => undefined),
      clock.sleep(MOST_LIFE_MS, ended.signal).then(() => {
        if (!ended.signal.aborted) accuse('hang', `ordo ${args.join(' ')} does not end`);
        return undefined;
      }),
    ]);
    ended.abort();
    if (life.isDead) this.#deaths += 1;
    log(() => `exit ${exitCode ?? 'none'} of ${args[0]} at ${clock.monotonicMs()} ms`);
    const code = life.isDead ? undefined : exitCode;
    over(code);
    life.die(false);
    return code;
  }

  /** Everything on its way arrives, the exchange behaves, and a flatten leaves nothing of ours; with `--all` nothing at all. */
  async #flattenToTheEnd(): Promise<void> {
    const { venue } = this.#around;
    await this.#pass(MOST_LATE_MS + this.#scenario.timeoutMs + RESTART_MS);
    venue.isKind = true;
    this.#floor.isKind = true;
    if (venue.desk !== undefined) venue.desk.lives.isKind = true;
    await this.#pass(RESTART_MS + MOST_LATE_MS);
    for (const all of [false, true]) {
      if (this.#violation !== undefined) return;
      let code: ExitCode | undefined;
      for (let times = 0; times < MOST_FLATTENS && code !== EXIT.done; times++) {
        const args = all ? [...FLATTEN, '--all'] : FLATTEN;
        code = await this.#around.clock.run(this.#live({ command: 'flatten', all }, args, { mayHalt: true }));
        const open = stillOpen(this.#floor, mayOpen(this.#around, this.#scenario));
        if (isAllDone(this.#floor, all) && open === undefined) break;
      }
      judgeEnd({ around: this.#around, floor: this.#floor, scenario: this.#scenario }, { all, code });
    }
  }

  #pass(ms: number): Promise<void> {
    const { clock } = this.#around;
    return clock.run(clock.sleep(ms));
  }
}
