/** Why nothing more is placed of an exit, by the journal alone. */
import { triesOf, whyOff, type FollowedOrder } from '../../compile/follow/followed-order.ts';
import { partView } from '../../compile/follow/part-view.ts';
import type { KnownPlan } from '../../journal/records/known-account.ts';
import { Decimal } from '../../model/decimal.ts';
import type { ExitKind } from '../../model/follow.ts';
import { placedOf } from '../../session/lists/followed-parts.ts';
import { withTold } from './not-followed.ts';

/** `id`: the one that it had first. */
export function exitOff(
  id: string,
  kind: ExitKind,
  { orders, again, off, edited }: Pick<KnownPlan, 'orders' | 'again' | 'off' | 'edited'>,
): FollowedOrder['off'] {
  if (off?.has(id) === true) return 'person';
  const told = new Map([...orders].map(([name, order]) => [name, withTold(order)] as const));
  const parts = placedOf([{ id, exit: { filled: [] } }], told, () => ({})).get(id) ?? [];
  const step = finest(parts.map(({ size }) => size));
  const views = parts.map((part) => partView(part, step));
  return whyOff(triesOf(views, again?.get(id)), kind, edited?.get(id));
}

const finest = (sizes: readonly Decimal[]): Decimal =>
  Decimal.ofDigits(1n, Math.max(0, ...sizes.map(({ scale }) => scale)));
