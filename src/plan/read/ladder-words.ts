import type { OrderDocument, OverDocument } from '../../generated/plan.ts';
import type { Ladder } from '../../model/order.ts';
import type { OrderDraft } from './order-draft.ts';
import { formulaOf, isExpression } from '../expression/syntax.ts';

/** A ladder's rule in the author's own numbers, from the draft of its first rung. */
export function ladderOf(draft: OrderDraft, orders: readonly string[], line: number): Ladder {
  const { price, size, takeProfit, stopLoss, trigger, was, over } = draft.written;
  const words: string[] = [];
  if (typeof price === 'object') {
    words.push(
      `prices ${price.from} to ${price.to} in ${price.steps} steps, ${price.spacing ?? 'linear'}; inner ones on the nearest tick`,
    );
  }
  if (over !== undefined && typeof price === 'string') words.push(sliceWords(over, price));
  if (typeof size === 'object') words.push(sizeWords(size));
  const each = { takeProfit, stopLoss, trigger, stop: typeof size === 'object' ? size.stop : undefined };
  for (const [field, written] of Object.entries(each)) {
    if (written !== undefined) words.push(`${field} of each: ${isExpression(written) ? formulaOf(written) : written}`);
  }
  const shape = typeof size === 'object' ? sharesOf(size) : 'flat';
  return { name: draft.rung?.ladder ?? '', line, ...(was !== undefined && { was }), orders, shape, words };
}

const sliceWords = ({ from = 'the approval', for: length, steps }: OverDocument, price: string): string =>
  `${steps} slices in ${length}, from ${from} on; price of each: ${isExpression(price) ? formulaOf(price) : price}`;

type SizeDocument = Exclude<OrderDocument['size'], string>;

const sharesOf = ({ shape = 'flat', ratio }: SizeDocument): string =>
  typeof shape === 'string' ? (ratio === undefined ? shape : `${shape} ${ratio}`) : `[${shape.join(', ')}]`;

function sizeWords(size: SizeDocument): string {
  const { total, notional, risk = '', filled, share } = size;
  if (filled !== undefined) {
    const part = share === undefined ? '' : `${share} of `;
    return `sizes: shares of ${part}what is filled of ${[filled].flat().join(', ')}, ${sharesOf(size)}; in whole steps, each left one to the greatest share`;
  }
  return total === undefined
    ? `sizes: shares of ${notional === undefined ? `risk ${risk}` : `notional ${notional}`}, ${sharesOf(size)}; each cut down to the step`
    : `sizes: shares of ${total}, ${sharesOf(size)}; cut down to the step, what is left one step each from the last rung back`;
}
