/**
 * As of when the one line holds. A look at what is followed that finds nothing new confirms it, where the line rests on nothing else:
 * what other plans or other hands have in it, no such look has read, and the line keeps the time of its own look.
 */
import { Decimal } from '../../model/decimal.ts';
import { isUnknownPart, positionName } from '../../model/followed.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import type { PositionProtection, Protection } from '../../protection/protection.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { Sizes } from '../../session/lists/held-by-plan.ts';

export class LineConfirmed {
  readonly #name: PlanName;
  #line: Protection | undefined;
  /** The look before that of the line. */
  #beforeMs = Number.NEGATIVE_INFINITY;
  /** Positions with which the line was told: looked at by it, whatever it made of them. */
  #toldSizes = '';
  /** Other positions than the line has, and the look that saw them first. */
  #other: { readonly sizes: string; readonly ms: number } | undefined;

  constructor(name: PlanName) {
    this.#name = name;
  }

  told(line: Protection, { read }: FollowNews): void {
    this.#line = line;
    this.#beforeMs = read?.ms ?? this.#beforeMs;
    this.#toldSizes = read === undefined ? '' : wordsOf(read.sizes);
    this.#other = undefined;
  }

  /** Two looks in a row read the same positions, and these are not those of the line: somebody else opened or closed some. */
  isOutdated({ read }: FollowNews): boolean {
    if (this.#line === undefined || read === undefined) return false;
    const { ms } = read;
    const sizes = wordsOf(read.sizes);
    if (sizes === this.#toldSizes || areAsIn(this.#line, read.sizes)) this.#other = undefined;
    else if (this.#other?.sizes !== sizes) this.#other = { sizes, ms };
    return this.#other !== undefined && ms > this.#other.ms;
  }

  /** When the newest look began that confirms it; undefined where none does. */
  confirmedMs({ read, known }: FollowNews): number | undefined {
    const line = this.#line;
    if (line === undefined || read === undefined || read.ms <= this.#beforeMs) return undefined;
    if (line.unknown > 0 || !line.isHeldSeen) return undefined;
    if ([...known.placed.values()].flat().some((part) => isUnknownPart(part) || part.isMissing === true))
      return undefined;
    return areAsIn(line, read.sizes) && line.positions.every(this.#isOfPlan) ? read.ms : undefined;
  }

  /** Nothing at stake is another's, nor covered by another's stop. */
  readonly #isOfPlan = ({ pieces, isModeUnsure }: PositionProtection): boolean =>
    isModeUnsure !== true &&
    pieces.every(({ unit, stop }) => unit.openers.every(this.#isOurs) && (stop === undefined || this.#isOurs(stop)));

  readonly #isOurs = ({ plan, generation }: GuardedOrder): boolean =>
    plan === this.#name.plan && generation === this.#name.generation;
}

const wordsOf = (sizes: Sizes): string => JSON.stringify([...sizes].map(([name, size]) => [name, size.canonical()]));

/** What the line has as held, by `positionName`. */
export function heldIn({ positions }: Protection): ReadonlyMap<string, Decimal> {
  const held = new Map<string, Decimal>();
  for (const { symbol, side, held: size } of positions) {
    const name = positionName(symbol, side === 'long');
    held.set(name, (held.get(name) ?? Decimal.zero).plus(size));
  }
  return held;
}

/** Whether positions are as large as in the line, and there is no other in it. */
function areAsIn(line: Protection, sizes: Sizes): boolean {
  const held = heldIn(line);
  const names = new Set([...held.keys(), ...sizes.keys()]);
  return [...names].every((name) => {
    const [told, read] = [held.get(name) ?? Decimal.zero, sizes.get(name)];
    return read === undefined ? told.isZero : read.compare(told) === 0;
  });
}
