/** What only a follower does of an order, as texts: one spelling per value, for digests, differences and explanations. */
import type { Conditions, LatePrice, Slice, Until } from './follow.ts';
import { shareText } from './formula.ts';

const WAYS = { nearest: 'tick', above: 'tickUp', below: 'tickDown' } as const;

/**
 * `tick(average(entry))`, with the values of its variables: what its author wrote with them would be the same text for others.
 * `nameOf`: what an order is called in it.
 */
export function lateText(late: LatePrice, nameOf: NameOf = (id) => id): string {
  const text = (one: LatePrice): string => lateText(one, nameOf);
  const operand = (one: LatePrice): string => (one.kind === 'binary' ? `(${text(one)})` : text(one));
  switch (late.kind) {
    case 'number':
      return late.value.toDecimal()?.canonical() ?? late.value.toJSON();
    case 'average':
      return `average(${late.of.map(nameOf).join(' ')})`;
    case 'negative':
      return `-(${text(late.of)})`;
    case 'abs':
      return `abs(${text(late.of)})`;
    case 'round':
      return `${WAYS[late.way]}(${text(late.of)})`;
    case 'min':
    case 'max':
      return `${late.kind}(${late.of.map(text).join(', ')})`;
    case 'binary':
      return `${operand(late.left)} ${late.sign} ${operand(late.right)}`;
  }
}

type NameOf = (id: string) => string;

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1_000, 's'],
] as const;

/** `4h`, `90m`: as a plan writes it. */
export function durationText(ms: number): string {
  const [length, unit] = UNITS.find(([one]) => ms % one === 0) ?? [1, 'ms'];
  return `${ms / length}${unit}`;
}

/** By the names that a plan has for them: `size.filled`, `after.at`. Empty for an order with none. */
export const conditionTexts = ({ exit, afterFilled, afterAt, until, slice, late }: Conditions): ConditionTexts => ({
  ...(exit !== undefined && { 'size.filled': exit.filled.join(', ') }),
  ...(exit?.share !== undefined && { 'size.share': shareText(exit.share) }),
  ...(afterFilled !== undefined && { 'after.filled': afterFilled.join(', ') }),
  ...(afterAt !== undefined && { 'after.at': afterAt.text }),
  ...(until !== undefined && untilTexts(until)),
  ...(slice !== undefined && { over: sliceText(slice) }),
  ...(late?.trigger !== undefined && { 'trigger (late)': lateText(late.trigger) }),
  ...(late?.price !== undefined && { 'price (late)': lateText(late.price) }),
});

type ConditionTexts = Readonly<Record<string, string>>;

const untilTexts = ({ forMs, at, filled }: Until): ConditionTexts => ({
  ...(forMs !== undefined && { 'until.for': durationText(forMs) }),
  ...(at !== undefined && { 'until.at': at.text }),
  ...(filled !== undefined && { 'until.filled': filled.join(', ') }),
});

/** `slice 3 of 12, 20m after 2026-12-01T08:00:00Z`. */
function sliceText({ number, steps, offsetMs, from }: Slice): string {
  const start = from?.text ?? 'the approval';
  return `slice ${number} of ${steps}, ${offsetMs === 0 ? 'at' : `${durationText(offsetMs)} after`} ${start}`;
}
