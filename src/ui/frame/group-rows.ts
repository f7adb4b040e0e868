/** The groups of a plan that is followed, over its orders: those that are naked or not known first. */
import { safe } from '../../model/safe-text.ts';
import { line, type Piece } from '../../report/text/page.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { groupPieces, isLoud } from '../../views/run/group-words.ts';
import type { RowPage } from './row.tsx';

export function groupRows({ paint, width }: RowPage, run: RunView, most: number): Drawn[] {
  const groups = run.following?.groups ?? [];
  const sorted = [...groups.filter(isLoud), ...groups.filter((group) => !isLoud(group))];
  const shown = sorted.length <= most ? sorted : sorted.slice(0, Math.max(0, most - 1));
  const rows = shown.map((group): Piece[] => [safe` `, ...groupPieces(run, group)]);
  const left = sorted.length - shown.length;
  if (left > 0) rows.push([['quiet', safe` … and ${left} more groups`]]);
  return rows.map((pieces) => line(paint, pieces, width));
}
