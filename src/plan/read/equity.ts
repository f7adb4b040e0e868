/** Shares of an account's equity: what `{ risk: 1%, of: equity }` comes to in quote coin, exactly. */
import { decimalFrom } from '../../document/positive-decimal.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OfEquity } from '../../model/formula.ts';
import { quoted } from '../../source/quoted.ts';
import type { OrderEntry } from './entry.ts';
import { FAULTY, isFaulty, type Faulty } from './field.ts';
import type { Problem } from '../../document/problem.ts';
import type { OrderDocument } from '../../generated/plan.ts';

const PER_CENT = Decimal.of('0.01');
const ALL = Decimal.of('100');

type SharedKind = 'notional' | 'risk';

/** The amount in quote coin, and how it was computed. */
interface EquityShare {
  readonly amount: Decimal;
  readonly ofEquity: OfEquity;
}

/** `text` is what stands under `kind`, beside `of: equity`. */
export function shareOfEquity(entry: OrderEntry, kind: SharedKind, text: string): EquityShare | Faulty {
  const percent = percentOf(entry, kind, text);
  if (isFaulty(percent)) return percent;
  const { answer } = entry.account;
  if (answer === 'reported') return FAULTY;
  if (!('equity' in answer)) {
    return entry.refuse(['size'], { code: 'size/no-account', message: answer.why, hint: answer.hint });
  }
  const { equity } = answer;
  return { amount: equity.times(percent.times(PER_CENT)), ofEquity: { percent, equity } };
}

function percentOf(entry: OrderEntry, kind: SharedKind, text: string): Decimal | Faulty {
  const refuse = (message: string, hint: string): Faulty =>
    entry.refuse(['size', kind], { code: 'size/share', message, hint });
  if (!text.endsWith('%')) {
    return refuse(`\`${kind}\` of equity must be a percentage, not ${quoted(text)}`, 'write a percentage such as 1%');
  }
  const percent = decimalFrom(text.slice(0, -1));
  if (!percent.ok)
    return entry.refuse(['size', kind], { ...percent.error, message: `\`${kind}\` ${percent.error.message}` });
  const { value } = percent;
  if (value.isZero) return refuse(`\`${kind}\` is 0 % of the equity`, 'write a percentage above zero, such as 1%');
  if (value.compare(ALL) > 0)
    return refuse(
      `\`${kind}\` is more than the whole equity: ${text}`,
      'write at most 100%, or the amount without `of`',
    );
  return value;
}

/** Which keys of a size go together. */
type SizeTable = Exclude<OrderDocument['size'], string>;

/** Keys that go with some kinds only. */
export function keysFit(
  entry: OrderEntry,
  table: SizeTable,
  kind: 'total' | 'notional' | 'risk' | 'filled',
): Faulty | undefined {
  if (table.share !== undefined && kind !== 'filled') {
    const problem: Problem = {
      code: 'exit/shares',
      message: `\`share\` is a part of what was filled, and the size is a \`${kind}\``,
      hint: 'delete it, or write the size as { filled: …, share: … }',
    };
    return entry.refuse(['size', 'share'], problem, 'key');
  }
  if (table.of !== undefined && kind === 'filled') {
    const problem: Problem = {
      code: 'size/share',
      message: '`of: equity` is for money, and this size is what was filled',
      hint: 'delete it',
    };
    return entry.refuse(['size', 'of'], problem, 'key');
  }
  if (entry.written.over === undefined || kind === 'total' || kind === 'notional') return undefined;
  const problem: Problem = {
    code: 'ladder/total',
    message: `slices share a \`total\` or a \`notional\`, and the size is a \`${kind}\``,
    hint: 'write one of the two, or delete `over`',
  };
  return entry.refuse(['size', kind], problem, 'key');
}
