/**
 * A watch at work: reads at each save, and places what was approved.
 *
 * Invariants
 * 1. What is sent was shown, and approved by its code; it is what the files, the config, the instruments and the journal give
 *    in the step before the sending, else nothing goes out (watch-machine.ts).
 * 2. A run that was begun ends before the next save is read.
 */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import {
  advance,
  approvable,
  dueMs,
  started,
  type Seen,
  type WatchInput,
  type WatchState,
} from '../../watch/watch-machine.ts';
import { hearInterruptions } from '../command-line/interruption.ts';
import { defined } from '../../model/defined.ts';
import { refusalOf } from '../../refusal.ts';
import { finished, type Reporter } from '../command-line/reporting.ts';
import { finishOf, placeRun, Unrecorded } from '../run/place-run.ts';
import type { RunOptions } from '../run/run-options.ts';
import { Steering } from '../run/steering.ts';
import type { Wish } from '../../ports.ts';
import type { World } from '../world.ts';
import type { Arm, Prepared, WatchInputs } from './arm.ts';
import { AskedCheck } from './asked-check.ts';
import { ComingHalt } from './coming-halt.ts';
import { Saves } from './saves.ts';
import { WatchNotes, joinedWords } from './watch-notes.ts';
import { BACKSTOP_MS, WatchedFiles } from './watched-files.ts';

export class Watch {
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #told: Reporter;
  readonly #arm: Arm | undefined;
  readonly #files: WatchedFiles;
  readonly #saves: Saves;
  readonly #steering: Steering;
  readonly #unrecorded: Unrecorded;
  readonly #inputs: WatchInputs;
  readonly #notes: WatchNotes;
  #state: WatchState = started;
  #wake = new AbortController();
  #savedAtMs: number | undefined;
  /** What a paper watch placed by itself: where that ended early, the same is not tried again until a person asks. */
  #tried: string | undefined;
  /** A run or a look has ended since the last read: what is known has changed, though the files have not. */
  #hasLearned = false;
  #hasQuit = false;
  /** A person wants to know what is open on the exchange. */
  #wantsLook = false;
  #isLooking = false;
  readonly #check = new AskedCheck();
  readonly #halt = new ComingHalt();
  /** The exit code of the run that was cut short. */
  #cutRun: ExitCode | undefined;

  constructor(world: World, inputs: WatchInputs, arm?: Arm) {
    const { options, told, setup } = inputs;
    this.#world = world;
    this.#inputs = inputs;
    this.#options = options;
    this.#told = told;
    this.#arm = arm;
    this.#notes = new WatchNotes(told.emit);
    this.#files = new WatchedFiles(world, options);
    this.#saves = new Saves(world, options, { told, files: this.#files, arm, first: setup });
    this.#steering = new Steering(world, told.emit, options.live);
    this.#unrecorded = new Unrecorded(world.terminal.stderr, options.output === 'tui');
  }

