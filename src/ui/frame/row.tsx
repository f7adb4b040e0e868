import { spaces } from '../../model/safe-text.ts';
import { beside, line, widthOfPieces, type Page, type Piece } from '../../report/text/page.ts';
import type { Drawn } from '../../report/text/tones.ts';

/** Both ends of a line; the left one is cut where they would meet, and without room for both it stands alone. */
export function spread({ paint, width }: Page, left: readonly Piece[], right: readonly Piece[]): Drawn {
  const room = width - widthOfPieces(right) - 2;
  if (room < 8) return line(paint, left, width);
  if (widthOfPieces(right) === 0) return line(paint, left, width);
  const gap = spaces(width - widthOfPieces(right) - Math.min(room, widthOfPieces(left)));
  return beside(line(paint, left, room), gap, line(paint, right));
}

/** The first of the versions that has room, or the last. */
export const roomy = (versions: readonly (readonly Piece[])[], width: number): readonly Piece[] =>
  versions.find((pieces) => widthOfPieces(pieces) <= width) ?? versions.at(-1) ?? [];
