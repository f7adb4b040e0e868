/** Warns of orders that a rename would place twice, at their lines in the plan. */
import { renamedOrders, type Renamed } from '../../compile/renamed.ts';
import type { JournalState } from '../../ledger/state.ts';
import type { Plan } from '../../model/order.ts';
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
    ...markOf(source, order.line),
    message: `${order.id} says what the removed ${before.id} says: this places it twice${rungs}`,
    hint: `where only the name changed, write was: ${was}`,
  };
}

/** The words of a line, without its indentation, dash and comment. */
function markOf(source: SourceFile, line: number): Pick<Diagnostic, 'start' | 'end'> {
  const [, before = '', words = ''] = /^([ ]*(?:- +)?)(.*?)\s*(?:\s#.*)?$/.exec(source.line(line)) ?? [];
  const start = source.lineStart(line) + before.length;
  return { start, end: start + words.length };
}
