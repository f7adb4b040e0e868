/**
 * A live run up to its first byte. Each step finds out what the next ones need, and refuses where the run may not go on. Their order,
 * and their names, are in live-checks.ts.
 */
import { dirname, resolve } from 'node:path';
import { beforeFirstByte, prepareRun, sends, type CompiledRun, type Connecting } from '../../actions/place.ts';
import { checkAccountFile } from '../../actions/prepare/account-age.ts';
import { checkAccess } from '../../actions/prepare/access-checks.ts';
import { RunEnds, type GoThrough, type Well } from '../../actions/prepare/checks.ts';
import { checkEarlier, tellEarlier } from '../../actions/prepare/earlier-unknown.ts';
import { memoryOf } from '../../actions/prepare/memory.ts';
import { nameOf, type PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { checkStillOpens } from '../../actions/prepare/still-valid.ts';
import type { JournalPlace, PlanName } from '../../journal/records/scope.ts';
import { accountCheckOf, type Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { EXIT } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { youngLook } from '../../protection/journal/account.ts';
import type { Session } from '../../session/session.ts';
import type { Reporter } from '../command-line/reporting.ts';
import { loadPlanUnder, loadSettings, setupAlone, setupOf, type JudgedBy, type Setup } from '../inputs/setup.ts';
import { refuseNoPlan } from '../inputs/input-files.ts';
import { connectKnown } from '../live/connect-live.ts';
import { journalAt } from '../live/journal-address.ts';
import { noteOtherFile } from '../live/live-facts.ts';
import { openLiveSession } from '../live/live-session.ts';
import { accountOf, needsExchange } from '../live/live-target.ts';
import type { World } from '../world.ts';
import { checkRunApproved } from './approval-question.ts';
import { checkAsReviewed } from './as-reviewed.ts';
import { checkOnRecord } from './check-on-record.ts';
import type { RunOptions } from './run-options.ts';
import { ofCommit, requestOf } from './run-request.ts';
import { saidIfSlow } from './said-if-slow.ts';

/** The plan that is run; without one only what is so for every plan can be asked. */
type LiveOptions = Omit<RunOptions, 'planPath'> & Partial<Pick<RunOptions, 'planPath'>>;

export class LiveRun {
  readonly world: World;
  readonly options: LiveOptions;
  readonly through: GoThrough;
  told: Reporter;
  /** Once the files are read; its plan is missing where it is invalid, or none is run. */
  setup: Setup | undefined;
  session: Session | undefined;
  compiled: CompiledRun | undefined;
  /** When the account was read, in ms since 1970. */
  readAtMs: number | undefined;
  /** Called each time the journal was opened. */
  opened = (): void => {};
  /** What may be sent, once nothing is against it. */
  ready: PreparedRun | undefined;
  #settings: JudgedBy | undefined;
  #place: (Pick<JournalPlace, 'account' | 'journal'> & Partial<PlanName>) | undefined;
  #connected: Promise<void> | undefined;

  constructor(world: World, options: LiveOptions, told: Reporter, through: GoThrough) {
    this.world = world;
    this.options = options;
    this.told = told;
    this.through = through;
  }

  async readConfig(): Promise<void> {
    const { files } = this.world;
    const { planPath, configPath } = this.options;
    if (planPath !== undefined) refuseNoPlan(files, { planPath });
    const from = planPath === undefined ? files.folder : dirname(resolve(files.folder, planPath));
    const how = { ...defined({ configPath }), checkConfig: needsExchange(this.world) };
    const settings = await loadSettings(files, how, from);
    if (!settings.ok) return this.#endWith(await this.#taken(settings.error));
    this.#settings = settings.value;
    this.setup = planPath === undefined ? await setupAlone(settings.value) : setupOf(settings.value);
  }

  /** Ends the run with the mistakes of the plan, but for what the policy has against it. */
  async readPlan(): Promise<void> {
    const { planPath, variables } = this.#planned;
    const setup = await this.#taken(await loadPlanUnder(this.world, { planPath, variables }, found(this.#settings)));
    this.setup = setup;
    if (setup.exitCode !== EXIT.done && !this.#isOfPolicy(setup)) this.#endWith(setup);
  }

  /** Ends the run with what passes the policy, and with symbols of it that no list has. */
  checkPolicy(): void {
    const setup = found(this.setup);
    if (this.#isOfPolicy(setup)) this.#endWith(setup);
  }

  #isOfPolicy({ exitCode, diagnostics }: Setup): boolean {
    const { source } = found(this.#settings);
    return (
      exitCode === EXIT.forbidden || (exitCode === EXIT.usage && diagnostics.every((one) => one.source === source))
    );
  }

  #endWith({ exitCode, diagnostics }: Setup): never {
    throw new RunEnds(exitCode, 'the files have mistakes', diagnostics);
  }

  /** Told where they end the run; a person is told of warnings only where something is sent. */
  async #taken(setup: Setup): Promise<Setup> {
    const { reviewed } = this.options;
    if (reviewed !== undefined) (await import('./check-reviewed.ts')).checkInputs(this.world.files, reviewed, setup);
    if (setup.plan === undefined || this.told.isForPrograms) await this.told.diagnostics(setup.diagnostics);
    return setup;
  }

  checkAccountFile(): void {
    const { config, plan } = this;
    const { origin: exchange } = accountOf(this.world, config);
    checkAccountFile({ plan, config, target: 'live', exchange }, this.world.clock.wallMs());
  }

  /** Holds the account, and the plan where there is one. */
  async openJournal(): Promise<void> {
    const { world, config } = this;
    const plan = this.setup?.plan;
    const account = accountOf(world, config);
    const journal = await journalAt(world, this.options.journalPath, config);
    this.#place = { ...(plan && nameOf(plan)), journal, account };
    this.session = await openLiveSession(world, {
      place: { ...this.#place, ...defined({ isFollow: this.options.follow }) },
      config,
      emit: this.told.emit,
    });
    this.opened();
  }

  /** What is left to send, by the journal. */
  async compile(): Promise<void> {
    const { world, told, plan } = this;
    const [options, setup, session] = [this.#planned, found(this.setup), found(this.session)];
    const place = { ...found(this.#place), ...nameOf(plan) };
    const look = youngLook(await session.newestLook(), world.clock.wallMs());
    const memory = memoryOf(place, await session.account(), plan, defined({ look, halt: await session.halted() }));
    const how = { mode: 'execute', exchange: place.account.origin } as const;
    const request = requestOf(options, { setup, plan, memory }, how);
    const compiled = await prepareRun(session, request, this.through);
    const { run, renamed } = compiled;
    if (options.follow === true) checkStillOpens(run, world.clock.wallMs());
    await checkAsReviewed(world, { options, setup }, run, await session.approvals(place));
    this.compiled = compiled;
    if (told.isForPrograms) await told.diagnostics(renamed);
    else if (run.schedule.calls.length > 0) await told.diagnostics([...setup.diagnostics, ...renamed]);
    noteOtherFile(world.files, options.planPath, memory.history, told.emit);
    if (run.earlier !== undefined) tellEarlier(told.emit, run.earlier);
  }

  /** Reads the account, where it is to be read. Without a run that is compiled only its key is judged. */
  async readAccount(): Promise<void> {
    const { config, compiled } = this;
    if (compiled !== undefined) {
      const read = (): Promise<CompiledRun> => checkOnRecord(this.#asking, compiled);
      const { clock } = this.world;
      this.compiled = await (this.options.follow === true
        ? saidIfSlow({ clock, emit: this.told.emit, message: SILENT }, read)
        : read());
      this.readAtMs = this.compiled.checkedMs && this.world.clock.wallMs();
      return;
    }
    if (accountCheckOf(config) === 'off') return;
    const { session, connect, through } = this.#asking;
    await connect();
    await checkAccess({ session, through }, { config, exchange: found(this.#place).account.origin });
    this.readAtMs = this.world.clock.wallMs();
  }

  async approve(): Promise<void> {
    const compiled = found(this.compiled);
    if (sends(compiled.run)) await checkRunApproved(this.world, this.#planned, compiled, found(this.session));
  }

  /** The last steps before the first byte. */
  async makeReady(): Promise<void> {
    this.ready = await beforeFirstByte(this.#asking, found(this.compiled));
  }

  /** Looks up what earlier runs left unknown, as placing does, and ends the run where it holds that back. */
  async lookUpEarlier(): Promise<Well> {
    const { world, options, plan, ready } = this;
    if (ready?.earlier === undefined) return undefined;
    const planFile = resolve(world.files.folder, options.planPath ?? '');
    await checkEarlier(found(this.session), { ...nameOf(plan), planFile }, ready.earlier);
    return 'what an earlier run left unknown is found';
  }

  /** Lets go of the account and of the connection. */
  async close(): Promise<void> {
    await this.session?.close();
  }

  /** As it was before the journal was opened. */
  async startOver(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    this.compiled = undefined;
    this.readAtMs = undefined;
    this.ready = undefined;
    this.#connected = undefined;
    // A journal that is gone takes no goodbye.
    await session?.close().catch(() => {});
  }

  get config(): Config {
    return found(this.#settings).config;
  }

  get plan(): Plan {
    return found(this.setup?.plan);
  }

  /** What is placed, and by whom. */
  get placeable(): { readonly run: PreparedRun; readonly session: Session } {
    const run = ofCommit(this.world.files, found(this.ready), found(this.setup));
    return { run, session: found(this.session) };
  }

  get place(): Pick<JournalPlace, 'account' | 'journal'> {
    return found(this.#place);
  }

  get #planned(): RunOptions {
    const { planPath, ...options } = this.options;
    return { ...options, planPath: found(planPath) };
  }

  /** Connects once: keys are read when the first question needs them. */
  get #asking(): Required<Pick<Connecting, 'through'>> & Connecting {
    const { world, told, through } = this;
    const session = found(this.session);
    return {
      session,
      clock: world.clock,
      emit: told.emit,
      through,
      connect: () => (this.#connected ??= this.#connect()),
    };
  }

  async #connect(): Promise<void> {
    const { world, setup, through } = this;
    const what = {
      setup: found(setup),
      session: found(this.session),
      place: found(this.#place),
      rebind: this.options.rebind,
    };
    await through([{ name: 'keys', ask: () => connectKnown(world, what) }], undefined);
  }
}

const SILENT = 'the exchange does not answer yet: nothing is sent before the account is checked, and Ctrl-C ends it';

/** The list has it behind the step that finds it. */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('asked before it was found out');
  return value;
}
