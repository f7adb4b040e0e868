/** Why a unit has no stop, or none that is known. */
import type { Match } from './cover.ts';
import type { GuardedOrder, OrderStanding } from './guarded.ts';

const NAKED_REASONS = [
  'no-stop',
  'stop-too-small',
  'stop-before-entry',
  'stop-rejected',
  'stop-withheld',
  'stop-not-selected',
  'stop-cancelled',
  'stop-fired',
  'stop-absent',
  'stop-may-rest',
  'other-margin-mode',
  'preset-missing',
] as const;
export type NakedReason = (typeof NAKED_REASONS)[number];

const UNKNOWN_REASONS = ['stop-unknown', 'preset-not-seen', 'no-market', 'not-read'] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

export interface Reason<Name = NakedReason | UnknownReason> {
  readonly reason: Name;
  /** The order that it is about, if it is about one. */
  readonly stop?: GuardedOrder;
}

/** Why a stop that stands so stops nothing. */
export const GONE: Readonly<Record<OrderStanding, NakedReason | undefined>> = {
  new: undefined,
  open: undefined,
  unsure: undefined,
  'in-no-list': undefined,
  filled: 'stop-fired',
  fired: 'stop-fired',
  closed: 'stop-fired',
  cancelled: 'stop-cancelled',
  rejected: 'stop-rejected',
  absent: 'stop-absent',
  withheld: 'stop-withheld',
  'not-selected': 'stop-not-selected',
};

/** Why a match with a stop is unknown: the stop may not be live, or nobody knows its place. */
export function unknownReason({ stop, unit, preset = unit.order }: Match): Reason<UnknownReason> {
  if (stop === undefined) return { reason: 'preset-not-seen', ...(preset !== undefined && { stop: preset }) };
  const { kind, order } = stop;
  if (unit.order?.isModeUnsure === true) return { reason: 'stop-unknown' };
  if (stop.is !== 'not-known') return { reason: 'no-market', stop: order };
  return { reason: kind === 'preset' ? 'preset-not-seen' : 'stop-unknown', stop: order };
}
