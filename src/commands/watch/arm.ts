/** What a watch places with: an account that is held across saves, and the run that an approval is for. */
import { resolve } from 'node:path';
import { approvalOf } from '../../actions/approval.ts';
import type { StopRequest } from '../../actions/end-of-run.ts';
import { refresh } from '../../actions/refresh.ts';
import {
  beforeFirstByte,
  checkAccount,
  prepareRun,
  sends,
  type CompiledRun,
  type Connecting,
} from '../../actions/place.ts';
import { youngLook } from '../../protection/journal/account.ts';
import { hasAnswers, type AccountLook } from '../../protection/journal/look.ts';
import { memoryOf, type Memory } from '../../actions/prepare/memory.ts';
import { nameOf, type PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { checkAccountFile } from '../../actions/prepare/account-age.ts';
import { checkCanAsk } from '../../actions/prepare/account-checks.ts';
import { checkStillValid } from '../../actions/prepare/still-valid.ts';
import { isServerUrl } from '../../journal/postgres/journal-url.ts';
import type { JournalPlace } from '../../journal/records/scope.ts';
import { MEMORY } from '../../journal/url.ts';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import type { RunEvent } from '../../model/event.ts';
import type { MarketMoved, OrderFilled } from '../../model/watch-event.ts';
import type { Plan } from '../../model/order.ts';
import type { EventSink } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import type { Reporter } from '../command-line/reporting.ts';
import type { Setup } from '../inputs/setup.ts';
import { connectKnown } from '../live/connect-live.ts';
import { journalAt } from '../live/journal-address.ts';
import { withLiveSession } from '../live/live-session.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { paperAccount, withPaperSession } from '../run/paper-session.ts';
import type { RunOptions } from '../run/run-options.ts';
import { ofCommit, requestOf } from '../run/run-request.ts';
import type { World } from '../world.ts';
import type { SimulatedSaves } from './simulated-saves.ts';

export interface WatchInputs {
  readonly options: RunOptions;
  /** What the files say as the watch begins. */
  readonly setup: Setup;
  readonly told: Reporter;
  /** On the screen; the stream of a watch has no simulation. */
  readonly simulated?: SimulatedSaves;
  /** The view that the screen opens at. */
  readonly opensAt?: 'simulation';
}

export interface Prepared extends CompiledRun {
  readonly code: string;
}

/** When the account was read, if it had to be, and what was only warned of. */
export interface CheckedAccount {
  /** What the run has of it. */
  readonly seen?: Pick<PreparedRun, 'checkedAtMs' | 'markets' | 'checkedLook' | 'found'>;
  readonly checkedMs?: number;
  readonly atMs?: number;
  readonly warnings: readonly string[];
}

interface Held {
  readonly session: Session;
  readonly place: Pick<JournalPlace, 'account' | 'journal'>;
  readonly config: Config;
  /** The one plan that is held; undefined: every plan. */
  readonly plan?: string | undefined;
  /** Told of what is about to be placed. */
  readonly onReady?: (run: PreparedRun) => void;
  readonly emit: EventSink;
}

/**
 * Holds the live account for as long as `body` watches, or on a server its plan alone, where that can be read. Keys are read with
 * the first approval.
 */
export async function withLiveArm<T>(
  world: World,
  { options, setup, told }: WatchInputs,
  body: (arm: Arm) => Promise<T>,
): Promise<T> {
  const { config } = setup;
  checkSafeToRunLive(world, (message) => told.emit({ event: 'note', message }));
  refuseOthersFiles(world.files, setup);
  const journal = await journalAt(world, options.journalPath, config);
  const held = isServerUrl(journal.url) ? setup.plan : undefined;
  const plan = held && { plan: held.name, generation: held.generation };
  const place = { account: accountOf(world, config), journal, isWatch: true as const, ...plan };
  return withLiveSession(world, { place, config, emit: told.emit }, (session) =>
    body(new Arm(world, options, { session, place, config, emit: told.emit, plan: held?.name })),
  );
}

/** A paper exchange whose market moves, for as long as `body` watches. Its journal is in memory. */
export function withPaperArm<T>(
  world: World,
  { options, setup, told }: WatchInputs,
  body: (arm: Arm) => Promise<T>,
): Promise<T> {
  const { config } = setup;
  // The ids of what was placed, by client order id: fills are told with them.
  const ids = new Map<string, string>();
  const market = { seed: options.seed, onNews: (news: News) => told.emit(named(news, ids)) };
  const { journalPath: journal } = options;
  const onReady = ({ schedule }: PreparedRun): void => {
    for (const [clientOid, { id }] of schedule.pending) ids.set(clientOid, id);
  };
  return withPaperSession(world, { config, journal, told, market }, async ({ session, exchange, origin }) => {
    await session.connect(() => Promise.resolve(exchange), false);
    const place = { account: paperAccount(origin), journal: { url: MEMORY, name: MEMORY } };
    return body(new Arm(world, options, { session, place, config, emit: told.emit, onReady }));
  });
}

type News = OrderFilled | MarketMoved;

/** With the id of the order that it is about. */
const named = (news: News, ids: ReadonlyMap<string, string>): RunEvent =>
  news.event === 'order-filled' ? { ...news, ...defined({ id: ids.get(news.clientOid) }) } : news;

export class Arm {
  readonly session: Session;
  /** On paper what is new is placed at each save; on a live account only by a person's word. */
  readonly placesBySelf: boolean;
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #held: Held;
  #isConnected = false;
  /** The newest look, where nothing answered it: what an older one saw says nothing of now. */
  #unanswered: AccountLook | undefined;

  constructor(world: World, options: RunOptions, held: Held) {
    this.#world = world;
    this.#options = options;
    this.#held = held;
    this.session = held.session;
    this.placesBySelf = !options.live;
  }

  /** What the account's journal knows; refuses where the files name other settings, or another plan, than it is held under. */
  async memory({ config }: Setup, plan: Plan): Promise<Memory> {
    const { place, plan: held = plan.name } = this.#held;
    if (settingsOf(config) !== settingsOf(this.#held.config))
      refuseOther('exchange or execution of the config has changed, and this watch still runs with the old settings');
    if (plan.name !== held) refuseOther(`the plan is called ${plan.name} now, and this watch has locked ${held}`);
    const ofPlan = { ...place, plan: plan.name, generation: plan.generation };
    const look = this.#unanswered ?? youngLook(await this.session.newestLook(), this.#world.clock.wallMs());
    return memoryOf(ofPlan, await this.session.account(), plan, defined({ look, halt: await this.session.halted() }));
  }

  codeOf({ approval, plan, config, schedule }: PreparedRun): string {
    return (approval ?? approvalOf(plan, config, this.#held.place.account, schedule)).code;
  }

  /** What the files say now, to be sent; refuses what must not be. */
  async prepare(setup: Setup, plan: Plan): Promise<Prepared> {
    const [world, options, { session, place }] = [this.#world, this.#options, this.#held];
    if (options.live) refuseOthersFiles(world.files, setup);
    checkStillValid(plan, world.clock.wallMs());
    const memory = await this.memory(setup, plan);
    const how = { mode: 'execute', exchange: place.account.origin } as const;
    const compiled = await prepareRun(session, requestOf(options, { setup, plan, memory }, how));
    checkAccountFile(compiled.run, world.clock.wallMs());
    const run = options.live ? ofCommit(world.files, compiled.run, setup) : compiled.run;
    return { ...compiled, run, code: this.codeOf(run) };
  }

  /**
   * Looks at the orders of the plan and at all of the account that is at stake, and keeps what it saw: what else a person should know.
   * Refuses where nobody can be asked.
   */
  async look(setup: Setup, stop: StopRequest): Promise<readonly string[]> {
    const { plan, config } = setup;
    if (plan === undefined) return [];
    checkCanAsk(config, 'set it to true');
    await this.#connect(setup);
    const planFile = resolve(this.#world.files.folder, this.#options.planPath);
    const asked = { plan: nameOf(plan), planFile, origin: this.#held.place.account.origin, stop, withPresets: true };
    const { notes, look } = await refresh(this.session, asked);
    this.#unanswered = look === undefined || hasAnswers(look) ? undefined : look;
    return notes;
  }

  /** Reads the account for whoever is to approve it; refuses one that is set otherwise than the plan needs. */
  async check(prepared: Prepared, setup: Setup): Promise<CheckedAccount> {
    const warnings: string[] = [];
    const emit: EventSink = (event) => {
      if (event.event === 'note') warnings.push(event.message);
      this.#held.emit(event);
    };
    const { run, checkedMs } = await checkAccount({ ...this.#asking(setup), emit }, prepared);
    const { checkedAtMs, markets, checkedLook, found } = run;
    const seen = defined({ checkedAtMs, markets, checkedLook, found });
    return { ...defined({ checkedMs, atMs: checkedAtMs }), seen, warnings };
  }

  /** The last steps before the first byte; refuses where they fail. With what the check of the account saw. */
  async makeReady(prepared: Prepared, setup: Setup): Promise<Prepared> {
    this.#held.onReady?.(prepared.run);
    // Nobody else places on an exchange of its own.
    if (!this.#options.live || !sends(prepared.run)) return prepared;
    return { ...prepared, run: await beforeFirstByte(this.#asking(setup), prepared) };
  }

  #asking(setup: Setup): Connecting {
    const { session, emit } = this.#held;
    return { session, clock: this.#world.clock, emit, connect: () => this.#connect(setup) };
  }

  /** Once. */
  async #connect(setup: Setup): Promise<void> {
    const [{ session, place }, { rebind }] = [this.#held, this.#options];
    if (!this.#isConnected) await connectKnown(this.#world, { setup, session, place, rebind });
    this.#isConnected = true;
  }
}

const settingsOf = ({ exchange, execution }: Config): string => JSON.stringify([exchange, execution]);

const refuseOther = (message: string): never =>
  refuse('watch/start-again', message, 'end the watch with q, and start it again');
