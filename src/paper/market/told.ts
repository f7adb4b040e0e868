/** What a market tells whoever keeps records of it. */
import type { Decimal } from '../../model/decimal.ts';
import type { Standing } from './standing.ts';

export interface Filled {
  readonly order: Standing;
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
export interface Told {
  placed(order: Standing): void;
  filled(filled: Filled): void;
  /** A trigger became an order; or nothing, where it has nothing to close. */
  fired(trigger: Standing, order: Standing | undefined): void;
  ended(order: Standing, why: EndReason): void;
  attached(preset: Standing): void;
}

/** Tells one, then the other. */
export const inTurn = (one: Told, other: Told): Told => ({
  placed: (order) => (one.placed(order), other.placed(order)),
  filled: (filled) => (one.filled(filled), other.filled(filled)),
  fired: (trigger, order) => (one.fired(trigger, order), other.fired(trigger, order)),
  ended: (order, why) => (one.ended(order, why), other.ended(order, why)),
  attached: (preset) => (one.attached(preset), other.attached(preset)),
});
