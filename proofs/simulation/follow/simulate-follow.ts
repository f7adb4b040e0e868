/**
 * One seed of a plan that is followed: a random plan, the paper exchange with a market that moves, fills in parts, firing triggers and
 * lists that lag, and lives of `run --follow` that are killed at any call of a port, with answers and questions that get lost. The last
 * life comes to its end.
 */
import { main } from '../../../src/commands/main.ts';
import { operationsOf } from '../../../src/exchange/operations-of.ts';
import type { Interface } from '../../../src/model/interfaces.ts';
import { ok } from '../../../src/model/result.ts';
import type { FollowScene } from '../../following/judge.ts';
import { wholeEvents } from '../../ledger-check.ts';
import { Findings } from '../../proof.ts';
import { Random } from '../../random.ts';
import { SimClock } from '../../support/sim-clock.ts';
import type { Ended } from '../../support/ordo.ts';
import { Disk } from '../disk.ts';
import { Life, type Death, type Surroundings } from '../life.ts';
import { untouched } from '../silent-runs.ts';
import { worldOf } from '../sim-world.ts';
import type { Options, Verdict } from '../verdict.ts';
import type { Violation } from '../violation.ts';
import { Hands } from './hands.ts';
import { judgesOf } from './judges.ts';
import { Rough } from './rough.ts';
import { drawDeath, drawSeed, type DrawnSeed } from './drawn.ts';
import { SimExchange } from './sim-exchange.ts';

// Loaded before any seed: while a module is read from disk, virtual time must not run on.
await Promise.all([
  import('../../../src/commands/run-plan.ts'),
  import('../../../src/commands/run/execute-plan.ts'),
  import('../../../src/actions/follow/follow.ts'),
  import('../../../src/config/load-config.ts'),
  import('../../../src/commands/command-line/report-diagnostics.ts'),
  import('../../../src/source/diagnostic-event.ts'),
  import('../../../src/report/formats/ndjson.ts'),
]);

const DRY = ['run', 'plan.yaml', '--live', '--output', 'ndjson'];
const FOLLOW = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes', '--output', 'ndjson'];
/** By then an order in no list is given up, and the market is made to come to what waits. */
const NUDGE_MS = 90_000;
/** What a trigger became may be nobody's guess: then its group waits for a person. */
const FROZEN_MS = 270_000;
const MOST_LIFE_MS = 10 * 60_000;
let runs = 0;

export async function simulateFollow(seed: number, options: Options = {}): Promise<Verdict> {
  const simulation = new FollowSimulation(seed, options);
  try {
    return await simulation.run();
  } finally {
    simulation.close();
  }
}

/** The same ways: whoever makes them calm later means these. */
const withSlow = (ways: DrawnSeed['ways'], rough: Rough | undefined): DrawnSeed['ways'] =>
  rough === undefined ? ways : Object.assign(ways, { isSlow: rough.isSlow });

class FollowSimulation {
  readonly #seed: number;
  readonly #random: Random;
  readonly #around: Surroundings;
  readonly #exchange: SimExchange;
  readonly #drawn: DrawnSeed;
  readonly #found = new Findings();
  readonly #interface: Interface;
  readonly #hasHands: boolean;
  readonly #rough: Rough | undefined;
  #hands: Hands | undefined;
  #violation: Violation | undefined;
  #isFrozen = false;
  #isOver = false;
  #lives = 0;
  #deaths = 0;

