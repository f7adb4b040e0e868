/** A terminal as a still picture. */
import { ABOVE, BAR, BELOW, SIDE, windowSvg } from './svg.ts';
import { CELL, INKS, marksOf, ROW, type Grid } from './terminal-cells.ts';

interface PictureOptions {
  readonly title: string;
  readonly columns: number;
}

/** The whole picture as SVG text. A row wider than `columns`, or another colour than the first eight, is a RangeError. */
export function terminalSvg(grid: Grid, { title, columns }: PictureOptions): string {
  const width = columns * CELL + 2 * SIDE;
  const height = BAR + ABOVE + grid.length * ROW + BELOW;
  return windowSvg({ title, width, height, style: INKS }, [
    `<g transform="translate(${SIDE} ${BAR + ABOVE})">`,
    ...marksOf(grid, columns),
    '</g>',
  ]);
}
