/** Which orders wait, in the order in which they act, as one short text: there are as many of these as a search meets states. */
import type { BookOrder } from './standing.ts';

/** Letters begin behind all that a number is written with. An order with a higher number takes three. */
const [FIRST, MOST, MANY] = [64, 0xd000, 1];
/** Most letters that are made into a text at once. */
const AT_ONCE = 8192;

let letters = new Uint16Array(1024);

/** The sizes follow where they are not always the same: of what a trigger became. */
export function signsOf(rising: readonly BookOrder[], falling: readonly BookOrder[]): string {
  const most = 3 * (rising.length + falling.length) + 2;
  if (letters.length < most) letters = new Uint16Array(2 * most);
  let [at, sizes] = [0, ''];
  for (const list of [rising, falling]) {
    for (const { id, part, left } of list) {
      if (id + FIRST < MOST) letters[at++] = id + FIRST;
      else {
        letters[at++] = MANY;
        letters[at++] = FIRST + Math.floor(id / (MOST - FIRST));
        letters[at++] = FIRST + (id % (MOST - FIRST));
      }
      if (part === 'fired') sizes += `${left.canonical()} `;
    }
    letters[at++] = 0;
  }
  return `${textOf(at)}${sizes}`;
}

function textOf(end: number): string {
  let text = '';
  for (let at = 0; at < end; at += AT_ONCE)
    text += Reflect.apply(String.fromCharCode, undefined, letters.subarray(at, Math.min(end, at + AT_ONCE)));
  return text;
}
