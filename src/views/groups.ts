/** What entries came to with their exits, and what waits for what, as a status has them. */
import type { PlanStatus } from '../actions/status.ts';
import { someOf } from '../model/count.ts';
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import type { Block } from '../show/sheet.ts';

type Told = Pick<PlanStatus, 'groups' | 'waiting'>;

/** A line for each group, and one for each order, or orders alike, that wait. */
export function groupBlocks({ groups, waiting }: Told): Block[] {
  if (groups.length === 0 && waiting.length === 0) return [];
  const alike = Map.groupBy(waiting, (one) => waitsFor(one).toString());
  return [
    ...groups.map(groupBlock),
    ...[...alike.values()].map((all): Block => {
      const ids = all.map(({ id }) => id);
      const verb = ids.length === 1 ? 'waits' : 'wait';
      return { is: 'words', text: safe`${safeText(someOf(ids))} ${verb} until ${waitsFor(all[0] as Waiting)}` };
    }),
  ];
}

/** The same for a program; absent where nothing was followed. */
export const groupsData = ({ groups, waiting }: Told): object => ({
  ...(groups.length > 0 && { groups: groups.map(({ symbol, side, told }) => ({ symbol, side, ...told })) }),
  ...(waiting.length > 0 && { waiting }),
});

/** `held 0.3 long cmt_btcusdt (entry) · covered 0.06 · NAKED 0.24 · unknown 0` */
function groupBlock({
  symbol,
  side,
  told: { entries, held, covered, naked, unknown },
}: PlanStatus['groups'][number]): Block {
  const isBare = naked !== '0';
  const words = [
    safe`held ${safeText(held)} ${side} ${safeText(symbol)} (${safeText(entries.join(', '))})`,
    safe`covered ${safeText(covered)}`,
    isBare ? safe`NAKED ${safeText(naked)}` : safe`naked 0`,
    safe`unknown ${safeText(unknown)}`,
  ];
  const text = joined(words, safe` · `);
  return isBare || unknown !== '0' ? { is: 'words', tone: 'notice', text } : { is: 'words', text };
}

type Waiting = PlanStatus['waiting'][number];

const areWords = (ids: readonly string[], what: Safe): Safe =>
  safe`${safeText(someOf(ids))} ${ids.length === 1 ? 'is' : 'are'} ${what}`;

function waitsFor({ filled, accepted, at }: Waiting): Safe {
  const parts = [
    ...(filled === undefined ? [] : [areWords(filled, safe`filled`)]),
    ...(accepted === undefined ? [] : [areWords(accepted, safe`accepted`)]),
    ...(at === undefined ? [] : [safeText(at)]),
  ];
  return joined(parts, safe` and `);
}
