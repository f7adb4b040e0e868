/** What an order has under one of its keys, after reading. */
import type { Path } from '../../document/locate.ts';
import type { LatePrice } from '../../model/follow.ts';
import type { Formula } from '../../model/formula.ts';

/** Who wrote a value: the order, the plan's `defaults`, or nobody, for a standing default. */
type Origin = 'order' | 'defaults' | 'standing';

export interface Given<Value> {
  readonly kind: 'given';
  readonly value: Value;
  readonly from: Origin;
  /** How the value was computed; undefined if it was written. */
  readonly formula: Formula | undefined;
  /** Where it stands in the entry, if not under its own key: `['price', 'from']`. */
  readonly at: Path | undefined;
  /** For a price that is known only once its entry is filled: what it then is. `value` is what it comes to as planned. */
  readonly late?: LatePrice | undefined;
}

interface Absent<Kind> {
  readonly kind: Kind;
  readonly value: undefined;
  readonly from: undefined;
  readonly formula: undefined;
  readonly at: undefined;
  readonly late?: undefined;
}

export type Missing = Absent<'missing'>;
/** The key has a mistake, or seems misspelt. That was reported, so no rule complains about it again. */
export type Faulty = Absent<'faulty'>;

/** A rule that needs a value asks for `value`; one that asks whether somebody wrote a key asks for `kind`. */
export type Field<Value> = Given<Value> | Missing | Faulty;

const NOTHING = { value: undefined, from: undefined, formula: undefined, at: undefined } as const;
export const MISSING: Missing = { kind: 'missing', ...NOTHING };
export const FAULTY: Faulty = { kind: 'faulty', ...NOTHING };

/** Whether a reader found a mistake, which it has reported. */
export const isFaulty = (result: unknown): result is Faulty => result === FAULTY;

export const given = <Value>(value: Value, from: Origin = 'order', formula?: Formula, at?: Path): Given<Value> => ({
  kind: 'given',
  value,
  from,
  formula,
  at,
});

/** With what it is once the entry is filled; as it was without one. */
export const withLate = <Value>(field: Given<Value>, late: LatePrice | undefined): Given<Value> =>
  late === undefined ? field : { ...field, late };
