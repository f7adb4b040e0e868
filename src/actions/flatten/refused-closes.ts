/** What closes of one position were refused beside, and is not ordo's to cancel: what goes next of it, and when nothing more does. */
import { someOf } from '../../model/count.ts';
import { Decimal } from '../../model/decimal.ts';
import { otherWords, sumOf, type OtherClose } from '../close/other-closes.ts';
import type { Room } from './make-room.ts';

/** So often a close is refused where others may hold all of it before nothing more is sent: a refusal may have another cause. */
const MOST_REFUSED = 2;

interface Beside {
  readonly words: string;
  readonly others: readonly OtherClose[];
}

export class RefusedCloses {
  #beside: Beside | undefined;
  #refused = 0;
  #freeBefore = Decimal.zero;
  /** What others leave of it, where the last close was refused beside them, or what of ours was in its way has gone since. */
  free = Decimal.zero;

  /** The next close is of all that is left, unless this one was refused. */
  took(): void {
    this.#freeBefore = this.free;
    this.free = Decimal.zero;
  }

  /** The last close was refused. Undefined where another one may go. */
  add(size: Decimal, { others, free }: Room): Beside | undefined {
    // Without others the same goes again: what of ours was in its way is gone.
    if (others.length === 0) {
      this.free = this.#freeBefore;
      return undefined;
    }
    this.free = free;
    this.#beside = { words: heldBackWords(size, others), others };
    if (!free.isZero) return undefined;
    this.#refused += 1;
    return this.#refused === MOST_REFUSED ? this.#beside : undefined;
  }

  /** What is named where nothing more goes; `otherwise` where more is left than others may hold. */
  beside(left: Decimal, otherwise: string): Pick<Beside, 'words'> & Partial<Beside> {
    const beside = this.#beside;
    return beside !== undefined && left.compare(sumOf(beside.others)) <= 0 ? beside : { words: otherwise };
  }
}

const heldBackWords = (size: Decimal, others: readonly OtherClose[]): string =>
  `a close of ${size.canonical()} was refused. What may hold that size, and ordo never cancels: ${someOf(others.map(otherWords))}`;
