/** A group of a plan that is followed on one line: what is held and at which average, its stop, and what it came to. */
import type { GroupStated } from '../../model/follow-stated.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { tooMuchWords } from '../../model/too-much-words.ts';
import type { Piece } from '../../report/text/page.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { namesOf } from './later-words.ts';

const isZero = (size: string): boolean => /^[0.]*$/.test(size);

/** `+650`, `−12.5`: without fees. */
const signed = (sum: string): Safe =>
  sum.startsWith('-') ? safe`−${safeText(sum.slice(1))}` : safe`+${safeText(sum)}`;

/** `entry: 0.2 from 64000 · stop 64000 by even · targets +650 · closed 0.1: +100`, what is naked or not known next to what is held. */
export function groupPieces(view: RunView, group: GroupStated): Piece[] {
  const parts: Piece[] = [
    heldWords(view, group),
    ...bareParts(group),
    ...stopWords(view, group),
    ...(group.atTargets === undefined ? [] : [safe`targets ${signed(group.atTargets)}`]),
    ...(group.closed === undefined
      ? []
      : [safe`closed ${safeText(group.closed.size)}: ${signed(group.closed.profit)}`]),
    ...(group.tooMuch === undefined ? [] : [['rejected', tooMuchWords(group.tooMuch)] as const]),
  ];
  return parts.flatMap((part, at): Piece[] => (at === 0 ? [part] : [['quiet', safe` · `], part]));
}

function heldWords(view: RunView, { entries, held, average, isEntered }: GroupStated): Safe {
  const name = namesOf(view, entries);
  if (!isZero(held))
    return safe`${name}: ${safeText(held)}${average === undefined ? '' : safe` from ${safeText(average)}`}`;
  return isEntered || average !== undefined ? safe`${name}: nothing held` : safe`${name}: nothing filled yet`;
}

const bareParts = ({ naked, unknown }: GroupStated): Piece[] => [
  ...(isZero(naked) ? [] : [['rejected', safe`NAKED ${safeText(naked)}`] as const]),
  ...(isZero(unknown) ? [] : [['unknown', safe`${safeText(unknown)} may be bare`] as const]),
];

/** A stop that took another's place is named. */
function stopWords(view: RunView, { stop, held }: GroupStated): Safe[] {
  if (stop === undefined || isZero(held)) return [];
  const isNamed = view.steps.some(({ id, takesPlaceOf }) => id === stop.id && takesPlaceOf !== undefined);
  const at = stop.trigger === undefined ? safe`at market` : safeText(stop.trigger);
  return [safe`stop ${at}${isNamed ? safe` by ${safeText(stop.id)}` : ''}`];
}

/** How loud a group is: what is naked or not known first, then what is held. */
export const isLoud = ({ naked, unknown }: GroupStated): boolean => !isZero(naked) || !isZero(unknown);

/** When a follower ends by itself. */
export function endsWhen({ following, steps }: RunView): Safe {
  if (following === undefined || !steps.some(({ kind }) => kind !== undefined))
    return safe`ends when nothing is left to do`;
  const isEntered = following.groups.every((group) => group.isEntered);
  return isEntered ? safe`ends when nothing is held` : safe`ends when the entries are over and nothing is held`;
}
