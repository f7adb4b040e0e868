/** The rows below the head: what is held, lost at the stops, naked and not known. They are there from the first frame, and never move. */
import type { ReactNode } from 'react';
import { safe } from '../../model/safe-text.ts';
import type { Piece } from '../../report/text/page.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { lineRows } from '../../views/protection/line.ts';
import { Row, type PartProps } from './row.tsx';

/** `most`: how many rows there may be. */
export function protectionRows(
  { run: { protection } }: WatchView,
  width: number,
  most: number,
): readonly (readonly Piece[])[] {
  if (most === 0) return [];
  return protection === undefined ? [[safe``]] : lineRows(protection.line, width, most);
}

export function ProtectionRow({ page, watch, most }: PartProps & { readonly most: number }): ReactNode {
  return protectionRows(watch, page.width, most).map((pieces, at) => <Row key={at} page={page} text={pieces} />);
}
