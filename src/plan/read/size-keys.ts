/** Which keys of a size go together. */
import type { Problem } from '../../document/problem.ts';
import type { OrderDocument } from '../../generated/plan.ts';
import type { OrderEntry } from './entry.ts';
import type { Faulty } from './field.ts';

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
