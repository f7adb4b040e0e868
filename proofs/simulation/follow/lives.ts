/** The lives of one seed of a plan that is followed: each a command, until it ends or is killed. */
import { main } from '../../../src/commands/main.ts';
import { operationsOf } from '../../../src/exchange/operations-of.ts';
import type { Interface } from '../../../src/model/interfaces.ts';
import { ok } from '../../../src/model/result.ts';
import type { Ended } from '../../support/ordo.ts';
import { Life, type Death, type Surroundings } from '../life.ts';
import { untouched } from '../silent-runs.ts';
import { worldOf } from '../sim-world.ts';
import type { Hands } from './hands.ts';
import type { SimExchange } from './sim-exchange.ts';

/** By then an order in no list is given up, and the market is made to come to what waits. */
const NUDGE_MS = 90_000;
/** What a trigger became may be nobody's guess: then its group waits for a person. */
const FROZEN_MS = 270_000;
const MOST_LIFE_MS = 10 * 60_000;

interface LivesOf {
  readonly around: Surroundings;
  readonly exchange: SimExchange;
  readonly interface: Interface;
  readonly hands: () => Hands | undefined;
  /** By how much a life may be longer than elsewhere. */
  readonly longerMs: number;
  readonly mayFreeze: boolean;
}

/** Nobody reads them: what looks orders up asks whether there are any. */
const KEYS = { ORDO_API_KEY: 'paper', ORDO_API_SECRET: 'paper', ORDO_API_PASSPHRASE: 'paper' };

export class Lives {
  lives = 0;
  deaths = 0;
  /** Whether the last one waited without end for what nobody may know. */
  isFrozen = false;
  readonly #of: LivesOf;

  constructor(of: LivesOf) {
    this.#of = of;
  }

  async live(args: readonly string[], death?: Death): Promise<Ended> {
    const { clock, log, accuse } = this.#of.around;
    const life = new Life(this.#of.around, death);
    const hands = this.#of.hands();
    hands?.blind();
    this.isFrozen = false;
    this.lives += 1;
    let stdout = '';
    log(() => `ordo ${args.join(' ')}   at ${clock.monotonicMs()} ms, dies ${JSON.stringify(death)}`);
    const witness = { ...untouched(() => {}), wrote: (text: string) => void (stdout += text) };
    const over = new AbortController();
    const world = worldOf(life, witness);
    const exchanges: typeof world.exchanges = {
      ...world.exchanges,
      connect: ({ origin }) =>
        Promise.resolve(ok(this.#of.exchange.connect(life, operationsOf({ interface: this.#of.interface }), origin))),
    };
    const { longerMs } = this.#of;
    clock.after(FROZEN_MS + longerMs, () => {
      if (over.signal.aborted) return;
      const mayBeTaken = hands !== undefined && hands.acts > 0 && hands.mayLack;
      if (!this.#of.mayFreeze && !mayBeTaken) accuse('hang', `ordo ${args.join(' ')} does not end`);
      this.isFrozen = true;
      life.signal('SIGTERM');
    });
    void clock.sleep(NUDGE_MS, over.signal).then(() => over.signal.aborted || this.#nudge(over.signal));
    const exitCode = await clock.run(
      Promise.race([
        main({ ...world, exchanges, variables: KEYS }, args, 'sim').catch((error: unknown) => {
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
    if (life.isDead) this.deaths += 1;
    // What it was about to send is in no list.
    if (life.isDead && hands !== undefined) hands.mayLack = true;
    const wasKilled = life.isDead;
    log(() => `${stdout}exit ${exitCode ?? 'none'} at ${clock.monotonicMs()} ms`);
    life.die(false);
    return { code: exitCode ?? null, signal: wasKilled ? 'SIGKILL' : null, stdout, stderr: '' };
  }

  #nudge(signal: AbortSignal): void {
    this.#of.exchange.comeToWhatWaits();
    void this.#of.around.clock.sleep(NUDGE_MS / 3, signal).then(() => signal.aborted || this.#nudge(signal));
  }
}
