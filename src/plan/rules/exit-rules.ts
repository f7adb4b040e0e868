/** What the exits of a plan may not say; `compile/follow` finds it, and exit-words.ts words it. */
import { quoted } from '../../source/quoted.ts';
import { type Found, type OrderDraft } from '../read/order-draft.ts';
import type { ReadingWithExits } from './exits.ts';
import { type DraftOf, worded, filledPath, idPath } from './exit-words.ts';

export function exitsAreSound({ orders, names, exitFaults }: ReadingWithExits, found: Found): void {
  marginModesAreAlike(orders, names, found);
  if (exitFaults.length === 0) return;
  const byId = new Map(orders.map((order) => [order.id ?? '', order]));
  const draftOf: DraftOf = (id) => byId.get(id);
  const told = new Set<string>();
  for (const fault of exitFaults) {
    const draft = draftOf(fault.id);
    // That it waits for itself is told as a circle.
    if (draft === undefined || ('entry' in fault && fault.entry === fault.id)) continue;
    // The rungs of a ladder have one mistake.
    const key = `${fault.fault} ${draft.index}`;
    if (told.has(key)) continue;
    told.add(key);
    const { path, part, related, ...problem } = worded(fault, draft, draftOf);
    found({ ...problem, path, ...(part && { part }), ...(related && { related }) });
  }
}

/** A position has a margin mode, and a close is of one. */
function marginModesAreAlike(orders: readonly OrderDraft[], names: ReadingWithExits['names'], found: Found): void {
  const exits = orders.filter(({ terms, rung }) => terms?.filled !== undefined && (rung?.number ?? 1) === 1);
  if (exits.length === 0) return;
  const byId = new Map(orders.map((order) => [order.id ?? '', order]));
  for (const exit of exits) {
    const mode = exit.marginMode.value;
    for (const name of exit.terms?.filled ?? []) {
      const entry = byId.get(names.get(name)?.[0] ?? '');
      const other = entry?.marginMode.value;
      if (entry === undefined || other === undefined || mode === undefined || other === mode) continue;
      found({
        code: 'exit/other-side',
        message: `it closes a position of margin mode ${mode}, and ${quoted(name)} opens one of ${other}`,
        hint: `write \`marginMode: ${other}\``,
        path: filledPath(exit, name),
        related: [{ message: 'that order', path: idPath(entry) }],
      });
      break;
    }
  }
}
