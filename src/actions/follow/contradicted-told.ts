/** Orders whose trades come to more than their size: each is told once, with what counts of it. */
import { isContradicted, surelyFilled, tradedSize, type PlacedPart } from '../../model/followed.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';

export class ContradictedTold {
  readonly #told = new Set<string>();

  /** What is new of them. */
  take({ known }: FollowNews): readonly string[] {
    return [...known.placed].flatMap(([id, parts]) =>
      parts.flatMap((part) => {
        if (this.#told.has(part.clientOid) || !isContradicted(part)) return [];
        this.#told.add(part.clientOid);
        return [contradictedWords(id, part)];
      }),
    );
  }
}

function contradictedWords(id: string, part: PlacedPart): string {
  const name = part.number === 1 ? id : `${id}/${part.number}`;
  const [traded, size] = [tradedSize(part).canonical(), part.size.canonical()];
  const basis = part.recordedSize === undefined ? 'as its record does not say how much' : 'by its record';
  return `${name}: its trades add up to ${traded}, more than its size of ${size}; ${surelyFilled(part).canonical()} counts, ${basis}`;
}
