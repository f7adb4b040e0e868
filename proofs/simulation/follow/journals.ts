/**
 * A journal that is lost, or an old copy of it that is brought back, between two lives of a follower. The person does what a start says:
 * takes in what stands on the exchange, by the command that the refusal names, or waits until the lists answer.
 */
import type { PublicEvent } from '../../../src/model/event.ts';
import type { FollowJudge } from '../../following/judge.ts';
import { wholeEvents } from '../../ledger-check.ts';
import { Random } from '../../random.ts';
import type { Ended } from '../../support/ordo.ts';
import type { SavedDisk } from '../disk.ts';
import type { Surroundings } from '../life.ts';

interface JournalsOf extends Pick<Surroundings, 'disk' | 'log'> {
  readonly seed: number;
  readonly judge: FollowJudge;
  readonly live: (args: readonly string[]) => Promise<Ended>;
}

/** Refusals that a person has a way out of. */
const TAKES_IN = 'plan/elsewhere';

export class Journals {
  lost = 0;
  restored = 0;
  /** How many orders a person took into a journal that did not have them. */
  takenIn = 0;
  readonly #of: JournalsOf;
  readonly #random: Random;
  #saved: SavedDisk | undefined;

  constructor(of: JournalsOf) {
    this.#of = of;
    this.#random = new Random(of.seed, 'journals');
  }

  get acts(): number {
    return this.lost + this.restored;
  }

  /** Between two lives. */
  befall(): void {
    const { disk, log, judge } = this.#of;
    const random = this.#random;
    if (this.acts < 2 && random.chance(0.5)) {
      const isLost = this.#saved === undefined || random.chance(0.4);
      log(() => `  THE JOURNAL IS ${isLost ? 'LOST' : 'AN OLD COPY'}`);
      disk.restore(isLost ? undefined : this.#saved);
      judge.forget();
      if (isLost) this.lost += 1;
      else this.restored += 1;
    } else if (this.#saved === undefined || random.chance(0.5)) {
      log(() => '  the journal is copied');
      this.#saved = disk.save();
    }
  }

  /** What a person does after a start that ended so: `again`: it is started again; `decide`: none of the two can say what is right. */
  async answer({ stdout, code }: Ended): Promise<'again' | 'goes on' | 'decide'> {
    const { live, judge } = this.#of;
    const last = wholeEvents(stdout).at(-1);
    const refusal = last?.event === 'run-finished' ? last.refusal : undefined;
    if (code === 2) return 'again';
    if (refusal?.code !== TAKES_IN) return 'goes on';
    const settle = settleIn(refusal);
    if (settle === undefined) return 'decide';
    this.takenIn += settle.filter((word) => word === '--placed').length;
    judge.run(await live([...settle, '--output', 'ndjson']));
    return 'again';
  }
}

const settleIn = ({ hint = '' }: NonNullable<Extract<PublicEvent, { event: 'run-finished' }>['refusal']>) =>
  /ordo (settle plan\.yaml [^\n"]*)/.exec(hint)?.[1]?.trim().split(' ');
