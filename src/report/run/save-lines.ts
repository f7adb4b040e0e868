/** What a save changed, for a watch that is told in lines: what was shown before is not shown again. */
import type { PublicEvent } from '../../model/event.ts';
import { joined, repeated, safe, safeText, safeTexts, spaces, type Safe } from '../../model/safe-text.ts';
import { closingParts } from '../dry-run/closing-line.ts';
import type { Held } from '../dry-run/dry-run-lines.ts';
import { positionsOf } from '../dry-run/exposure.ts';
import { sentOrders } from '../dry-run/sent-orders.ts';
import { dotted, padEnd, widest, widthOf, wrap } from '../text/columns.ts';
import { LEAST_ROOM, line, paragraph, stack, type Page } from '../text/page.ts';
import { priceShare } from '../text/price-share.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';

type PlanChanged = Extract<PublicEvent, { event: 'plan-changed' }>;

/** Most orders of a save that are named. */
const MOST = 20;

/** Empty where the same save is read again after it was placed, and nothing is left to send. */
export function saveLines(page: Page, view: RunView, change: PlanChanged, held: Omit<Held, 'next'>): Drawn[] {
  const { added, removed, changed } = change;
  if (added.length + removed.length + changed.length + view.orders.planned === 0) return [];
  const { drawn, standing } = sentOrders(view);
  const closing = closingParts(view, positionsOf(drawn, standing), view.warnings);
  const notes = safeTexts(held.notes).flatMap((text) => paragraph(page, safe`» ${text}`, 0, 'notice'));
  return stack([
    [safe``, ruleLine(page, change), ...orderLines(page, view, change)],
    [...held.warnings, ...notes],
    dotted(closing, page.width),
  ]);
}

/** `── saved: 1 added, 2 changed ──────`, as wide as the page. */
function ruleLine({ paint, width }: Page, { added, removed, changed }: PlanChanged): Drawn {
  const counts = [
    [added.length, 'added'],
    [removed.length, 'removed'],
    [changed.length, 'changed'],
  ] as const;
  const said = counts.filter(([amount]) => amount > 0).map(([amount, word]) => safe`${amount} ${word}`);
  const words = safe`── saved: ${said.length === 0 ? safe`the same orders` : joined(said, safe`, `)} `;
  return line(paint, [['quiet', safe`${words}${repeated(safe`─`, Math.max(0, width - widthOf(words)))}`]], width);
}

function orderLines(page: Page, { orders }: RunView, { added, removed, changed }: PlanChanged): Drawn[] {
  const rows: [sign: Safe, id: Safe, words: Safe][] = [
    ...added.map((id): [Safe, Safe, Safe] => [safe`+`, safeText(id), newWords(orders.byId(id)?.headline)]),
    ...changed.map(({ id, fields }): [Safe, Safe, Safe] => [safe`~`, safeText(id), changedWords(fields)]),
    ...removed.map((id): [Safe, Safe, Safe] => [safe`-`, safeText(id), safe``]),
  ];
  const shown = rows.slice(0, MOST);
  const width = widest(shown.map(([, id]) => id));
  const indent = width + 6;
  const lines = shown.flatMap(([sign, id, words]) =>
    wrap(words, Math.max(LEAST_ROOM, page.width - indent)).map((text, at) =>
      line(
        page.paint,
        at > 0 ? [spaces(indent), text] : [safe`  `, ['notice', sign], safe` ${padEnd(id, width)}  ${text}`],
      ),
    ),
  );
  const more = rows.length - shown.length;
  return more === 0 ? lines : [...lines, safe`  … and ${more} more`];
}

type Headline = NonNullable<ReturnType<RunView['orders']['byId']>>['headline'];

const newWords = (order: Headline): Safe =>
  order === undefined ? safe`` : joined(safeTexts([order.side, order.size, order.price]), safe`  `);

const changedWords = (fields: PlanChanged['changed'][number]['fields']): Safe =>
  joined(
    Object.entries(fields).map(([field, [before = null, after = null]]) => {
      const share = field === 'price' ? priceShare(before, after) : safe``;
      const words = safe`${safeText(field)} ${safeText(before ?? 'none')} → ${safeText(after ?? 'none')}`;
      return share === '' ? words : safe`${words}  ${share}`;
    }),
    safe`, `,
  );
