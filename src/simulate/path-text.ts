/** A path as it is typed: `64000,63500,+2%,gap:61000`. */
import { Decimal } from '../model/decimal.ts';
import { Rational } from '../model/rational.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { TickPath } from '../model/simulated.ts';

const MOST_STEPS = 10_000;

/** What is wrong with a path, and in which of its steps, counted from 1. */
interface PathFault {
  readonly step: number;
  readonly text: string;
  readonly message: string;
}

type Step = TickPath['steps'][number];
const PERCENT = /^([+-])([0-9]+(?:\.[0-9]+)?)%$/;
const HUNDRED = Rational.of(Decimal.of('100'));

export function readPath(text: string, tick: Decimal): Result<TickPath, PathFault> {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length - 1 > MOST_STEPS)
    return err({ step: MOST_STEPS + 1, text: '', message: `a path has at most ${MOST_STEPS} steps` });
  const steps: Step[] = [];
  for (const [at, part] of parts.entries()) {
    const step = readStep(part, tick, steps.at(-1)?.to);
    if (typeof step === 'string') return err({ step: at + 1, text: part, message: step });
    steps.push(step);
  }
  const [first, ...rest] = steps as [Step, ...Step[]];
  return ok({ from: first.to, steps: rest });
}

function readStep(text: string, tick: Decimal, before: number | undefined): Step | string {
  const gap = text.startsWith('gap:');
  if (gap && before === undefined) return 'the first step is the price at the placing: it cannot be a gap';
  const said = gap ? text.slice('gap:'.length).trim() : text;
  const percent = PERCENT.exec(said);
  const to = percent === null ? priceOf(said, tick) : beside(percent, before);
  if (typeof to === 'string') return to;
  if (to < 1) return 'a price is above zero';
  return Number.isSafeInteger(to) ? { to, gap } : 'the price has more ticks than can be counted';
}

/** In ticks, or what is wrong with it. */
function priceOf(text: string, tick: Decimal): number | string {
  const price = Decimal.parse(text);
  if (price === undefined) return 'a step is a price, a signed percentage such as +2%, or gap: and one of these';
  if (price.isMultipleOf(tick)) return Number(Rational.of(price).wholeUnits(tick));
  const [below, above] = [price.floorTo(tick), price.ceilTo(tick)].map((one) => one.canonical());
  return `is not on the tick of ${tick.canonical()}; the nearest prices are ${below} and ${above}`;
}

/** So many per cent from the step before, to the nearest tick. */
function beside([, sign, digits = '']: RegExpExecArray, before: number | undefined): number | string {
  if (before === undefined) return 'the first step is the price at the placing: it cannot be a percentage';
  const percent = Decimal.parse(digits);
  if (percent === undefined) return 'the percentage has too many digits';
  const part = Rational.of(percent).dividedBy(HUNDRED);
  const from = Rational.ratio(BigInt(before), 1n);
  const to = sign === '+' ? from.plus(from.times(part)) : from.minus(from.times(part));
  return Number(to.nearest(Decimal.of('1')).toString());
}

/** A path as texts, as it would be typed. */
export const pathTexts = ({ from, steps }: TickPath, tick: Decimal): readonly string[] => {
  const priceIn = (ticks: number): string => tick.multiplied(BigInt(ticks)).toString();
  return [priceIn(from), ...steps.map(({ to, gap }) => `${gap ? 'gap:' : ''}${priceIn(to)}`)];
};
