/** What a market tells whoever keeps records of it. */
import type { Decimal } from '../../model/decimal.ts';
import type { BookOrder } from './standing.ts';

export interface MatcherFilled {
  readonly order: BookOrder;
  readonly size: Decimal;
  /** In ticks. */
  readonly price: number;
  readonly role: 'maker' | 'taker';
  /** The rest is cancelled: there was no more to close. */
  readonly isCut: boolean;
}

/** Why an order ended without a fill, or without a further one. */
export type EndReason = 'post-only' | 'fok' | 'ioc' | 'position-gone' | 'nothing-to-close' | 'other-preset';

/** Whoever keeps the records: told of everything, in the order in which it happens. */
export interface MatcherTold {
  placed(order: BookOrder): void;
  filled(filled: MatcherFilled): void;
  /** A trigger became an order; or nothing, where it has nothing to close. */
  fired(trigger: BookOrder, order: BookOrder | undefined): void;
  ended(order: BookOrder, why: EndReason): void;
  attached(preset: BookOrder): void;
  /** After each order that acted: whoever reacts at once does so before the next one does. */
  acted?(): void;
}

/** Tells one, then the other. */
export const inTurn = (one: MatcherTold, other: MatcherTold): MatcherTold => ({
  placed: (order) => (one.placed(order), other.placed(order)),
  filled: (filled) => (one.filled(filled), other.filled(filled)),
  fired: (trigger, order) => (one.fired(trigger, order), other.fired(trigger, order)),
  ended: (order, why) => (one.ended(order, why), other.ended(order, why)),
  attached: (preset) => (one.attached(preset), other.attached(preset)),
});
