/**
 * From the frame that stands on a terminal and the one that is wanted to the bytes between them: only rows that changed.
 *
 * Inline, a frame stands where the cursor was, and below it the cursor waits in a row of its own; it is moved relative to that
 * row, as nobody knows where on the terminal the frame began. On the other screen rows have numbers.
 */

export interface Size {
  readonly width: number;
  readonly rows: number;
}

/** Rows on a terminal of a size: no wider, and at least one row fewer than it has. Each ends in the terminal's own colours. */
export interface ScreenFrame {
  readonly lines: readonly string[];
  readonly size: Size;
}

const CSI = '\u001b[';

/** A terminal that knows these shows a frame only once it is whole. */
const [WHOLE_FROM, WHOLE_TO] = [`${CSI}?2026h`, `${CSI}?2026l`];
/** A row that a terminal takes for wider than it was counted loses its end, and leaves the next row alone. */
const [NO_WRAP, WRAP] = [`${CSI}?7l`, `${CSI}?7h`];
/** Before the text, as a row that is full would lose its last character to it. */
const ERASE_ROW = `${CSI}K`;
const ERASE_BELOW = `${CSI}J`;
const CLEAR_VIEWPORT = `${CSI}H${ERASE_BELOW}`;

/** One text to be written at once; empty where nothing changed. `standing`: undefined where no frame was drawn yet. */
export function frameBytes(standing: ScreenFrame | undefined, wanted: ScreenFrame, isWhole: boolean): string {
  const bytes = isWhole ? numberedRows(standing, wanted) : rowsBelow(standing, wanted);
  return bytes === '' ? '' : `${WHOLE_FROM}${NO_WRAP}${bytes}${WRAP}${WHOLE_TO}`;
}

/** What is on each row; undefined where that is not known. */
type Shown = readonly (string | undefined)[];

const isSameSize = (one: Size, other: Size): boolean => one.width === other.width && one.rows === other.rows;

const changedRows = (shown: Shown, lines: readonly string[]): number[] =>
  Array.from(lines.keys()).filter((row) => lines[row] !== shown[row]);

function numberedRows(standing: ScreenFrame | undefined, { lines, size }: ScreenFrame): string {
  const isKnown = standing !== undefined && isSameSize(standing.size, size);
  const shown = isKnown ? standing.lines : [];
  const rows = changedRows(shown, lines).map((row) => `${CSI}${row + 1}H${ERASE_ROW}${lines[row]}`);
  if (lines.length < shown.length) rows.push(`${CSI}${lines.length + 1}H${ERASE_BELOW}`);
  return `${isKnown ? '' : CLEAR_VIEWPORT}${rows.join('')}`;
}

function rowsBelow(standing: ScreenFrame | undefined, { lines, size }: ScreenFrame): string {
  // A narrower terminal may wrap what was on it: no moving relative to the cursor finds it again.
  const isCleared = standing !== undefined && size.width < standing.size.width;
  const shown = standing === undefined || isCleared ? [] : shownAt(standing, size);
  let [bytes, at] = [isCleared ? CLEAR_VIEWPORT : '', shown.length];
  const go = (row: number): void => {
    if (row !== at) bytes += row < at ? `${CSI}${at - row}F` : `${CSI}${row - at}E`;
    at = row;
  };
  for (const row of changedRows(shown, lines)) {
    go(row);
    // There is a row below, the one that the cursor waits in; or this one was that, and the frame becomes taller.
    bytes += `${ERASE_ROW}${lines[row]}\n`;
    at = row + 1;
  }
  // One by one: a terminal that is erased from its first row on to its last may keep what stood there as history.
  for (let row = lines.length; row < shown.length; row++) {
    go(row);
    bytes += ERASE_ROW;
  }
  go(lines.length);
  return bytes;
}

/** In another size of the same width or more, the last rows stand below each other as before, as many as there is room for. */
const shownAt = ({ lines, size }: ScreenFrame, now: Size): Shown =>
  isSameSize(size, now) ? lines : Array.from({ length: Math.min(lines.length, now.rows - 1) }, () => undefined);
