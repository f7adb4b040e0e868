/** Warns of orders that a rename would place twice, at their lines in the plan. */
import { renamedOrders, type Renamed } from '../../compile/renamed.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Plan, PlannedOrder } from '../../model/order.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { SourceFile } from '../../source/source-file.ts';

/** One for each order or ladder that is new and says what a removed one says. */
export function renamedWarnings(plan: Plan, known: JournalState, source: SourceFile): Diagnostic[] {
  const entries = Map.groupBy(renamedOrders(plan.orders, known), ({ order }) => order.line);
  return Array.from(entries.values(), (renamed) => warningOf(renamed as [Renamed, ...Renamed[]], source));
}

function warningOf([first, ...more]: readonly [Renamed, ...Renamed[]], source: SourceFile): Diagnostic {
  const { order, before } = first;
  const rungs = more.length === 0 ? '' : ` (and ${more.length} more of its rungs likewise)`;
  const was = order.ladder === undefined ? before.id : before.id.replace(/-\d+$/, '');
  return {
    severity: 'warning',
    code: 'order/renamed',
    source,
    ...markOf(source, order),
    message: `${order.id} is the same order as ${before.id}, which was removed and may still be open: this doubles it${rungs}`,
    hint: `where only the name changed, write was: ${was}`,
  };
}

/** The order's name on its first line, or the whole line where it stands elsewhere. */
function markOf(source: SourceFile, { id, ladder = id, line }: PlannedOrder): Pick<Diagnostic, 'start' | 'end'> {
  const text = source.line(line);
  const words = text.includes(ladder) ? ladder : text.trim();
  const start = source.lineStart(line) + text.indexOf(words);
  return { start, end: start + words.length };
}
