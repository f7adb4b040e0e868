/** Tells a reviewed plan from a plan. Every run asks that, so it loads nothing else. */
import { resolve } from 'node:path';
import type { Files } from '../world.ts';

/** Keys of a reviewed plan, each on a line of its own. A plan has none of them, however it is written. */
const KEYS = /^\s*"(?:digest|approval|inputs|known|calls|sum)"\s*:/gm;
const FEWEST_KEYS = 3;

/** Whether the bytes are a reviewed plan, or were one before somebody edited them. The file's name says nothing about it. */
export function looksReviewed(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Most files are plans, and large ones are not read twice.
  if (!text.includes('"digest"') && !text.includes('"approval"')) return false;
  return (text.toString('latin1').match(KEYS)?.length ?? 0) >= FEWEST_KEYS;
}

/** Whether the file at this path looks like a reviewed plan; not where it cannot be read. */
export function isReviewedFile(files: Files, path: string): boolean {
  const bytes = files.read(resolve(files.folder, path));
  return bytes.ok && looksReviewed(bytes.value);
}
