/** Why positions were let be, as far as that counts by the last looks. */
import type { OtherClose } from '../close/other-closes.ts';
import type { FlattenNotes, LetBe } from './flatten-with.ts';

/** A position, with what rests and is not ordo's to cancel, as its close was refused. */
export interface HeldBack {
  readonly position: string;
  readonly others: readonly OtherClose[];
}

interface LastSeen {
  /** Whether both looks read all of the account. */
  readonly isRead: boolean;
  readonly held: ReadonlyMap<string, unknown>;
  /** Closes that are not known to be over, by client order id. */
  readonly open: ReadonlySet<string>;
}

/** What was left or not known of a position that is gone by now is over, and so is a close that was in the way and has ended since. */
export function whyLetBe(
  { letBe }: Pick<FlattenNotes, 'letBe'>,
  { isRead, held, open }: LastSeen,
): Record<'left' | 'unknown', string[]> & { readonly heldBack: readonly HeldBack[] } {
  const counts = ({ position, close }: LetBe): boolean =>
    !isRead || (close === undefined ? held.has(position) : open.has(close));
  const isLeft = ({ is }: LetBe): boolean => is === 'left' || (is === 'unread' && isRead);
  const all = letBe.filter(counts);
  return {
    left: all.filter(isLeft).map(({ words }) => words),
    unknown: all.filter((one) => !isLeft(one)).map(({ words }) => words),
    heldBack: all.flatMap(({ position, others }) => (others === undefined ? [] : [{ position, others }])),
  };
}
