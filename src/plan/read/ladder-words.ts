import type { Ladder } from '../../model/order.ts';
import type { OrderDraft } from './order-draft.ts';
import { formulaOf, isExpression } from '../expression/syntax.ts';

/** A ladder's rule in the author's own numbers, from the draft of its first rung. */
export function ladderOf(draft: OrderDraft, orders: readonly string[], line: number): Ladder {
  const { price, size } = draft.written;
  const words: string[] = [];
  let shares = 'flat';
  if (typeof price === 'object') {
    words.push(
      `prices ${price.from} to ${price.to} in ${price.steps} steps, ${price.spacing ?? 'linear'}; inner ones on the nearest tick`,
    );
  }
  if (typeof size === 'object') {
    const { shape = 'flat', ratio } = size;
    shares = typeof shape === 'string' ? (ratio === undefined ? shape : `${shape} ${ratio}`) : `[${shape.join(', ')}]`;
    words.push(
      size.total === undefined
        ? `sizes: shares of ${size.notional === undefined ? `risk ${size.risk ?? ''}` : `notional ${size.notional}`}, ${shares}; each cut down to the step`
        : `sizes: shares of ${size.total}, ${shares}; cut down to the step, what is left one step each from the last rung back`,
    );
  }
  for (const field of ['takeProfit', 'stopLoss', 'trigger'] as const) {
    const written = draft.written[field];
    if (written !== undefined) words.push(`${field} of each: ${isExpression(written) ? formulaOf(written) : written}`);
  }
  return { name: draft.rung?.ladder ?? '', line, orders, shape: shares, words };
}
