/** Which orders wait, in the order in which they act, as one short text: there are as many of these as a search meets states. */
import type { BookOrder } from './standing.ts';

/** Letters begin behind all that a number is written with. An order with a higher number takes three. */
const [FIRST, MOST, MANY] = [64, 0xd000, 1];

let letters = new Uint16Array(1024);
let bytes = bytesOf(letters);

/** `held`: a text of what is held. The sizes follow where they are not always the same: of what a trigger became. */
export function signsOf(rising: readonly BookOrder[], falling: readonly BookOrder[], held: string): string {
  let [at, sizes] = [0, held];
  grow(3 * (rising.length + falling.length) + 2);
  for (const list of [rising, falling]) {
    for (const { id, part, left } of list) {
      if (id + FIRST < MOST) letters[at++] = id + FIRST;
      else {
        letters[at++] = MANY;
        letters[at++] = FIRST + Math.floor(id / (MOST - FIRST));
        letters[at++] = FIRST + (id % (MOST - FIRST));
      }
      if (part === 'fired') sizes += ` ${left.canonical()}`;
    }
    letters[at++] = 0;
  }
  grow(at + sizes.length);
  for (let from = 0; from < sizes.length; from++) letters[at++] = sizes.charCodeAt(from);
  // In one piece: a text that was put together is put together once more wherever it is looked for.
  return bytes.toString('utf16le', 0, 2 * at);
}

function grow(most: number): void {
  if (letters.length >= most) return;
  const before = letters;
  letters = new Uint16Array(2 * most);
  letters.set(before);
  bytes = bytesOf(letters);
}

function bytesOf(all: Uint16Array<ArrayBuffer>): Buffer {
  return Buffer.from(all.buffer);
}
