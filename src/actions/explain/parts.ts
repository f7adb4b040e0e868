/** The orders that an exit was sent as, and the fills of its entries that made them due, by the journal. Pure. */
import { partName } from '../../compile/follow/part-view.ts';
import { sentSize, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { PlannedOrder } from '../../model/order.ts';
import type { ExplainedFill, ExplainedPart } from './explained.ts';

/** Empty of what is no exit, or was never sent. */
export function partsOfExit(order: PlannedOrder, known: JournalState): readonly ExplainedPart[] {
  const parts: ExplainedPart[] = [];
  if (order.exit === undefined) return parts;
  const fills = fillsOf(order, known);
  for (let number = 1; ; number++) {
    const id = partName(order, number);
    const part = known.get(id);
    if (part === undefined || part.state === 'never-sent') return parts;
    const { sentAtMs } = part;
    const due = sum(fills.filter(({ atMs }) => atMs <= sentAtMs).map(({ size }) => size));
    parts.push({ id, known: part, size: sentSize(part), filledOfEntries: due, ...partFacts(part) });
  }
}

const partFacts = ({
  because,
  content,
  trades = [],
}: KnownOrder): Omit<ExplainedPart, 'id' | 'known' | 'size' | 'filledOfEntries'> => ({
  filled: sum(trades.map(([, size]) => size)),
  ...defined({ because, trigger: content['trigger'] }),
});

/** Every fill of its entries that a look has seen, the oldest first. */
export function fillsOf({ exit }: PlannedOrder, known: JournalState): readonly ExplainedFill[] {
  const fills = (exit?.filled ?? []).flatMap((id) => {
    const order = known.get(id);
    const lineages = order === undefined ? [] : [...(order.earlier ?? []), order];
    return lineages.flatMap(({ trades = [] }) =>
      trades.map(([, size, price, atMs]): ExplainedFill => ({ id, size, price, atMs })),
    );
  });
  return fills.toSorted((one, other) => one.atMs - other.atMs);
}

const sum = (sizes: readonly string[]): string =>
  sizes.reduce((all, size) => all.plus(Decimal.of(size)), Decimal.zero).canonical();
