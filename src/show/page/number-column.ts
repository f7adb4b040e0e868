/** Numbers below each other by their points, whatever the width: a cell says how many digits it is short of the longest. */
import { safeText } from '../../model/safe-text.ts';
import { html, nothing, type Markup } from './markup.ts';

/** Characters from the point on; undefined where the text is not a number. */
function fractionOf(text: string): number | undefined {
  const number = /^-?\d+(\.\d+)?$/.exec(text);
  return number === null ? undefined : (number[1]?.length ?? 0);
}

/** Most characters that a cell is moved by; `style.ts` has a rule for each. */
export const MOST_MOVED = 24;

export class NumberCells {
  readonly #most: number;
  /** Whether any cell of the column has something. */
  readonly isEmpty: boolean;

  constructor(texts: readonly (string | undefined)[]) {
    const told = texts.filter((text) => text !== undefined);
    this.isEmpty = told.length === 0;
    this.#most = told.reduce((most, text) => Math.max(most, fractionOf(text) ?? 0), 0);
  }

  /** Nothing for a column that is left out. A blank follows, so that a filter never finds what begins in one cell and ends in the next. */
  cell(text: string | undefined): Markup {
    if (this.isEmpty) return nothing;
    if (text === undefined) return html`<td></td> `;
    const moved = Math.min(MOST_MOVED, this.#most - (fractionOf(text) ?? this.#most));
    return moved === 0
      ? html`<td class="n">${safeText(text)}</td> `
      : html`<td class="n f${moved}">${safeText(text)}</td> `;
  }
}
