import type { Assumption } from '../../model/event.ts';
import { safe, safeText } from '../../model/safe-text.ts';
import { padEnd, widest, widthOf, wrap } from '../text/columns.ts';
import { GAP, LEAST_ROOM, line, paragraph, type Page, type Piece } from '../text/page.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';

/** Widest name that the column of names makes room for. */
const NAME_ROOM = 28;

/** Every assumption with its value and where to change it; without `--bytes` only those that differ from the default. */
export function assumptionLines(page: Page, { assumptions: all, run }: RunView): Drawn[] {
  const assumptions = run?.bytes === true ? all : all.filter(({ isChanged }) => isChanged);
  if (assumptions.length === 0) return [];
  const names = widest(assumptions.map(({ name }) => safeText(name)));
  const nameWidth = Math.min(NAME_ROOM, names, Math.max(10, page.width - 4 - LEAST_ROOM));
  return [
    ...paragraph(page, safe`Assumed, until the exchange says otherwise`, 0, 'heading'),
    ...assumptions.flatMap((assumption) => oneAssumption(page, assumption, nameWidth)),
  ];
}

function oneAssumption({ paint, width }: Page, assumption: Assumption, nameWidth: number): Drawn[] {
  const [value, change] = [safeText(assumption.value), safeText(assumption.change)];
  const room = Math.max(LEAST_ROOM, width - 2 - nameWidth - 2);
  const texts: Piece[][] =
    widthOf(value) + 3 + widthOf(change) <= room
      ? [[value, ['quiet', safe`   ${change}`]]]
      : [...wrap(value, room).map((text) => [text]), ...wrap(change, room).map((text): Piece[] => [['quiet', text]])];
  const names = wrap(safeText(assumption.name), nameWidth);
  return Array.from({ length: Math.max(names.length, texts.length) }, (_, at) =>
    line(paint, [GAP, padEnd(names[at] ?? safe``, nameWidth), GAP, ...(texts[at] ?? [])]),
  );
}
