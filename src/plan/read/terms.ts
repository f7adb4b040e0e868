/** What only `--follow` does of an order: whose exit it is, and what it waits for, ends by, or is sent over. */
import { instantMs } from '../../document/instant.ts';
import type { Faults } from '../../document/faults.ts';
import type { Path } from '../../document/locate.ts';
import type { OrderDocument } from '../../generated/plan.ts';
import { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';
import { quoted } from '../../source/quoted.ts';
import type { Instant } from '../../model/follow.ts';
import type { DraftOver, DraftTerms, DraftUntil } from './draft-terms.ts';
import type { OrderEntry } from './entry.ts';
import { isFaulty } from './field.ts';
import { shareWeights } from './ladder-math.ts';
import type { Priced } from './price-and-size.ts';
import { readShape } from './shares.ts';

type Written = Partial<OrderDocument>;

/** Whether an order is written with one of the words. Most plans have none, and none of this is read for them. */
const hasTerms = ({ size, after, until, over }: Written): boolean =>
  until !== undefined ||
  over !== undefined ||
  (after !== undefined && !Array.isArray(after)) ||
  (typeof size === 'object' && (size.filled !== undefined || size.share !== undefined));

/** The names under a key that takes one or a list of them. */
export const listOf = (names: string | readonly string[] | undefined): readonly string[] =>
  names === undefined ? [] : typeof names === 'string' ? [names] : names;

/** Those without a mistake. */
function soundNames(names: string | readonly string[] | undefined, faults: Faults): readonly string[] {
  if (faults.here) return [];
  return faults.any ? listOf(names).filter((_, at) => !faults.at(at).here) : listOf(names);
}

export function readTerms(entry: OrderEntry): DraftTerms | undefined {
  const { written, faults } = entry;
  if (!hasTerms(written)) return undefined;
  const { size, after } = written;
  const table = typeof after === 'object' && !Array.isArray(after) && !faults.at('after').here ? after : undefined;
  const isExit = typeof size === 'object' && Object.hasOwn(size, 'filled');
  return {
    filled: isExit ? soundNames(size.filled, faults.at('size').at('filled')) : undefined,
    share: typeof size === 'object' ? readShareOf(entry, size.share) : undefined,
    afterFilled: soundNames(table?.filled, faults.at('after').at('filled')),
    afterAt:
      typeof after === 'string' ? readInstant(entry, ['after'], after) : readInstant(entry, ['after', 'at'], table?.at),
    until: readUntil(entry),
    over: readOver(entry),
  };
}

/** Ids of orders and names of ladders that must be accepted first. */
export function acceptedFirst({ written: { after }, faults }: OrderEntry): readonly string[] {
  const own = faults.at('after');
  if (after === undefined || typeof after === 'string' || own.here) return [];
  return Array.isArray(after) ? soundNames(after, own) : soundNames(after.accepted, own.at('accepted'));
}

function readInstant(entry: OrderEntry, place: Path, text: string | undefined): Instant | undefined {
  if (text === undefined || entry.faults.has(place)) return undefined;
  const ms = instantMs(text);
  if (ms !== undefined) return { ms, text };
  entry.refuse(place, {
    code: 'plan/no-such-instant',
    message: `${quoted(text)} is not on the calendar`,
    hint: 'check the day, the time and the offset',
  });
  return undefined;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(\d+)([smhd])$/;

/** Milliseconds of a text that fits the schema; undefined of one that is no duration. */
function durationMs(text: string): number | undefined {
  const [, amount, unit = ''] = DURATION.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (UNITS[unit] as number);
}

const soundDuration = (entry: OrderEntry, place: Path, text: string | undefined): number | undefined =>
  text === undefined || entry.faults.has(place) ? undefined : durationMs(text);

function readUntil(entry: OrderEntry): DraftUntil | undefined {
  const { written, faults } = entry;
  const { until } = written;
  const own = faults.at('until');
  if (until === undefined || own.here) return undefined;
  if (typeof until === 'string') {
    const forMs = durationMs(until);
    const at = forMs === undefined ? readInstant(entry, ['until'], until) : undefined;
    return { filled: [], ...(forMs !== undefined && { forMs }), ...(at !== undefined && { at }) };
  }
  const forMs = soundDuration(entry, ['until', 'for'], until.for);
  const at = readInstant(entry, ['until', 'at'], until.at);
  return {
    filled: soundNames(until.filled, own.at('filled')),
    ...(forMs !== undefined && { forMs }),
    ...(at !== undefined && { at }),
  };
}

function readOver(entry: OrderEntry): DraftOver | undefined {
  const { over } = entry.written;
  if (over === undefined || entry.faults.at('over').here) return undefined;
  const forMs = soundDuration(entry, ['over', 'for'], over.for);
  const from = readInstant(entry, ['over', 'from'], over.from);
  const steps = entry.faults.has(['over', 'steps']) || over.steps === undefined ? undefined : Number(over.steps);
  if (forMs === undefined || steps === undefined) return undefined;
  return { forMs, steps, ...(from !== undefined && { from }) };
}

const HUNDRED = Rational.of(Decimal.of('100'));

/** `1/3` or `40%`. More than all is for the rule about what the shares of a group come to. */
function readShareOf(entry: OrderEntry, text: string | undefined): Rational | undefined {
  if (text === undefined || entry.faults.has(['size', 'share'])) return undefined;
  const [over, under] = text.split('/');
  if (under !== undefined) return Rational.ratio(BigInt(over ?? '0'), BigInt(under));
  const percent = Rational.of(Decimal.of(text.slice(0, -1))).dividedBy(HUNDRED);
  if (!percent.isZero) return percent;
  entry.refuse(['size', 'share'], {
    code: 'value/zero',
    message: '`share` must be above zero',
    hint: 'write a part such as 1/3 or 40%',
  });
  return undefined;
}

/** Each rung of a ladder has its part of the share. */
export function termsOfRungs(entry: OrderEntry, terms: DraftTerms, { prices, isMade }: Priced): readonly DraftTerms[] {
  const { size } = entry.written;
  if (terms.filled === undefined || !isMade || typeof size !== 'object' || entry.faults.at('size').any)
    return prices.map(() => terms);
  const shape = readShape(entry, size, prices.length);
  if (isFaulty(shape)) return prices.map(() => terms);
  const weights = shareWeights(shape, prices.length);
  const all = weights.reduce((sum, one) => sum + one, 0n);
  return weights.map((weight) => withShare(terms, Rational.ratio(weight, all)));
}

const withShare = (terms: DraftTerms, part: Rational): DraftTerms => ({
  ...terms,
  share: terms.share === undefined ? part : terms.share.times(part),
});
