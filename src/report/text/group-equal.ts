/** Neighbours that say the same, as one line: twenty orders of one lost batch are one fact. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf } from './phrases.ts';

export interface Alike {
  /** As they came. */
  readonly ids: readonly string[];
  readonly words: Safe;
}

/** The same orders in their order, those next to each other with the same words put together. */
export function alike(orders: Iterable<{ readonly id: string; readonly words: Safe }>): Alike[] {
  const found: { ids: string[]; words: Safe }[] = [];
  for (const { id, words } of orders) {
    const before = found.at(-1);
    if (before === undefined || before.words !== words || words === '') found.push({ ids: [id], words });
    else before.ids.push(id);
  }
  return found;
}

/** `add-1 … add-20` of rungs without a gap; else `add-1, add-6 + 4`, since a range would name orders that are not among them. */
export function namesOf({ ids }: Pick<Alike, 'ids'>): Safe {
  const [first = '', second = ''] = ids;
  if (ids.length === 1) return safeText(first);
  if (isWhole(ids)) return safe`${safeText(first)} … ${safeText(ids.at(-1) as string)}`;
  const both = safe`${safeText(first)}, ${safeText(second)}`;
  return ids.length === 2 ? both : safe`${both} + ${safeText(String(ids.length - 2))}`;
}

/** Whether they are rungs of one ladder, each the next. */
function isWhole(ids: readonly string[]): boolean {
  const [, name, from] = RUNG.exec(ids[0] as string) ?? [];
  return name !== undefined && ids.every((id, at) => id === `${name}-${Number(from) + at}`);
}

const RUNG = /^(.+)-([1-9]\d*)$/;

/** `20 orders: the connection was closed`; of one order its words. */
export const wordsOfAlike = ({ ids, words }: Alike): Safe =>
  ids.length === 1 ? words : safe`${amountOf(ids.length, 'order')}: ${words}`;
