/** Warnings about exits: the exchange may refuse them, or keeps a stop of its own next to theirs; one is never sent; a plain close is beside them. */
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
    lastStopCounts(group, byId, found);
    closesBeside(group, orders, found);
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

const waitsForNothing = ({ after, terms }: OrderDraft): boolean =>
  after.length === 0 && (terms?.afterFilled.length ?? 0) === 0 && terms?.afterAt === undefined;

/** A group has one stop at a time: of those that wait for nothing, the one that is written last. */
function lastStopCounts(group: ExitGroup, byId: ById, found: Found): void {
  const stops = of(group, 'stop', byId).filter(waitsForNothing);
  const last = stops.at(-1);
  if (last === undefined) return;
  for (const stop of stops.slice(0, -1))
    found({
      severity: 'warning',
      code: 'exit/one-stop',
      message: `${quoted(stop.id ?? '')} is sent only if ${quoted(last.id ?? '')} is let go: both wait for nothing, and the last one is the stop`,
      hint: 'delete it, or write `after` at the one that is to take its place later',
      path: orderPath(stop.index, 'id'),
      related: [{ message: 'this one is sent', path: orderPath(last.index, 'id') }],
    });
}

/** A close with a size of its own takes what the exits are for, or what was there before: only the position tells. */
function closesBeside(
  { entries, symbol, isLong: isLongGroup, exits }: ExitGroup,
  orders: readonly OrderDraft[],
  found: Found,
): void {
  const inGroup = new Set([...entries, ...exits.map(({ id }) => id)]);
  const entry = orders.find(({ id }) => id === entries[0]);
  const beside = orders.filter(
    ({ id, side, symbol: traded, marginMode, terms }) =>
      side.kind === 'given' &&
      side.value === (isLongGroup ? 'close-long' : 'close-short') &&
      traded.value === symbol &&
      marginMode.value === entry?.marginMode.value &&
      terms?.filled === undefined &&
      !inGroup.has(id ?? ''),
  );
  for (const [{ index, id, rung, written }] of Map.groupBy(beside, (one) => one.index).values() as Iterable<
    [OrderDraft]
  >)
    found({
      severity: 'warning',
      code: 'exit/plain-close',
      message: `${quoted(rung?.ladder ?? id ?? '')} is no exit of ${quoted(entries[0] ?? '')}: the exits know of what it closes only once the position is smaller than what was filled`,
      hint:
        written.over === undefined
          ? `write size { filled: ${entries.join(', ')} } if it is to close that`
          : 'hold nothing else of that position meanwhile: the exits would close of that',
      path: orderPath(index, 'size'),
    });
}
