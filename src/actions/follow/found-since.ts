/** Orders that were told as unknown, and that a look has found since: each is told once more, as accepted. */
import type { OrderOutcome, RunEvent } from '../../model/event.ts';
import { isUnsurePart } from '../../model/followed.ts';
import type { EventSink } from '../../ports.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import type { Tally } from '../../session/place/tally.ts';

type Unknown = Extract<OrderOutcome, { outcome: 'unknown' }>;
type Accepted = Extract<OrderOutcome, { outcome: 'accepted' }>;

export class FoundSince {
  readonly #unknown = new Map<string, Unknown>();
  readonly #tell: EventSink;
  readonly #tally: Tally;

  constructor(tell: EventSink, tally: Tally) {
    this.#tell = tell;
    this.#tally = tally;
  }

  take(event: RunEvent): void {
    if (event.event !== 'order-outcome') return;
    if (event.outcome === 'unknown') this.#unknown.set(event.clientOid, event);
    else this.#unknown.delete(event.clientOid);
  }

  seen(news: Pick<FollowNews, 'known'>): void {
    if (this.#unknown.size === 0) return;
    for (const event of this.#found(news)) {
      this.#tell(event);
      this.#tally.found(event);
    }
  }

  /** Those that the exchange took, whatever became of them. */
  #found({ known }: Pick<FollowNews, 'known'>): Accepted[] {
    const parts = [...known.placed.values()].flat();
    return parts.flatMap((part): Accepted[] => {
      const { clientOid, orderId, state } = part;
      const told = this.#unknown.get(clientOid);
      const isTaken = !isUnsurePart(part) && state !== 'absent' && state !== 'rejected';
      if (told === undefined || orderId === undefined || !isTaken) return [];
      this.#unknown.delete(clientOid);
      const { message: _message, call: _call, latencyMs: _latencyMs, ...same } = told;
      return [{ ...same, outcome: 'accepted', orderId, rule: 'found' }];
    });
  }
}
