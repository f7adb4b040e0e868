/** A list or a text of which only the rows in view are drawn. */
import { Box } from 'ink';
import { Fragment, type ReactNode } from 'react';
import { safe } from '../../model/safe-text.ts';
import { beside } from '../../report/text/page.ts';
import type { Drawn } from '../../report/text/tones.ts';
import { Row, type RowPage } from '../frame/row.tsx';
import { inView, type Extent } from '../keys/scroll.ts';
import { placeOf, type Viewing } from '../keys/viewing.ts';

export interface PaneRows extends Extent {
  row(position: number, isSelected: boolean): ReactNode;
}

export function Window({ rows, viewing }: { readonly rows: PaneRows; readonly viewing: Viewing }): ReactNode {
  const place = placeOf(viewing);
  return (
    <Box flexDirection="column" height={rows.height}>
      {inView(place, rows).map((position, at) => {
        const key = rows.keyAt(position);
        // By its row on the terminal: what is scrolled is the same rows with other text.
        return <Fragment key={at}>{rows.row(position, key !== undefined && key === place.selected)}</Fragment>;
      })}
    </Box>
  );
}

export const textRows = (page: RowPage, lines: readonly Drawn[], height: number): PaneRows => ({
  length: lines.length,
  height,
  keyAt: () => undefined,
  positionOf: () => -1,
  row: (position) => <Row page={page} text={beside(safe` `, lines[position] ?? safe``)} />,
});
