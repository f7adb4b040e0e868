import type { Clock, Exchange } from '../../ports.ts';
import type { Fill } from '../../model/standing.ts';
import type { Inquiry } from '../send/inquiry.ts';
import { FillsWalk, type Walked } from './list-walk.ts';

export interface FillsAsked {
  readonly exchange: Pick<Exchange, 'operations'>;
  readonly clock: Clock;
}

/** The trades of a symbol, or why they were not read to their end. */
export type ReadFills =
  | { readonly fills: readonly Fill[]; readonly failure?: undefined }
  | { readonly fills: undefined; readonly failure: string };

/** The trades of a symbol since the first of these orders was sent. */
export async function readFills(
  inquiry: Inquiry,
  { exchange, clock }: FillsAsked,
  orders: readonly Walked[],
): Promise<ReadFills> {
  const walk = new FillsWalk(orders, { mostOfPage: exchange.operations.fills.mostOfPage, nowMs: clock.wallMs() });
  const fills = new Map<string, Fill>();
  for (let query = walk.query(); query !== undefined; query = walk.query()) {
    const answer = await inquiry.ask(exchange.operations.fills, query);
    if (answer.kind === 'failed') return { fills: undefined, failure: answer.message };
    for (const fill of answer.fills) fills.set(fill.id, fill);
    walk.take(answer);
  }
  const { failure } = walk;
  return failure === undefined ? { fills: [...fills.values()] } : { fills: undefined, failure };
}
