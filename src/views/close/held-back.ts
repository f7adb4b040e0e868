/** Where the exchange refused a close: what may hold the size that it asks for, and what has to go before it is taken. */
import { inTheWay, type OtherClose, type RefusedClose } from '../../actions/close/other-closes.ts';
import type { PreparedClose } from '../../actions/close/prepare-close.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { own, type Block, type NextStep } from '../../show/sheet.ts';
import { heldBack, namesWords, type CloseWords } from './prepared.ts';

type Others = Pick<PreparedClose, 'resting' | 'triggers'>;

/** The exchange does not say what it counted. */
export function heldBackBlocks(refused: readonly RefusedClose[], { resting, triggers }: Others): Block[] {
  if (refused.length === 0) return [];
  const ways = refused.map((one) => inTheWay(one, [...resting, ...triggers]));
  const holding = triggers.filter((one) => ways.some(({ all }) => all.includes(one)));
  const reserved = safe`Resting closes reserve ${heldBack(resting)} of the position, and nothing cancels them: `;
  return [
    ...(resting.length === 0 ? [] : [noticeOf(reserved, resting)]),
    ...(holding.length === 0
      ? []
      : [noticeOf(safe`Triggers may hold that size as well, and a close cancels none: `, holding)]),
  ];
}

const noticeOf = (words: Safe, closing: readonly OtherClose[]): Block => ({
  is: 'notice',
  text: [own(words), namesWords(closing)],
});

/** What is ordo's goes by a command, anything else by hand. Nothing where all of it leaves room. */
export function stepsToRoom(
  refused: readonly RefusedClose[],
  { resting, triggers }: Others,
  { again }: Pick<CloseWords, 'again'>,
): NextStep[] {
  const ways = refused.map((one) => inTheWay(one, [...resting, ...triggers]));
  const others = [...new Set(ways.flatMap((way) => way.others))];
  const ours = [...new Set(ways.flatMap((way) => way.ours))];
  const byPlan = Map.groupBy(ours, (one) => `${one.ours?.plan ?? ''} ${one.ours?.generation ?? ''}`);
  return [
    ...(others.length === 0
      ? []
      : [{ why: safe`Cancel on the exchange what ordo never cancels: ${namesWords(others)}` }]),
    ...[...byPlan.values()].map((some) => cancelStep(some, again)),
  ];
}

function cancelStep(some: readonly OtherClose[], again: readonly Safe[]): NextStep {
  const [first] = some;
  const { plan = '', generation = 1 } = first?.ours ?? {};
  const only = some.flatMap(({ ours }) => (ours === undefined ? [] : [safe`--only`, word(ours.id)]));
  return {
    why: safe`Cancel what may hold it. The position is without it until it is closed: ${namesWords(some)}`,
    command: joined(
      [
        safe`ordo cancel --name`,
        word(plan),
        safe`--generation ${safeText(String(generation))}`,
        ...only,
        ...again,
        safe`--execute --live`,
      ],
      safe` `,
    ),
  };
}

const word = (text: string): Safe => shellWord(safeText(text));
