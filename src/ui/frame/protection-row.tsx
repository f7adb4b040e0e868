/** The rows below the head: what is held, lost at the stops, naked and not known. They are there from the first frame, and never move. */
import type { ReactNode } from 'react';
import { safe } from '../../model/safe-text.ts';
import { type Piece, beside, line } from '../../report/text/page.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { lineRows } from '../../views/protection/line.ts';
import { Row, type PartProps, type RowPage } from './row.tsx';
import type { Drawn } from '../../report/text/tones.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { sheetLines } from '../../show/terminal.ts';
import { groupPieces, isLoud } from '../../views/run/group-words.ts';
import { lineNow } from '../../views/run/line-now.ts';
import { undoneBlocks } from '../../views/run/follow-end.ts';

/** `most`: how many rows there may be. */
export function protectionRows({ run }: WatchView, width: number, most: number): readonly (readonly Piece[])[] {
  if (most === 0) return [];
  const told = lineNow(run);
  return told === undefined ? [[safe``]] : lineRows(told, width, most);
}

export function ProtectionRow({ page, watch, most }: PartProps & { readonly most: number }): ReactNode {
  return protectionRows(watch, page.width, most).map((pieces, at) => <Row key={at} page={page} text={pieces} />);
}

/** The groups of a plan that is followed, over its orders: those that are naked or not known first. */
export function groupRows({ paint, width }: RowPage, run: RunView, most: number): Drawn[] {
  const groups = run.following?.groups ?? [];
  const sorted = [...groups.filter(isLoud), ...groups.filter((group) => !isLoud(group))];
  const shown = sorted.length <= most ? sorted : sorted.slice(0, Math.max(0, most - 1));
  const rows = shown.map((group): Piece[] => [safe` `, ...groupPieces(run, group)]);
  const left = sorted.length - shown.length;
  if (left > 0) rows.push([['quiet', safe` … and ${left} more groups`]]);
  return rows.map((pieces) => line(paint, pieces, width));
}

/** In place of the orders, while a second Ctrl-C would end it. */
export const undoneRows = (page: RowPage, run: RunView, most: number): Drawn[] =>
  sheetLines({ ...page, width: page.width - 1 }, { blocks: undoneBlocks(run) })
    .slice(0, most)
    .map((text) => beside(safe` `, text));
