/** Rows of the screen. Text reaches Ink here and nowhere else, so all of it is safe, in our colours, and through the edge. */
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { line, widthOfPieces, type Page, type Piece } from '../../report/text/page.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import type { Viewing } from '../keys/viewing.ts';

/** The colours and columns of a row, and what its text goes through before it is written. */
export interface RowPage extends Page {
  readonly edge: (text: string) => string;
}

export interface Now {
  /** On the clock of the events. */
  readonly nowMs: number;
  /** Since 1970. */
  readonly wallMs: number;
}

/** What every part of the frame is drawn from. */
export interface PartProps {
  readonly page: RowPage;
  readonly watch: WatchView;
  readonly viewing: Viewing;
  readonly now: Now;
}

interface RowProps {
  readonly page: RowPage;
  /** A line that is drawn already, or pieces that are cut at the width. */
  readonly text: Drawn | readonly Piece[];
}

export function Row({ page, text }: RowProps): ReactNode {
  const drawn = typeof text === 'string' ? text : line(page.paint, text, page.width);
  // Ink gives an empty text no row.
  return <Text wrap="truncate">{drawn === '' ? ' ' : page.edge(drawn)}</Text>;
}

type EndsProps = Pick<RowProps, 'page'> & Readonly<Record<'left' | 'right', readonly Piece[]>>;

/** Both ends of a row; the left one is cut where they would meet, and without room for both it is alone. */
export function Ends({ page, left, right }: EndsProps): ReactNode {
  const width = page.width - widthOfPieces(right) - 2;
  if (width < 8 || width === page.width - 2) return <Row page={page} text={left} />;
  return (
    <Box justifyContent="space-between" width={page.width}>
      <Row page={{ ...page, width }} text={left} />
      <Row page={page} text={right} />
    </Box>
  );
}

/** The first of the versions that has room, or the last. */
export const roomy = (versions: readonly (readonly Piece[])[], width: number): readonly Piece[] =>
  versions.find((pieces) => widthOfPieces(pieces) <= width) ?? versions.at(-1) ?? [];
