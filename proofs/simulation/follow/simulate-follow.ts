/**
 * One seed of a plan that is followed: a random plan, the paper exchange with a market that moves, fills in parts, firing triggers and
 * lists that lag, and lives of `run --follow` that are killed at any call of a port, with answers and questions that get lost. The last
 * life comes to its end.
 */
import type { FollowJudge, FollowScene } from '../../following/judge.ts';
import { wholeEvents } from '../../ledger-check.ts';
import { Findings } from '../../proof.ts';
import { Random } from '../../random.ts';
import type { Ended } from '../../support/ordo.ts';
import type { Death, Surroundings } from '../life.ts';
import type { Options, Verdict } from '../verdict.ts';
import type { Violation } from '../violation.ts';
import { Hands } from './hands.ts';
import type { EditedPlan } from './edits/edited-plan.ts';
import { Editing } from './edits/editing.ts';
import { judgesOf } from './judges.ts';
import { Journals } from './journals.ts';
import { Lives } from './lives.ts';
import type { Narrow } from './narrow.ts';
import type { Rough } from './rough.ts';
import { drawDeath, type DrawnSeed } from './drawn.ts';
import type { SimExchange } from './sim-exchange.ts';
import { stageOf } from './stage.ts';

// Loaded before any seed: while a module is read from disk, virtual time must not run on.
await Promise.all([
  import('../../../src/commands/run-plan.ts'),
  import('../../../src/commands/run/execute-plan.ts'),
  import('../../../src/commands/cancel/cancel.ts'),
  import('../../../src/commands/settle/settle.ts'),
  import('../../../src/actions/follow/follow.ts'),
  import('../../../src/config/load-config.ts'),
  import('../../../src/commands/command-line/report-diagnostics.ts'),
  import('../../../src/source/diagnostic-event.ts'),
  import('../../../src/report/formats/ndjson.ts'),
]);

const DRY = ['run', 'plan.yaml', '--live', '--output', 'ndjson'];
const FOLLOW = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes', '--output', 'ndjson'];
/** Lists may be silent, and more may be found each time. */
const MOST_ANSWERS = 8;

export async function simulateFollow(seed: number, options: Options = {}): Promise<Verdict> {
  const simulation = new FollowSimulation(seed, options);
  try {
    return await simulation.run();
  } finally {
    simulation.close();
  }
}

class FollowSimulation {
  readonly #seed: number;
  readonly #random: Random;
  readonly #around: Surroundings;
  readonly #exchange: SimExchange;
  readonly #lives: Lives;
  readonly #drawn: DrawnSeed;
  readonly #found = new Findings();
  readonly #hasHands: boolean;
  readonly #rough: Rough | undefined;
  readonly #narrow: Narrow | undefined;
  readonly #edited: EditedPlan | undefined;
  #editing: Editing | undefined;
  readonly #hasJournals: boolean;
  #journals: Journals | undefined;
  #hands: Hands | undefined;
  #violation: Violation | undefined;
  #isOver = false;

