/** One course of prices through a symbol's market: what happened on it, and what money it has by then. */
import type { FollowCancelReason } from '../model/followed.ts';
import type { EndReason, MatcherFilled, MatcherTold } from '../paper/market/told.ts';
import type { DueMoment } from './follow/due-moment.ts';
import type { BookOrder } from '../paper/market/standing.ts';

export type Happening =
  | ({ readonly kind: 'filled' } & MatcherFilled)
  /** `order` is undefined where there was nothing to close. */
  | { readonly kind: 'fired'; readonly trigger: BookOrder; readonly order: BookOrder | undefined }
  | { readonly kind: 'ended'; readonly order: BookOrder; readonly why: EndReason | FollowCancelReason };

/** What happened at one moment of a course, and all before it. Courses that part later share what is before. */
export interface Act {
  readonly before: Act | undefined;
  /** Which candle, or which step of a path; the placing is in the first. */
  readonly index: number;
  /** Where the last price is, in ticks, and whether it jumped there. */
  readonly price: number;
  readonly gap: boolean;
  readonly happened: readonly Happening[];
  /** What time brought, where that is what came. */
  readonly moment?: DueMoment;
  /** The money after it. */
  readonly cash: bigint;
}

/** Hears what happens in a market. */
export class CourseHeard implements MatcherTold {
  readonly happened: Happening[] = [];
  /** Client order ids of the placed orders, by the number of their root. */
  readonly placedAs: string[] = [];

  placed(order: BookOrder): void {
    this.placedAs[order.root] = order.terms.request.clientOid;
  }

  filled({ order, size, price, role, isCut }: MatcherFilled): void {
    this.happened.push({ kind: 'filled', order, size, price, role, isCut });
  }

  fired(trigger: BookOrder, order: BookOrder | undefined): void {
    this.happened.push({ kind: 'fired', trigger, order });
  }

  ended(order: BookOrder, why: EndReason): void {
    this.happened.push({ kind: 'ended', order, why });
  }

  attached(): void {
    // A preset that waits is part of the market's state.
  }
}

/** The acts of a course, the first first. */
export function actsOf(last: Act | undefined): readonly Act[] {
  const all: Act[] = [];
  for (let act = last; act !== undefined; act = act.before) all.push(act);
  return all.toReversed();
}

export type CourseFill = Extract<Happening, { kind: 'filled' }>;
export const isFill = (happening: Happening): happening is CourseFill => happening.kind === 'filled';

/** What a fill adds to what is held, long above zero. */
export const signed = ({ order: { terms } }: Pick<MatcherFilled, 'order'>, size: bigint): bigint =>
  terms.buys ? size : -size;
