/** Orders of a followed plan whose triggers fired into nobody knows what, in a sentence. */
import { someOf } from './count.ts';

/** Without the command that ends it. */
export const lostWords = (ids: readonly string[]): string =>
  ids.length === 1
    ? `${someOf(ids)} fired, and which order it became is not known: nothing of its group is sent until that is known, or settled`
    : `${someOf(ids)} fired together, and which order each became is not known: nothing of their group is sent until that is known, or settled`;