  constructor(seed: number, options: Options) {
    const { log, interface: version = 'v2', hasHands = false, hasJournals = false } = options;
    const accuse = (invariant: string, detail: string): void => {
      this.#violation ??= { invariant, detail };
      log?.(`VIOLATION of ${invariant}: ${detail}`);
    };
    const stage = stageOf(seed, options, accuse);
    this.#seed = seed;
    this.#hasHands = hasHands;
    this.#hasJournals = hasJournals;
    this.#random = stage.random;
    this.#rough = stage.rough;
    this.#narrow = stage.narrow;
    this.#drawn = stage.drawn;
    this.#edited = stage.edited;
    this.#exchange = stage.exchange;
    this.#around = stage.around;
    this.#lives = new Lives({
      around: this.#around,
      exchange: this.#exchange,
      interface: version,
      hands: () => this.#hands,
      longerMs: (this.#rough?.longerMs ?? 0) + (this.#narrow?.longerMs ?? 0),
      mayFreeze: this.#drawn.mayFreeze,
    });
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
    const dry = await this.#lives.live(DRY);
    if (dry.code !== 0) accuse('dry run', dry.stdout);
    const dryRun = wholeEvents(dry.stdout);
    const byHand: FollowScene['byHand'] = (isLong) => this.#hands?.closed(isLong) ?? { all: 0, known: 0 };
    const cancelled = this.#rough?.cancelled ?? new Set<string>();
    const { judge, moment } = judgesOf({
      drawn: this.#drawn,
      dryRun,
      byHand,
      paper: this.#exchange.withoutHands,
      found: this.#found,
      accuse,
      clock,
      cancelled,
      edited: this.#edited,
    });
    moment.listenTo(this.#exchange);
    this.#drawHands(() => moment.moved());
    const stepMs = random.pick([100, 250, 600]);
    const moved = (): void => moment.moved();
    this.#market(stepMs, moved);
    const woke = (): void => this.#hands?.blind();
    this.#rough?.begin({ ...this.#around, exchange: this.#exchange, names: judge.names, stepMs, moved, woke });
    if (this.#hasJournals)
      this.#journals = new Journals({
        ...this.#around,
        seed: this.#seed,
        judge,
        live: (args) => this.#lives.live(args),
      });
    this.#editing = this.#personOf({ judge, moment }, { byHand, cancelled });
    for (let n = random.int(0, 4); n > 0 && this.#violation === undefined; n--) {
      const ended = await this.#follow(judge, drawDeath(this.#random, this.#edited === undefined ? 4 : 8));
      if (ended.signal === null && !this.#goesOn) break;
      await this.#pass(400 + random.int(0, random.pick([1, 500, 3000, 20_000])));
      this.#journals?.befall();
      if (n > 1) await this.#editing?.edit();
    }
    if (this.#violation === undefined) await this.#last(judge);
    return this.#verdict();
  }

  /** Where the text is edited. */
  #personOf(
    { judge, moment }: ReturnType<typeof judgesOf>,
    { byHand, cancelled }: { byHand: NonNullable<FollowScene['byHand']>; cancelled: Set<string> },
  ): Editing | undefined {
    if (this.#edited === undefined) return undefined;
    return new Editing({
      ...this.#around,
      seed: this.#seed,
      plan: this.#edited,
      exchange: this.#exchange,
      judge,
      moment,
      byHand: (isLong) => byHand(isLong).all,
      hasHands: this.#hasHands,
      cancelled,
      live: (args) => this.#lives.live(args),
      commands: { dry: DRY, follow: FOLLOW },
    });
  }

  /** Nothing goes wrong any more, and it comes to its end. */
  async #last(judge: FollowJudge): Promise<void> {
    this.#drawn.ways.lost = 0;
    this.#drawn.ways.lostQuestions = 0;
    this.#rough?.calm();
    await this.#editing?.edit();
    let last = await this.#answered(judge);
    if (last === undefined) return;
    // What a person allowed again was not so.
    if (last.code === 2 && this.#editing !== undefined) last = await this.#follow(judge);
    // A machine that stood still as the first orders were to leave: a person approves again.
    while (last.code === 2 && this.#rough !== undefined && judge.book.placed().length === 0)
      last = await this.#follow(judge);
    if (this.#lives.isFrozen) {
      if (last.code !== 7)
        this.#around.accuse('frozen', `it ends with ${last.code}, and what a trigger became is not known`);
    } else judge.end(last);
    this.#take();
  }

  /** Until a start finds nothing that its journal does not have; undefined: a person has to decide. */
  async #answered(judge: FollowJudge): Promise<Ended | undefined> {
    for (let tries = MOST_ANSWERS; ; tries--) {
      const ended = await this.#follow(judge);
      if (this.#journals === undefined || this.#journals.acts === 0 || tries === 0) return ended;
      const answer = await this.#journals.answer(ended);
      if (answer === 'decide') return undefined;
      if (answer === 'goes on') return ended;
      await this.#pass(2000);
    }
  }

  /** A life of the follower, by the text as it is then. */
  async #follow(judge: FollowJudge, death?: Death): Promise<Ended> {
    const ended = await this.#lives.live([...FOLLOW, ...(this.#editing?.again ?? [])], death);
    if (this.#editing !== undefined) {
      this.#editing.again = [];
      this.#editing.observe();
    }
    judge.run(ended);
    this.#take();
    this.#windows();
    return ended;
  }

  /** Only where nothing gets lost: what arrives late counts where it arrives. */
  #windows(): void {
    if (this.#drawn.ways.lost > 0 || this.#drawn.ways.lostQuestions > 0 || this.#rough !== undefined) return;
    this.#narrow?.judge(this.#exchange.engine.requests, this.#around.accuse);
  }

  /** A person comes back to a plan that is over. */
  get #goesOn(): boolean {
    return this.#editing !== undefined || this.#journals !== undefined;
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
      lives: this.#lives.lives,
      deaths: this.#lives.deaths,
      cancels: requests.filter(({ path, method }) => method === 'DELETE' || path.includes('cancel')).length,
      looks: requests.length,
      byHand: (this.#hands?.acts ?? 0) + (this.#rough?.acts ?? 0),
      ...(this.#journals && { journals: this.#journals.acts, takenIn: this.#journals.takenIn }),
      ...(this.#editing && { edits: this.#editing.taken, refusedEdits: this.#editing.refused }),
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

  #pass(ms: number): Promise<void> {
    const { clock } = this.#around;
    return clock.run(clock.sleep(ms));
  }
}
