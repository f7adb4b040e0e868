/** A person and their programs before a watch: saves and wishes at random, often at the very moment of each other. */
import type { RunEvent } from '../../src/model/event.ts';
import type { Wish } from '../../src/ports.ts';
import { pause } from '../proof.ts';
import type { Random } from '../random.ts';
import type { Desk } from './desk.ts';
import { branchSwitched, configSaved, listSaved, nearerConfig, planSaved, type Step } from './saving.ts';
import type { Sitting } from './sitting.ts';

/** The longest that a person waits for something to approve, in real ms: half a second is fifty. */
const PATIENCE_MS = 150;

const RANDOM_CODE = 'd1ce'.repeat(16);

const MOMENTS: readonly RunEvent['event'][] = [
  'watch-stated',
  'run-started',
  'call-sent',
  'order-outcome',
  'run-finished',
];

export class Person {
  readonly #desk: Desk;
  readonly #sitting: Sitting;
  readonly #random: Random;

  constructor(desk: Desk, sitting: Sitting) {
    this.#desk = desk;
    this.#sitting = sitting;
    this.#random = desk.random;
  }

  /** Saves and wishes, until the watch is over or so many were done. */
  async play(moves: number): Promise<void> {
    for (let move = 0; move < moves && !this.#sitting.isOver; move++) await this.#move();
  }

  /** Waits until something may be approved, for a while. */
  async look(patienceMs = PATIENCE_MS): Promise<string | undefined> {
    const { witness } = this.#sitting;
    for (let waitedMs = 0; waitedMs < patienceMs && witness.approvable === undefined; waitedMs += 5) {
      if (this.#sitting.isOver) return undefined;
      await pause(5);
    }
    return witness.approvable;
  }

  async #move(): Promise<void> {
    switch (this.#random.below(10)) {
      case 0:
      case 1:
        return this.#save();
      case 2:
        return this.#saveAtOnce();
      case 3:
      case 4:
      case 5:
        await this.look();
        return this.#place();
      case 6:
        return this.#saveInTheVeryMoment();
      case 7:
        if (this.#random.chance(0.5)) await this.look();
        return this.#sitting.wish(this.#anyWish());
      case 8:
        this.#sitting.wish({ kind: 'pause' });
        await pause(this.#random.pick([1, 10, 60]));
        if (this.#random.chance(0.5)) this.#place();
        await pause(this.#random.pick([1, 10, 60]));
        return this.#sitting.wish({ kind: 'resume' });
      default:
        return pause(this.#random.pick([1, 5, 30, 80, 120]));
    }
  }

  #steps(): Step[] {
    const save = this.#random.pick([
      planSaved,
      planSaved,
      planSaved,
      planSaved,
      configSaved,
      listSaved,
      nearerConfig,
      branchSwitched,
    ]);
    return save(this.#desk).map((step) => () => this.#take(save.name, step));
  }

  #take(name: string, step: Step): void {
    this.#sitting.witness.saved(name);
    try {
      step();
    } catch {
      // What it was about is away for the moment.
    }
  }

  async #save(): Promise<void> {
    for (const step of this.#steps()) {
      step();
      if (this.#random.chance(0.15)) this.#sitting.wish(this.#anyWish());
      const ms = this.#random.pick([0, 0, 0, 1, 3, 8, 70]);
      if (ms > 0) await pause(ms);
    }
  }

  /** Everything in one turn of the loop, with a wish before or after it. */
  #saveAtOnce(): void {
    const isBefore = this.#random.chance(0.5);
    if (isBefore) this.#place();
    for (const step of this.#steps()) step();
    if (!isBefore) this.#place();
  }

  /** A save at a random event, or between two looks of the program at its files; often right after an approval. */
  async #saveInTheVeryMoment(): Promise<void> {
    const steps = this.#steps();
    const isWhole = this.#random.chance(0.7);
    const act = (): void => {
      for (const step of isWhole ? steps : steps.slice(0, 1)) step();
    };
    if (this.#random.chance(0.8)) await this.look();
    const when = this.#random.pick(['read', 'read', 'now', 'event'] as const);
    if (when === 'read') this.#sitting.strike(this.#random.int(1, 10), when, act);
    else if (when === 'now') this.#sitting.strike(this.#random.int(1, 40), when, act);
    else {
      const moment = this.#random.pick(MOMENTS);
      this.#sitting.atNext(({ event }) => event === moment, act);
    }
    this.#place();
    if (this.#random.chance(0.5)) await pause(this.#random.pick([1, 10, 60]));
  }

  /** Asks for what may be approved, or else for what could be last; sometimes twice. */
  #place(): void {
    const { approvable, codes } = this.#sitting.witness;
    const code = approvable ?? codes.at(-1) ?? RANDOM_CODE;
    for (let times = this.#random.pick([1, 1, 2]); times > 0; times--) this.#sitting.wish({ kind: 'place', code });
  }

  #anyWish(): Wish {
    const { witness } = this.#sitting;
    const code = this.#random.pick([witness.approvable, ...witness.codes, RANDOM_CODE]) ?? RANDOM_CODE;
    return { kind: 'place', code };
  }
}
