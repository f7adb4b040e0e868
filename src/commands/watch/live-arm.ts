import type { JournalPlace } from '../../journal/records/scope.ts';
import { isServerUrl } from '../../journal/postgres/journal-url.ts';
import type { Config } from '../../model/config.ts';
import type { Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import type { Setup } from '../inputs/setup.ts';
import { connectKnown } from '../live/connect-live.ts';
import { withLiveSession } from '../live/live-session.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { memoryOf, type Memory } from '../../actions/prepare/memory.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { checkStillValid } from '../../actions/prepare/still-valid.ts';
import { recordApproval } from '../run/approval.ts';
import { checkFirstSend, liveRunOf, ofCommit, sends } from '../run/live-run.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { World } from '../world.ts';
import { SameSettings, type Arm, type Prepared } from './order-placer.ts';
import type { WatchInputs } from './watching.ts';

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
  refuseOthersFiles(world, setup);
  const journal = await journalAt(world, options.journalPath, config);
  const held = isServerUrl(journal.url) ? setup.plan : undefined;
  const plan = held && { plan: held.name, generation: held.generation };
  const place = { account: accountOf(world, config), journal, isWatch: true as const, ...plan };
  return withLiveSession(world, { place, config, emit: told.emit }, (session) =>
    body(new LiveArm(world, options, { session, place, config, held: held?.name })),
  );
}

class LiveArm implements Arm {
  readonly session: Session;
  readonly placesBySelf = false;
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #place: Pick<JournalPlace, 'account' | 'journal'>;
  readonly #settings: SameSettings;
  /** Undefined: every plan. */
  readonly #held: string | undefined;
  #isConnected = false;

  constructor(
    world: World,
    options: RunOptions,
    what: {
      readonly session: Session;
      readonly place: Pick<JournalPlace, 'account' | 'journal'>;
      readonly config: Config;
      readonly held: string | undefined;
    },
  ) {
    this.#world = world;
    this.#options = options;
    this.session = what.session;
    this.#place = what.place;
    this.#settings = new SameSettings(what.config);
    this.#held = what.held;
  }

  async memory({ config }: Setup, plan: Plan): Promise<Memory> {
    this.#settings.check(config);
    if (this.#held !== undefined && plan.name !== this.#held) refuseRenamed(plan.name, this.#held);
    const place = { ...this.#place, plan: plan.name, generation: plan.generation };
    return memoryOf(place, await this.session.account(), plan);
  }

  codeOf({ approval }: PreparedRun): string {
    if (approval === undefined) throw new Error('a live run without an approval code');
    return approval.code;
  }

  async prepare(setup: Setup, plan: Plan): Promise<Prepared> {
    refuseOthersFiles(this.#world, setup);
    checkStillValid(plan, this.#world.clock.wallMs());
    const memory = await this.memory(setup, plan);
    const { run } = await liveRunOf(this.#options, { setup, plan, memory }, this.session);
    return { run: ofCommit(this.#world, run, setup), memory, code: this.codeOf(run) };
  }

  async makeReady({ run, memory }: Prepared, setup: Setup): Promise<void> {
    const { session } = this;
    if (!sends({ run })) return;
    if (!this.#isConnected) await connectKnown(this.#world, { setup, session, memory, rebind: this.#options.rebind });
    this.#isConnected = true;
    await checkFirstSend(this.#world, { run }, session, memory);
    await recordApproval(run, session);
  }
}

const refuseRenamed = (name: string, held: string): never =>
  refuse(
    'watch/start-again',
    `the plan is called ${name} now, and this watch has locked ${held}`,
    'end the watch with q, and start it again',
  );
