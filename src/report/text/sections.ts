/** Titled blocks of lines, as the explanation of an order has them. */
import { safeText } from '../../model/safe-text.ts';
import { wrap } from './columns.ts';
import type { Paint } from './tones.ts';

export const section = (title: string, lines: readonly string[], paint: Paint): string[] =>
  lines.length === 0 ? [] : [paint('heading', title), ...lines];

export const indented = (text: string, width: number): string[] =>
  wrap(safeText(text), Math.max(20, width - 2)).map((part) => `  ${part}`);
