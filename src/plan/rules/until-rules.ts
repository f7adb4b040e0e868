/** An order is not cancelled before it is sent. */
import { orderPath, type Found, type OrderDraft } from '../read/order-draft.ts';

export function endsAreLater(orders: readonly OrderDraft[], found: Found): void {
  for (const [at, order] of orders.entries()) {
    const end = order.terms?.until?.at;
    // The last slice of a ladder over time: it is sent latest.
    if (end === undefined || orders[at + 1]?.index === order.index) continue;
    const start = startOf(order);
    if (start === undefined || start.ms < end.ms) continue;
    const { until } = order.written;
    const which = order.rung !== undefined && order.terms?.over !== undefined ? `slice ${order.rung.number}` : 'it';
    found({
      code: 'until/before',
      message: `${which} would be cancelled before it is sent`,
      hint: `write an instant after ${start.text}`,
      path: orderPath(order.index, ...(typeof until === 'object' ? ['until', 'at'] : ['until'])),
      related: [{ message: 'sent from here on', path: orderPath(order.index, start.key) }],
    });
  }
}

interface Start {
  readonly ms: number;
  readonly text: string;
  readonly key: 'after' | 'over';
}

/** The later of what it waits for and its own time. */
function startOf({ terms, rung }: OrderDraft): Start | undefined {
  const { afterAt, over } = terms ?? {};
  const after: Start | undefined = afterAt && { ms: afterAt.ms, text: afterAt.text, key: 'after' };
  if (over?.from === undefined || rung === undefined) return after;
  const ms = over.from.ms + Math.floor(((rung.number - 1) * over.forMs) / over.steps);
  const slice: Start = { ms, text: new Date(ms).toISOString().replace('.000Z', 'Z'), key: 'over' };
  return after !== undefined && after.ms > slice.ms ? after : slice;
}
