/**
 * One life of the program in a simulation: a `World` whose every port call is counted, so that the life may end at any of
 * them, before or after its effect. From then on no port has any effect: what waits waits for ever, and only bytes that are
 * on their way already go on.
 */
import { keepAside, readAside, setAsideDone } from '../../src/ledger/beside/spool.ts';
import { JournalError } from '../../src/ledger/journal-error.ts';
import type { Holder, Ledger, SpooledVerdict } from '../../src/ledger/ledger.ts';
import { LogLedger } from '../../src/ledger/log-ledger.ts';
import type { RecordStore } from '../../src/ledger/record-log.ts';
import { err, ok, type Result } from '../../src/model/result.ts';
import type { Interruption, Signal } from '../../src/commands/world.ts';
import type { Output, World } from '../../src/commands/world.ts';
import type { SimClock } from '../support/sim-clock.ts';
import type { Disk } from './disk.ts';
import { connectTo } from './sim-connection.ts';
import type { Accuse, Log } from './violation.ts';
import type { Venue } from './venue.ts';
import type { Witness } from './witness.ts';

export type Port = 'clock' | 'journal' | 'exchange' | 'aside' | 'output' | 'file' | 'lock';
export const PORTS: readonly Port[] = ['clock', 'journal', 'exchange', 'aside', 'output', 'file', 'lock'];

/** The end of a life: at the `at`th call (from 1) of a port, or of any, before or after its effect. */
export interface Death {
  readonly port: Port | 'any';
  readonly at: number;
  readonly isAfter: boolean;
  readonly isPowerLoss: boolean;
}

/** What outlives a life. */
export interface Surroundings {
  readonly clock: SimClock;
  readonly disk: Disk;
  readonly venue: Venue;
  readonly files: Map<string, Uint8Array>;
  readonly accuse: Accuse;
  readonly log: Log;
  lockedBy: Life | undefined;
}

const SELF: Holder = { pid: 7, user: 'sim', host: 'sim', since: '2026-01-01T00:00:00.000Z' };
const no = (): never => {
  throw new Error('no simulation asks for this');
};
const never = <T>(): Promise<T> => new Promise(() => {});
class Killed extends Error {}

