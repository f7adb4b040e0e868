/** How a ladder's amount is shared among its rungs, as its author wrote it. */
import { decimalFrom } from '../../document/positive-decimal.ts';
import type { Problem } from '../../document/problem.ts';
import type { ShapeDocument } from '../../generated/plan.ts';
import { Decimal } from '../../model/decimal.ts';
import type { Share } from '../../model/formula.ts';
import type { OrderEntry } from './entry.ts';
import type { Faulty } from './field.ts';
import type { Shape } from './ladder-math.ts';

/** The keys of a size about shares. */
interface WrittenShape {
  readonly shape?: ShapeDocument;
  readonly ratio?: string;
}

const SHAPE = ['size', 'shape'];
const RATIO = ['size', 'ratio'];

export function readShape(entry: OrderEntry, { ratio, shape = 'flat' }: WrittenShape, rungs: number): Shape | Faulty {
  if (ratio !== undefined && shape !== 'geometric') {
    const problem: Problem = {
      code: 'ladder/ratio',
      message: '`ratio` is for `shape: geometric`',
      hint: 'write `shape: geometric`, or delete it',
    };
    return entry.refuse(RATIO, problem, 'key');
  }
  if (shape === 'geometric') return readRatio(entry, ratio);
  return typeof shape === 'string' ? { kind: shape } : readWeights(entry, shape, rungs);
}

function readRatio(entry: OrderEntry, ratio: string | undefined): Shape | Faulty {
  if (ratio === undefined) {
    return entry.refuse(SHAPE, {
      code: 'ladder/ratio',
      message: 'a geometric ladder needs its `ratio`',
      hint: 'add `ratio:`, such as 1.3: each share is so many times the one before',
    });
  }
  const value = decimalFrom(ratio);
  return value.ok
    ? { kind: 'geometric', ratio: value.value }
    : entry.refuse(RATIO, { ...value.error, message: `\`ratio\` ${value.error.message}` });
}

function readWeights(entry: OrderEntry, written: readonly string[], rungs: number): Shape | Faulty {
  if (written.length !== rungs) {
    return entry.refuse(SHAPE, {
      code: 'ladder/shares',
      message: `${written.length} weights cannot be shared among ${rungs} steps`,
      hint: `write ${rungs} weights, or another number of steps`,
    });
  }
  const weights: Decimal[] = [];
  for (const [at, text] of written.entries()) {
    const weight = decimalFrom(text);
    if (!weight.ok) {
      const message = `weight ${at + 1} ${weight.error.message}`;
      return entry.refuse([...SHAPE, at], { ...weight.error, message });
    }
    weights.push(weight.value);
  }
  return { kind: 'list', weights };
}

/** With a sum of the weights from here on, a share is shown as a decimal. */
const MANY = 100_000n;
const PLACES = 6;

/** Each rung's part of the whole, for people. */
export function sharesOf(weights: readonly bigint[]): readonly Share[] {
  const all = weights.reduce((sum, one) => sum + one, 0n);
  return weights.map((weight) =>
    all < MANY
      ? { kind: 'exact', weight: Number(weight), of: Number(all) }
      : { kind: 'about', part: Decimal.ofDigits((weight * 10n ** BigInt(PLACES)) / all, PLACES) },
  );
}