  constructor(
    seed: number,
    { log, interface: version = 'v2', journalAwayMs = 0, hasHands = false, isRough = false }: Options,
  ) {
    const random = new Random(seed, 'following');
    this.#seed = seed;
    this.#random = random;
    this.#interface = version;
    this.#hasHands = hasHands;
    this.#rough = isRough ? new Rough(seed) : undefined;
    const accuse = (invariant: string, detail: string): void => {
      this.#violation ??= { invariant, detail };
      log?.(`VIOLATION of ${invariant}: ${detail}`);
    };
    const told = (words: () => string): void => log?.(words());
    const clock = new SimClock();
    const origin = `https://sim${++runs}.example`;
    this.#drawn = drawSeed(random, {
      version,
      origin,
      nowMs: clock.wallMs(),
      seed,
      hasHands,
      olderMs: this.#rough?.olderMs,
    });
    const { paper, ways, files, plan } = this.#drawn;
    told(() => `${JSON.stringify({ ...paper, market: undefined, ...ways })}\n${plan.text}`);
    const onNews: DrawnSeed['paper']['market']['onNews'] = (news) => {
      if (news.event === 'order-filled')
        told(() => `  ${clock.monotonicMs()} filled ${news.clientOid} ${news.size} at ${news.price}`);
    };
    this.#exchange = new SimExchange(
      { ...paper, market: { ...paper.market, onNews }, ...(this.#rough && { faults: this.#rough.faults }) },
      { clock, random: new Random(seed, 'ways'), ways: withSlow(ways, this.#rough), log: told },
    );
    const venue = { listed: { standsAs: () => true } } as unknown as Surroundings['venue'];
    const bytes = Object.entries(files).map(([name, text]): [string, Uint8Array] => [
      `/sim/${name}`,
      new TextEncoder().encode(text),
    ]);
    const disk = new Disk(origin, accuse, told);
    this.#around = { clock, disk, venue, files: new Map(bytes), accuse, log: told, lockedBy: undefined, journalAwayMs };
  }

  close(): void {
    this.#isOver = true;
    this.#hands?.end();
    this.#rough?.end();
    this.#around.disk.close();
  }

  async run(): Promise<Verdict> {
    const { clock, accuse } = this.#around;
    const random = this.#random;
    const dry = await this.#live(DRY);
    if (dry.code !== 0) accuse('dry run', dry.stdout);
    const dryRun = wholeEvents(dry.stdout);
    const byHand: FollowScene['byHand'] = (isLong) => this.#hands?.closed(isLong) ?? { all: 0, known: 0 };
    const { judge, moment } = judgesOf({
      drawn: this.#drawn,
      dryRun,
      byHand,
      paper: this.#exchange.withoutHands,
      found: this.#found,
      accuse,
      clock,
      rough: this.#rough,
    });
    moment.listenTo(this.#exchange);
    this.#drawHands(() => moment.moved());
    const stepMs = random.pick([100, 250, 600]);
    const moved = (): void => moment.moved();
    this.#market(stepMs, moved);
    const woke = (): void => this.#hands?.blind();
    this.#rough?.begin({ ...this.#around, exchange: this.#exchange, names: judge.names, stepMs, moved, woke });
    for (let n = random.int(0, 4); n > 0 && this.#violation === undefined; n--) {
      const ended = await this.#live(FOLLOW, drawDeath(this.#random));
      judge.run(ended);
      this.#take();
      if (ended.signal === null) break;
      await this.#pass(400 + random.int(0, random.pick([1, 500, 3000, 20_000])));
    }
    if (this.#violation === undefined) {
      this.#drawn.ways.lost = 0;
      this.#drawn.ways.lostQuestions = 0;
      this.#rough?.calm();
      let last = await this.#live(FOLLOW);
      judge.run(last);
      // A machine that stood still as the first orders were to leave: a person approves again.
      while (last.code === 2 && this.#rough !== undefined && judge.book.placed().length === 0)
        judge.run((last = await this.#live(FOLLOW)));
      if (this.#isFrozen) {
        if (last.code !== 7) accuse('frozen', `it ends with ${last.code}, and what a trigger became is not known`);
      } else judge.end(last);
      this.#take();
    }
    return this.#verdict();
  }

  /** In half of the seeds that may have any. */
  #drawHands(moved: () => void): void {
    const random = new Random(this.#seed, 'hands');
    if (!this.#hasHands || random.chance(0.5)) return;
    const { clock, log } = this.#around;
    const { engine } = this.#exchange;
    this.#hands = new Hands({ engine, clock, random, log, oldMs: this.#drawn.oldMs, moved });
    this.#exchange.lost = (sent) => this.#hands?.lost(sent);
    this.#hands.begin(random.int(1, 3));
  }

  #take(): void {
    const [first] = this.#found.violations;
    if (first !== undefined) this.#around.accuse('follow', first);
  }

  #verdict(): Verdict {
    const { requests, book } = this.#exchange.engine;
    return {
      ...(this.#violation !== undefined && { violation: this.#violation }),
      orders: book.orders.length,
      lives: this.#lives,
      deaths: this.#deaths,
      cancels: requests.filter(({ path, method }) => method === 'DELETE' || path.includes('cancel')).length,
      looks: requests.length,
      byHand: (this.#hands?.acts ?? 0) + (this.#rough?.acts ?? 0),
      didFirstDie: false,
      fingerprint: JSON.stringify(book.orders),
    };
  }

  /** A step at a time, until the seed is over. */
  #market(stepMs: number, moved: () => void): void {
    const { clock } = this.#around;
    const step = (): void => {
      if (this.#isOver) return;
      this.#exchange.engine.market?.advance(1);
      moved();
      clock.after(stepMs, step);
    };
    clock.after(stepMs, step);
  }

  async #live(args: readonly string[], death?: Death): Promise<Ended> {
    const { clock, log, accuse } = this.#around;
    const life = new Life(this.#around, death);
    this.#hands?.blind();
    this.#lives += 1;
    let stdout = '';
    log(() => `ordo ${args.join(' ')}   at ${clock.monotonicMs()} ms, dies ${JSON.stringify(death)}`);
    const witness = { ...untouched(() => {}), wrote: (text: string) => void (stdout += text) };
    const over = new AbortController();
    const world = worldOf(life, witness);
    const exchanges: typeof world.exchanges = {
      ...world.exchanges,
      connect: ({ origin }) =>
        Promise.resolve(ok(this.#exchange.connect(life, operationsOf({ interface: this.#interface }), origin))),
    };
    const longerMs = this.#rough?.longerMs ?? 0;
    clock.after(FROZEN_MS + longerMs, () => {
      if (over.signal.aborted) return;
      const mayBeTaken = this.#hands !== undefined && this.#hands.acts > 0 && this.#hands.mayLack;
      if (!this.#drawn.mayFreeze && !mayBeTaken) accuse('hang', `ordo ${args.join(' ')} does not end`);
      this.#isFrozen = true;
      life.signal('SIGTERM');
    });
    void clock.sleep(NUDGE_MS, over.signal).then(() => over.signal.aborted || this.#nudge(over.signal));
    const exitCode = await clock.run(
      Promise.race([
        main({ ...world, exchanges }, args, 'sim').catch((error: unknown) => {
          if (!life.isDead) accuse('bug', error instanceof Error ? (error.stack ?? error.message) : String(error));
          return undefined;
        }),
        life.death.then(() => undefined),
        clock.sleep(MOST_LIFE_MS + longerMs, over.signal).then(() => {
          if (!over.signal.aborted) accuse('hang', `ordo ${args.join(' ')} does not end`);
          return undefined;
        }),
      ]),
    );
    over.abort();
    if (life.isDead) this.#deaths += 1;
    // What it was about to send is in no list.
    if (life.isDead && this.#hands !== undefined) this.#hands.mayLack = true;
    const wasKilled = life.isDead;
    log(() => `${stdout}exit ${exitCode ?? 'none'} at ${clock.monotonicMs()} ms`);
    life.die(false);
    return { code: exitCode ?? null, signal: wasKilled ? 'SIGKILL' : null, stdout, stderr: '' };
  }

  #nudge(signal: AbortSignal): void {
    this.#exchange.comeToWhatWaits();
    void this.#around.clock.sleep(NUDGE_MS / 3, signal).then(() => signal.aborted || this.#nudge(signal));
  }

  #pass(ms: number): Promise<void> {
    const { clock } = this.#around;
    return clock.run(clock.sleep(ms));
  }
}
