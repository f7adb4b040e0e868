import { standingOf } from '../../journal/records/known-account.ts';
import { MEMORY } from '../../journal/url.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import { defined } from '../../model/defined.ts';
import type { Config } from '../../model/config.ts';
import type { MarketMoved, OrderFilled, RunEvent } from '../../model/event.ts';
import type { Plan } from '../../model/order.ts';
import type { Session } from '../../session/session.ts';
import { compileUnder, withPlaces } from '../../actions/prepare/compile-under.ts';
import type { Setup } from '../inputs/setup.ts';
import { earlierUnknown } from '../../actions/prepare/earlier-unknown.ts';
import { memoryOf, type Memory } from '../../actions/prepare/memory.ts';
import { approvalOf } from '../run/approval.ts';
import { checkStillValid } from '../../actions/prepare/still-valid.ts';
import { executionOf } from '../run/live-run.ts';
import { paperAccount, paperSession } from '../run/paper-session.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import type { RunOptions } from '../run/run-options.ts';
import { checkStandingCap } from '../../actions/prepare/standing-cap.ts';
import type { World } from '../world.ts';
import { SameSettings, type Arm, type Prepared } from './order-placer.ts';
import type { WatchInputs } from './watching.ts';

/** A paper exchange whose market moves, for as long as `body` watches. Its journal is in memory. */
export async function withPaperArm<T>(
  world: World,
  { options, setup, told }: WatchInputs,
  body: (arm: Arm) => Promise<T>,
): Promise<T> {
  const { limits, locale, timeoutMs, refusalCodes } = setup.config.exchange;
  const ids = new Map<string, string>();
  const paper = await world.startPaper(
    limits,
    { locale, timeoutMs, refusalCodes: new Set(refusalCodes) },
    { seed: options.seed, onNews: (news) => told.emit(named(news, ids)) },
  );
  try {
    const session = await paperSession(
      world,
      { config: setup.config, journal: options.journalPath },
      paper.origin,
      told,
    );
    try {
      await session.connect(() => Promise.resolve(paper.exchange), false);
      return await body(new PaperArm(world, options, { session, ids, origin: paper.origin, config: setup.config }));
    } finally {
      await session.close();
    }
  } finally {
    await paper.close();
  }
}

interface Held {
  readonly session: Session;
  readonly ids: Map<string, string>;
  readonly origin: string;
  readonly config: Config;
}

/** With the id of the order that it is about. */
const named = (news: OrderFilled | MarketMoved, ids: ReadonlyMap<string, string>): RunEvent =>
  news.event === 'order-filled' ? { ...news, ...defined({ id: ids.get(news.clientOid) }) } : news;

class PaperArm implements Arm {
  readonly session: Session;
  readonly placesBySelf = true;
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #account: AccountName;
  readonly #settings: SameSettings;
  /** The ids of what was placed, by client order id. */
  readonly #ids: Map<string, string>;

  constructor(world: World, options: RunOptions, what: Held) {
    this.#world = world;
    this.#options = options;
    this.session = what.session;
    this.#ids = what.ids;
    this.#account = paperAccount(what.origin);
    this.#settings = new SameSettings(what.config);
  }

  async memory({ config }: Setup, plan: Plan): Promise<Memory> {
    this.#settings.check(config);
    const place = {
      account: this.#account,
      journal: { url: MEMORY, name: MEMORY },
      plan: plan.name,
      generation: plan.generation,
    };
    return memoryOf(place, await this.session.account(), plan);
  }

  codeOf({ plan, config, schedule }: PreparedRun): string {
    return approvalOf(plan, config, this.#account, schedule).code;
  }

  async prepare(setup: Setup, plan: Plan): Promise<Prepared> {
    checkStillValid(plan, this.#world.clock.wallMs());
    const [options, { config }] = [this.#options, setup];
    const memory = await this.memory(setup, plan);
    const { known } = memory;
    const schedule = withPlaces(compileUnder(config, plan, known, options), options.planPath);
    const what = { plan, known, standing: standingOf(memory.account), schedule, exchange: this.#account.origin };
    const run = {
      ...executionOf(options, setup, what),
      ...defined({ earlier: earlierUnknown(config, known, schedule) }),
    };
    checkStandingCap(run);
    return { run, memory, code: this.codeOf(run) };
  }

  makeReady({ run }: Prepared): Promise<void> {
    for (const [clientOid, { id }] of run.schedule.pending) this.#ids.set(clientOid, id);
    return Promise.resolve();
  }
}