export class Life {
  isDead = false;
  readonly death: Promise<void>;
  readonly #around: Surroundings;
  readonly #witness: Witness;
  readonly #end: Death | undefined;
  readonly #asideFails: boolean;
  readonly #isSecond: boolean;
  readonly #calls: Record<Port | 'any', number> = {
    any: 0,
    clock: 0,
    journal: 0,
    exchange: 0,
    aside: 0,
    output: 0,
    file: 0,
    lock: 0,
  };
  readonly #listeners: ((interruption: Interruption) => void)[] = [];
  #died: () => void = () => {};

  constructor(
    around: Surroundings,
    witness: Witness,
    options: { death?: Death | undefined; asideFails?: boolean; isSecond?: boolean } = {},
  ) {
    this.#around = around;
    this.#witness = witness;
    this.#end = options.death;
    this.#asideFails = options.asideFails ?? false;
    this.#isSecond = options.isSecond ?? false;
    this.death = new Promise((resolve) => {
      this.#died = resolve;
    });
  }

  /** True: the program heard it. A program that does not listen dies of it. */
  signal(signal: Signal): boolean {
    if (this.isDead) return false;
    this.#around.log(() => `  signal: ${signal}, ${this.#listeners.length} listen`);
    const listener = this.#listeners.at(-1);
    if (listener === undefined) this.die(false);
    else listener(signal);
    return !this.isDead;
  }

  die(isPowerLoss: boolean): void {
    if (this.isDead) return;
    this.isDead = true;
    this.#around.log(() => `  dies at ${this.#around.clock.monotonicMs()} ms${isPowerLoss ? ', with the power' : ''}`);
    if (this.#around.lockedBy === this) {
      this.#around.lockedBy = undefined;
      this.#around.disk.crash(isPowerLoss);
    }
    this.#died();
  }

  world(): World {
    const { clock, files } = this.#around;
    const now = <T>(port: Port, act: () => T, dead: () => T): T => this.#now(port, act, dead);
    const later = <T>(port: Port, act: () => Promise<T> | T): Promise<T> => this.#later(port, act);
    const stderr: Output = {
      isTerminal: false,
      color: false,
      width: 80,
      write: (text) => this.#around.log(() => `  stderr: ${text.trim()}`),
    };
    return {
      variables: {},
      folder: '/sim',
      home: '/home/sim',
      nodeOptions: [],
      debuggerUrl: () => undefined,
      self: SELF,
      stdout: {
        ...stderr,
        write: (text) =>
          now(
            'output',
            () => this.#witness.wrote(text),
            () => undefined,
          ),
      },
      stderr,
      clock: {
        monotonicMs: () =>
          now(
            'clock',
            () => clock.monotonicMs(),
            () => clock.monotonicMs(),
          ),
        wallMs: () =>
          now(
            'clock',
            () => clock.wallMs(),
            () => clock.wallMs(),
          ),
        sleep: (ms, signal) => later('clock', () => clock.sleep(ms, signal)),
      },
      readFile: (path) =>
        now(
          'file',
          () => this.#read(path),
          () => err('gone'),
        ),
      userId: undefined,
      entryAt: (path) => (files.has(path) ? { kind: 'file', realPath: path } : { kind: 'nothing' }),
      ask: () => Promise.resolve(undefined),
      onInterruption: (listener) => {
        this.#listeners.push(listener);
        return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
      },
      onExit: () => () => {},
      endNow: () => this.die(false),
      flushOutput: () => Promise.resolve(undefined),
      openLedger: () => later('journal', () => this.#ledger()),
      openSpool: () =>
        Promise.resolve({
          read: () =>
            now(
              'aside',
              () => readAside(this.#around.disk.beside),
              () => [],
            ),
          keep: (verdicts) =>
            now(
              'aside',
              () => this.#keepAside(verdicts),
              () => err('gone'),
            ),
          done: () =>
            now(
              'aside',
              () => setAsideDone(this.#around.disk.beside, 1),
              () => {},
            ),
        }),
      connect: ({ origin }) =>
        Promise.resolve(
          ok(
            connectTo(
              this.#around,
              this.#witness,
              (act) => this.#later('exchange', act),
              () => !this.isDead,
              origin,
            ),
          ),
        ),
      replaceFile: no,
      fetchContracts: no,
      startPaper: no,
      servePaper: no,
      mountScreen: no,
      watchFiles: no,
    };
  }

  #now<T>(port: Port, act: () => T, dead: () => T): T {
    if (this.isDead) return dead();
    const isLast = this.#isLast(port);
    if (isLast && this.#end?.isAfter === false) {
      this.die(this.#end.isPowerLoss);
      return dead();
    }
    const value = act();
    if (isLast) this.die(this.#end?.isPowerLoss === true);
    return this.isDead ? dead() : value;
  }

  async #later<T>(port: Port, act: () => Promise<T> | T): Promise<T> {
    if (this.isDead) return never();
    const isLast = this.#isLast(port);
    if (isLast && this.#end?.isAfter === false) {
      this.die(this.#end.isPowerLoss);
      return never();
    }
    const doing = act();
    if (isLast) this.die(this.#end?.isPowerLoss === true);
    try {
      const value = await doing;
      return this.isDead ? await never<T>() : value;
    } catch (error) {
      if (this.isDead) return never();
      throw error;
    }
  }

  #isLast(port: Port): boolean {
    this.#calls[port] += 1;
    this.#calls.any += 1;
    return (
      this.#end !== undefined && this.#calls[this.#end.port] === this.#end.at && ['any', port].includes(this.#end.port)
    );
  }

  #read(path: string): Result<Uint8Array, string> {
    const bytes = this.#around.files.get(path);
    return bytes === undefined ? err('there is no such file') : ok(bytes);
  }

  #lock(): Result<{ release(): void }, Holder | undefined> {
    const around = this.#around;
    if (this.#isSecond || around.lockedBy !== undefined) return err(SELF);
    around.lockedBy = this;
    return ok({
      release: () => {
        if (around.lockedBy === this) around.lockedBy = undefined;
      },
    });
  }

  #ledger(): Ledger {
    const { clock } = this.#around;
    return new LogLedger(
      () => this.#store(),
      () =>
        this.#now(
          'lock',
          () => this.#lock(),
          () => err(SELF),
        ),
      {
        self: SELF,
        monotonicMs: () => clock.monotonicMs(),
        wallMs: () => clock.wallMs(),
        uptimeMs: () => clock.monotonicMs(),
        defer: (act) => clock.defer(act),
      },
      this.#around.disk.file,
    );
  }

  /** The journal on the disk; each of its writes is a call of a port. */
  #store(): RecordStore {
    const { disk, clock, accuse } = this.#around;
    const store = disk.store(() => clock.wallMs());
    const write = <T>(act: () => T): T =>
      this.#now('journal', act, () => {
        throw new Killed();
      });
    return {
      read: (onRecord) => write(() => store.read(onRecord)),
      open: (onRecord) => {
        if (this.#around.lockedBy !== this) {
          accuse('lock', 'the journal was opened without the lock');
          throw new JournalError('no lock', 'none');
        }
        const log = write(() => store.open(onRecord));
        return {
          catchUp: () => write(() => log.catchUp()),
          transact: (work) => write(() => log.transact(work)),
          close: () => {
            if (!this.isDead) log.close();
          },
        };
      },
    };
  }

  #keepAside(verdicts: readonly SpooledVerdict[]): Result<string, string> {
    if (this.#asideFails) {
      for (const { clientOid } of verdicts) this.#witness.keptAside(clientOid);
      return err('no space left');
    }
    const kept = keepAside(this.#around.disk.beside, verdicts);
    for (const { clientOid, verdict } of verdicts) this.#witness.keptAside(clientOid, verdict.outcome);
    return kept;
  }
}
