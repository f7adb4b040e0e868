/** The evidence of one life about cancels: what left, what was told, and what the exchange showed of each order's end. */
import type { PublicEvent } from '../../../src/model/event.ts';
import type { CancelRequest } from '../cancels/cancel-request.ts';
import type { CancelOutcome } from '../expected.ts';
import type { JournaledOrder } from '../journal-observer.ts';
import type { ToldRecord } from '../listed-book.ts';

type OrderState = Extract<PublicEvent, { event: 'order-state' }>;

/** States of orders that a cancel is about. */
export const ASKED_TO_CANCEL: ReadonlySet<string> = new Set([
  'accepted',
  'unknown',
  'in-flight',
  'cancelling',
  'cancel-unknown',
  'cancelled',
  'filled',
]);

/** It was to go off, and the journal has no end of that. */
export const CANCEL_OPEN: ReadonlySet<string> = new Set(['cancelling', 'cancel-unknown']);

export class CancelFacts {
  /** When the life began, by the clock that only goes forward. */
  beganMs = 0;
  /** How often each name went in a cancel of this life, and may have been taken on. */
  readonly sent = new Map<string, number>();
  hasSent = false;
  /** What was told of each order that was asked about, by client order id. */
  readonly ends = new Map<string, CancelOutcome>();
  /** Ids of the orders that left to be placed since. */
  readonly placed = new Set<string>();
  /** Records of cancels that were sent under, of all lives. */
  readonly usedIntents = new Set<number>();
  /** Client order ids that a cancel of any life named. */
  readonly byClientOid = new Set<string>();
  /** Client order ids by the order id under which a page of this life told that it is over. */
  readonly seenOver = new Map<string, string>();

  /** Ids of orders of which any life was told that something was filled. */
  readonly toldFilled = new Set<string>();
  /** Client order ids that a life saw off which was stopped, maybe before it asked for their trades. */
  readonly cutShort = new Set<string>();
  /** Client order ids of which a life told how far they were filled when they went off. */
  readonly toldSize = new Set<string>();

  begin(nowMs: number): void {
    this.beganMs = nowMs;
    this.hasSent = false;
    for (const kept of [this.sent, this.ends, this.seenOver, this.placed]) kept.clear();
  }

  /** `intents`: the records that it leaves under. */
  left({ names, by }: CancelRequest, intents: readonly (number | undefined)[]): void {
    this.hasSent = true;
    for (const name of names) this.sent.set(name, (this.sent.get(name) ?? 0) + 1);
    for (const intent of intents) if (intent !== undefined) this.usedIntents.add(intent);
    if (by === 'clientOid') for (const name of names) this.byClientOid.add(name);
  }

  /** It is proved that it was not taken on. */
  proved({ names }: CancelRequest): void {
    for (const name of names) this.sent.set(name, (this.sent.get(name) ?? 1) - 1);
  }

  told(end: CancelOutcome): void {
    this.ends.set(end.clientOid, end);
    if (end.outcome === 'filled' || (end.outcome === 'cancelled' && Number(end.filledSize ?? 0) > 0))
      this.toldFilled.add(end.id);
    if (end.outcome === 'cancelled' && end.filledSize !== undefined) this.toldSize.add(end.clientOid);
  }

  /** What went off in a life that was stopped: it may not have asked any more how far it was filled. */
  wentOff(now: ReadonlyMap<string, JournaledOrder>, before: ReadonlyMap<string, JournaledOrder>): void {
    for (const { clientOid, state } of now.values())
      if (state === 'cancelled' && before.get(clientOid)?.state !== state) this.cutShort.add(clientOid);
  }

  /** How an order was told to stand. */
  looked({ clientOid, exchange }: OrderState): void {
    if (exchange?.state === 'cancelled' && exchange.filledSize !== undefined && clientOid !== undefined)
      this.toldSize.add(clientOid);
  }

  /** The records of a page. */
  heard(records: readonly ToldRecord[]): void {
    for (const { clientOid, orderId, state } of records)
      if (state === 'cancelled' || state === 'filled' || state === 'triggered') this.seenOver.set(clientOid, orderId);
  }
}
