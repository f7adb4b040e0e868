/** Which orders wait, in the order in which they act, as one short text: there are as many of these as a search meets states. */
import type { BookOrder } from './standing.ts';
import type { Waiting } from './waiting.ts';

/** Letters begin behind all that a number is written with. An order with a higher number takes three. */
const [FIRST, MOST, MANY] = [64, 0xd000, 1];

let letters = new Uint16Array(1024);
let bytes = bytesOf(letters);
let at = 0;

/** `held`: a text of what is held. The sizes follow where they are not always the same: of what a trigger became. */
export function signsOf({ rising, falling }: Waiting, held: string): string {
  grow(3 * (rising.length + falling.length) + 2);
  at = 0;
  const sizes = `${held}${signed(rising)}${signed(falling)}`;
  grow(at + sizes.length);
  for (let from = 0; from < sizes.length; from++) letters[at++] = sizes.charCodeAt(from);
  // In one piece: a text that was put together is put together once more wherever it is looked for.
  return bytes.toString('utf16le', 0, 2 * at);
}

/** Writes a letter for each order, and returns the sizes that are not always the same. */
function signed(waiting: readonly BookOrder[]): string {
  let sizes = '';
  // Not with `for … of`: before the engine has compiled it well, that makes a thing of each turn.
  for (let nth = 0; nth < waiting.length; nth++) {
    const { id, part, left } = waiting[nth] as BookOrder;
    if (id + FIRST < MOST) letters[at++] = id + FIRST;
    else {
      letters[at++] = MANY;
      letters[at++] = FIRST + Math.floor(id / (MOST - FIRST));
      letters[at++] = FIRST + (id % (MOST - FIRST));
    }
    if (part === 'fired') sizes += ` ${left.canonical()}`;
  }
  letters[at++] = 0;
  return sizes;
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
