/**
 * One life of the program in a simulation: every call of a port is counted, so that the life may end at any of them, before or
 * after its effect. From then on no port has any effect: what waits waits for ever, and only bytes that are on their way already
 * go on.
 */
import type { Interruption, Signal } from '../../src/commands/world.ts';
import type { SimClock } from '../support/sim-clock.ts';
import type { Disk } from './disk.ts';
import type { Accuse, Log } from './violation.ts';
import type { Venue } from './venue.ts';

type Port = 'clock' | 'journal' | 'exchange' | 'aside' | 'output' | 'file' | 'lock';
export const PORTS: readonly Port[] = ['clock', 'journal', 'exchange', 'aside', 'output', 'file', 'lock'];

/** The end of a life: at the `at`th call (from 1) of a port, or of any, before or after its effect. */
export interface Death {
  readonly port: Port | 'any';
  readonly at: number;
  readonly isAfter: boolean;
  readonly isPowerLoss: boolean;
}

/** What a life meets besides its end. */
export interface MeetsBeside {
  /** Nothing can be kept beside the journal. */
  readonly asideFails?: boolean;
  /** Another process holds the lock. */
  readonly isSecond?: boolean;
  /** Without the lock it may write a halt. */
  readonly mayHalt?: boolean;
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
  /** How long a write to the journal is on its way, there and back, where it is on a server; 0: it is on this machine. */
  readonly journalAwayMs: number;
}

/** A life that asks its ports this often goes round in a circle in which no time passes. */
const MOST_CALLS = 250_000;

const never = <T>(): Promise<T> => new Promise(() => {});

export class Life {
  readonly around: Surroundings;
  isDead = false;
  readonly death: Promise<void>;
  readonly #end: Death | undefined;
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

  constructor(around: Surroundings, end?: Death) {
    this.around = around;
    this.#end = end;
    this.death = new Promise((resolve) => {
      this.#died = resolve;
    });
  }

  /** Only the last to begin hears a signal; returns how to stop listening. */
  listen(listener: (interruption: Interruption) => void): () => void {
    this.#listeners.push(listener);
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  /** True: the program heard it. A program that does not listen dies of it. */
  signal(signal: Signal): boolean {
    if (this.isDead) return false;
    this.around.log(() => `  signal: ${signal}, ${this.#listeners.length} listen`);
    const listener = this.#listeners.at(-1);
    if (listener === undefined) this.die(false);
    else listener(signal);
    return !this.isDead;
  }

  die(isPowerLoss: boolean): void {
    if (this.isDead) return;
    this.isDead = true;
    this.around.log(() => `  dies at ${this.around.clock.monotonicMs()} ms${isPowerLoss ? ', with the power' : ''}`);
    if (this.around.lockedBy === this) {
      this.around.lockedBy = undefined;
      this.around.disk.crash(isPowerLoss);
    }
    this.#died();
  }

  /** A call of a port that ends at once; `dead` is what a dead life gets. */
  now<T>(port: Port, act: () => T, dead: () => T): T {
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

  /** A call of a port that takes time; a dead life waits for ever. */
  async later<T>(port: Port, act: () => Promise<T> | T): Promise<T> {
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
    if (this.#calls.any > MOST_CALLS && !this.isDead) {
      this.around.accuse('hang', `asked the ports ${MOST_CALLS} times, and does not end`);
      this.die(false);
    }
    return (
      this.#end !== undefined && this.#calls[this.#end.port] === this.#end.at && ['any', port].includes(this.#end.port)
    );
  }
}
