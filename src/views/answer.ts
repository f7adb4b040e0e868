/** What the answers about the orders of an account have in common. */
import { haltText, type Halt } from '../journal/records/halt.ts';
import type { AccountName } from '../journal/records/scope.ts';
import { someOf } from '../model/count.ts';
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import { haltWords } from '../report/text/phrases.ts';
import { own, type Block, type NextStep, type Sheet, type Text } from '../show/sheet.ts';

/** Where the orders of an answer are. */
export interface ToldPlace {
  readonly account: AccountName;
  /** Its journal in words. */
  readonly journal: string;
  readonly halt?: Halt;
}

/** The account and its journal, below what the answer is about; then what a person should know first. */
export const answerHead = (
  text: Text,
  { account: { name, origin }, journal, halt }: ToldPlace,
  notes: readonly string[] = [],
): Block[] => [
  {
    is: 'heading',
    text,
    below: [
      [own(safe`account `), safeText(name), own(safe` at `), safeText(origin)],
      [own(safe`journal `), safeText(journal)],
    ],
  },
  ...(halt === undefined ? [] : [{ is: 'notice', text: haltWords(haltText(halt)) } as const]),
  ...notes.map((note): Block => ({ is: 'notice', text: safeText(note) })),
];

/** An answer about orders. Whatever every such answer ends with is put here, before the closing line of one that was not carried out. */
export const answerSheet = (blocks: readonly Block[], data: object, closing: readonly Block[] = []): Sheet => ({
  blocks: [...blocks, ...closing],
  data,
});

/** An event as a part of an answer, which says by its place what it is. */
export function withoutName<Event extends { readonly event: string }>(told: Event): Omit<Event, 'event'> {
  const { event: _, ...rest } = told;
  return rest;
}

/** What to do next about these orders; nothing where there are none. */
export const stepFor = (ids: readonly string[], why: (named: Safe) => Safe, command: Safe): NextStep[] =>
  ids.length === 0 ? [] : [{ why: why(safeText(someOf(ids))), command }];

/** Of orders that fired into nobody knows what. `again`: the words behind the command. A look as a follower's may still tell. */
export const lookForLost = (lost: readonly string[], again: Safe): NextStep[] =>
  stepFor(lost, (named) => safe`What ${named} became is not known. Look:`, safe`ordo status ${again} --refresh`);

/** Where that did not tell it, only a person can. */
export const afterLost = (lost: readonly string[], again: Safe): NextStep[] =>
  stepFor(
    lost,
    (named) => safe`Once nothing is open or held any more of what ${named} became, say so:`,
    joined([safe`ordo settle ${again}`, ...lost.map((id) => safe`--closed ${safeText(id)}`)], safe` `),
  );
