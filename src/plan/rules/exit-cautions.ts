/** Warnings about exits: the exchange may refuse them, or keeps a stop of its own next to theirs. */
import type { ExitGroup, GroupExit } from '../../model/follow.ts';
import { quoted } from '../../source/quoted.ts';
import { namePath, orderPath, type Found, type OrderDraft } from '../read/order-draft.ts';
import type { ReadingWithExits } from './exits.ts';

export function exitCautions({ orders, groups }: ReadingWithExits, found: Found): void {
  if (groups.length === 0) return;
  const byId = new Map(orders.map((order) => [order.id ?? '', order]));
  for (const group of groups) {
    presetStays(group, byId, found);
    closesAreReserved(group, byId, found);
  }
}

type ById = ReadonlyMap<string, OrderDraft>;

/** The first of a kind, and the rungs of a ladder once. */
const of = ({ exits }: ExitGroup, kind: GroupExit['kind'], byId: ById): OrderDraft[] => {
  const drafts = exits.flatMap((exit) => (exit.kind === kind ? (byId.get(exit.id) ?? []) : []));
  return drafts.filter(({ index }, at) => drafts[at - 1]?.index !== index);
};

/** By a stop of the plan that comes later, the one that the exchange keeps is not cancelled. */
function presetStays(group: ExitGroup, byId: ById, found: Found): void {
  const [later] = of(group, 'stop', byId);
  const entry = group.entries.map((id) => byId.get(id)).find((one) => one?.stopLoss.value !== undefined);
  if (later === undefined || entry === undefined) return;
  found({
    severity: 'warning',
    code: 'exit/preset-stays',
    message: `the exchange’s stop at ${entry.stopLoss.value?.toString() ?? ''} keeps working next to ${quoted(later.id ?? '')}, and ordo cannot cancel it`,
    hint: `write it as an order of its own: size { filled: ${(later.terms?.filled ?? []).join(', ')} }, trigger ${entry.stopLoss.value?.toString() ?? ''}, price market`,
    path: orderPath(entry.index, 'stopLoss'),
    related: [{ message: 'it works next to this one', path: orderPath(later.index, 'id') }],
  });
}

function closesAreReserved(group: ExitGroup, byId: ById, found: Found): void {
  const stops = of(group, 'stop', byId);
  const message = 'the exchange may refuse an ordinary close while a stop of that size works';
  if (stops.length > 0 || group.hasPreset) {
    for (const target of of(group, 'target', byId)) {
      if (target.trigger.kind !== 'missing') continue;
      const path = orderPath(target.index, 'price');
      found({ severity: 'warning', code: 'exit/reserved', message, hint: 'add `trigger: =price`', path });
    }
  }
  if (!group.hasPreset) return;
  for (const closeOut of of(group, 'close-out', byId)) {
    found({
      severity: 'warning',
      code: 'exit/reserved',
      message,
      hint: `write the stop as an order of its own in place of \`stopLoss\`: size { filled: ${(closeOut.terms?.filled ?? []).join(', ')} }, with its trigger`,
      path: namePath(closeOut, ['price'], ''),
    });
  }
}
