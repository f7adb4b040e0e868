/** Orders that fired into nobody knows what, told once no list can still name what they became. */
import { itOrThem } from '../../model/count.ts';
import { lostWords } from '../../model/lost-words.ts';
import type { PlacedPart } from '../../model/followed.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import { lostOf } from './stated.ts';

/** What a trigger becomes is made within ten seconds, and the lists may be late. */
const LOST_AFTER_MS = 12_000;

export class LostTold {
  readonly #settle: string;
  #told = '';

  /** `settle`: the command for this plan, as a shell takes it. */
  constructor(settle: string) {
    this.#settle = settle;
  }

  /** Undefined where nothing is new of them. */
  take({ known, atMs }: FollowNews): string | undefined {
    const isLate = ({ firedMs = atMs }: PlacedPart): boolean => atMs - firedMs > LOST_AFTER_MS;
    const ids = [...known.placed].flatMap(([id, parts]) => lostOf(id, parts.filter(isLate)));
    const name = ids.join(' ');
    if (name === this.#told) return undefined;
    this.#told = name;
    if (ids.length === 0) return undefined;
    const command = `${this.#settle} ${ids.map((id) => `--closed ${id}`).join(' ')}`;
    return `${lostWords(ids)}. Once nothing is open or held of ${itOrThem(ids.length)}, say so: ${command}`;
  }
}