  /** Ends by a signal, by q, or by the loss of its output. */
  async run(): Promise<ExitCode> {
    const { opensAt, simulated } = this.#inputs;
    const settings = { stays: true, canPlace: this.#arm !== undefined, onWish: this.#take, ...defined({ opensAt }) };
    const screen = this.#options.output === 'tui' ? await this.#world.terminal.mountScreen(settings) : undefined;
    this.#told.tellTo(screen?.sink);
    const interruptions = hearInterruptions(this.#world, this.#steering.interrupt);
    this.#steering.signal.addEventListener('abort', () => this.#wake.abort());
    const over = new AbortController();
    const looking = this.#lookForHalt(over.signal);
    try {
      await this.#follow();
      return this.#exitCode();
    } finally {
      over.abort();
      await looking;
      interruptions.release();
      await simulated?.close();
      await this.#files.close();
      await screen?.finish();
      this.#told.tellTo();
      this.#unrecorded.tell();
    }
  }

  async #follow(): Promise<void> {
    this.#files.hasMoved();
    await this.#readAndShow();
    await this.#files.follow(() => this.#hint());
    // A save before the watcher's start would otherwise be missed.
    this.#hint();
    while (!this.#steering.signal.aborted) {
      // A run that the halt met has said itself what it withheld.
      if (this.#halt.hasCome && this.#cutRun !== undefined) return;
      this.#halt.refuse();
      if (this.#state.at === 'reading') await this.#readAndShow();
      else if (this.#state.at === 'approving') await this.#placeApproved(this.#state.code);
      else if (this.#check.pending !== undefined) await this.#checkAccount(this.#check.pending);
      else if (this.#wantsLook) await this.#look();
      else await this.#wait();
    }
  }

  /** On a live account. */
  async #lookForHalt(over: AbortSignal): Promise<void> {
    const session = this.#options.live ? this.#arm?.session : undefined;
    if (session === undefined) return;
    await this.#halt.lookFor(session, this.#world.clock, { over, wake: () => this.#wake.abort() });
  }

  /** A file is read once the files have not changed since this look. */
  #hint(): void {
    const hasMoved = this.#files.hasMoved();
    // One save brings many events; those behind the last change do not make it settle longer.
    if (hasMoved || this.#state.at !== 'settling') this.#step({ kind: 'changed' });
  }

  #step(input: WatchInput): void {
    const before = this.#state;
    this.#state = advance(before, input, this.#world.clock.monotonicMs());
    this.#wake.abort();
    const [was, is] = [approvable(before), approvable(this.#state)];
    if (before.at !== this.#state.at || was !== is) this.#tellState();
  }

  #tellState(): void {
    const [{ at }, code, savedAtMs] = [this.#state, approvable(this.#state), this.#savedAtMs];
    this.#told.emit({
      event: 'watch-stated',
      at,
      planFile: this.#options.planPath,
      ...(code !== undefined && { approvable: code }),
      ...(savedAtMs !== undefined && { savedAtMs }),
      ...this.#check.told,
      ...((this.#wantsLook || this.#isLooking) && { isLooking: true }),
    });
  }

  async #wait(): Promise<void> {
    if (this.#placesBySelf()) return;
    const { clock } = this.#world;
    this.#wake = new AbortController();
    const waitMs = Math.min(BACKSTOP_MS, dueMs(this.#state) - clock.monotonicMs());
    await clock.sleep(waitMs, this.#wake.signal);
    this.#notes.tellBudget(this.#arm?.session);
    if (this.#files.hasMoved()) this.#step({ kind: 'changed' });
    this.#step({ kind: 'time' });
  }

  /** On paper what is new goes out at each save, as long as no person pauses. */
  #placesBySelf(): boolean {
    const code = approvable(this.#state);
    if (this.#arm?.placesBySelf !== true || this.#steering.hold.isOn) return false;
    if (code === undefined || code === this.#tried) return false;
    this.#step({ kind: 'approve', code });
    return true;
  }

  /** What was seen is in the journal, so what is shown is judged by it. A failure is shown, and sends nothing. */
  async #look(): Promise<void> {
    // One that is asked for meanwhile comes next.
    [this.#wantsLook, this.#isLooking] = [false, true];
    await this.#notes.ofLook(async () => this.#arm?.look(await this.#saves.setup(), this.#steering));
    this.#isLooking = false;
    this.#tellState();
    this.#hasLearned = true;
    // What was approved meanwhile is read by itself, and shown once its run has ended.
    if (this.#state.at === 'following') await this.#showAgain(this.#state.seen);
  }

  /** Shows what is known of the account now. An unchanged code can be approved all the while. */
  async #showAgain({ code }: Seen): Promise<void> {
    if ((await this.#read()) !== code) this.#step({ kind: 'changed' });
    this.#notes.tellWaiting();
  }

  /** Reads the files and shows what is new of them, and of the account. The code of what would be sent. */
  async #read(): Promise<string | undefined> {
    const isForced = this.#hasLearned;
    this.#hasLearned = false;
    let isNew = false;
    const code = await this.#saves.read(isForced, () => {
      isNew = true;
      this.#savedAtMs = this.#world.clock.wallMs();
      this.#tellState();
    });
    if (isNew) this.#inputs.simulated?.take(this.#saves.newest, this.#savedAtMs ?? 0);
    if (this.#files.hasMoved()) this.#step({ kind: 'changed' });
    return code;
  }

  async #readAndShow(): Promise<void> {
    this.#step({ kind: 'read', code: await this.#read() });
    this.#notes.tellWaiting();
    // A dry run ignores a lost output, as it ends by itself. A watch would go on for ever.
    const loss = await this.#world.terminal.flushOutput();
    if (loss !== undefined) this.#steering.interrupt(loss);
  }

  /** Reads the files once more: the approved code is sent if that is still theirs. */
  async #placeApproved(code: string): Promise<void> {
    this.#tried = code;
    if (this.#files.hasMoved()) this.#step({ kind: 'changed' });
    const prepared = await this.#prepared(code);
    if (prepared === undefined || this.#files.hasMoved()) this.#step({ kind: 'changed' });
    this.#step({ kind: 'read', code: prepared?.code });
    if (this.#state.at === 'placing' && prepared !== undefined) return this.#place(prepared);
    if (prepared !== undefined)
      this.#notes.later('nothing was sent: the plan, the config or the journal has changed since it was approved');
  }

  /** Reads the account, so that a person approves with it in view. A refusal is shown at once, and ends their prompt. */
  async #checkAccount(code: string): Promise<void> {
    const prepared = await this.#prepared(code, false);
    if (this.#check.pending === code) this.#check.ask(undefined);
    if (prepared !== undefined && prepared.code !== code) this.#step({ kind: 'changed' });
    this.#tellState();
    this.#notes.tellWaiting();
  }

  /** Undefined after a refusal, which is shown. */
  async #prepared(code: string, isApproved = true): Promise<Prepared | undefined> {
    const arm = this.#arm;
    try {
      const setup = await this.#saves.setup();
      if (arm === undefined || setup.plan === undefined) return undefined;
      const prepared = await arm.prepare(setup, setup.plan);
      if (prepared.code !== code) return prepared;
      if (isApproved) return await arm.makeReady(this.#check.appliedTo(prepared), setup);
      this.#check.over(code, await arm.check(prepared, setup));
      return prepared;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      // On the screen the mistakes of a save have their own place, and here the save has none.
      if (this.#options.output === 'tui') this.#notes.later(joinedWords(refusal));
      else this.#told.refused(refusal);
      return undefined;
    }
  }

  async #place({ run }: Prepared): Promise<void> {
    const { session } = this.#arm as Arm;
    const [options, steering, unrecorded] = [this.#options, this.#steering, this.#unrecorded];
    this.#told.begin();
    try {
      const exitCode = await placeRun(this.#world, { options, run, session, steering, unrecorded }, this.#told);
      if (steering.signal.aborted || this.#halt.hasCome) this.#cutRun = exitCode;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      this.#told.refused(refusal);
      if (this.#told.ended() === undefined) this.#told.emit(finished(this.#world, finishOf(options), refusal));
    }
    this.#hasLearned = true;
    this.#step({ kind: 'ended' });
  }

  readonly #take = (wish: Wish): void => {
    if (wish.kind === 'quit') this.#hasQuit = true;
    if (wish.kind === 'look') this.#wantsLook = true;
    else if (wish.kind !== 'place' && wish.kind !== 'check') this.#steering.take(wish);
    else if (wish.kind === 'check') this.#check.ask(approvable(this.#state) === wish.code ? wish.code : undefined);
    else if (approvable(this.#state) === wish.code) this.#step({ kind: 'approve', code: wish.code });
    else this.#notes.now('nothing was sent: the plan has changed since it was shown');
    if (wish.kind === 'check' || wish.kind === 'look') this.#tellState();
    this.#wake.abort();
  };

  /** An unknown outcome of the run that was cut short comes first, as ever; q alone ends with 0. */
  #exitCode(): ExitCode {
    if (this.#cutRun === EXIT.unknown || (this.#halt.hasCome && this.#cutRun !== undefined)) return this.#cutRun;
    return this.#hasQuit ? EXIT.done : (this.#steering.exitCode ?? EXIT.interrupted);
  }
}
