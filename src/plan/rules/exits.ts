/** The exits of a plan: their groups, their kinds, and the most that each can come to. */
import { groupsOf, WHOLE_SHARE, type Groups } from '../../compile/follow/groups.ts';
import { sharedOut, weightsOf } from '../../compile/follow/shares.ts';
import { Decimal } from '../../model/decimal.ts';
import type { ExitGroup, GroupExit } from '../../model/follow.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { needsInstrument } from '../expression/needs-instrument.ts';
import { conditionsOf } from '../read/conditions.ts';
import { FAULTY, given, type Field } from '../read/field.ts';
import { idsBehind } from '../read/names.ts';
import { orderPath, type OrderDraft } from '../read/order-draft.ts';
import type { Reading } from '../read/reading.ts';

export interface ReadingWithExits extends Reading {
  readonly groups: Groups['groups'];
  readonly exitFaults: Groups['faults'];
  /** Whether any order has one of the words: no other plan pays for what judges them. */
  readonly hasTerms: boolean;
}

/** Without any of the words the reading as it is. */
export function withExits(reading: Reading): ReadingWithExits {
  const { orders, settings } = reading;
  if (orders.every(({ terms }) => terms === undefined))
    return { ...reading, groups: [], exitFaults: [], hasTerms: false };
  const { groups, faults: exitFaults } = groupsOf(plannedOf(reading));
  if (groups.length === 0) return { ...reading, groups, exitFaults, hasTerms: true };
  const byId = new Map(orders.map((order) => [order.id ?? '', order]));
  const sizes = new Map(groups.flatMap((group) => sizesOf(group, byId, settings.instruments)));
  stepsAreKnown(reading, sizes);
  return {
    ...reading,
    groups,
    exitFaults,
    hasTerms: true,
    orders: orders.map((order) => withSize(order, sizes.get(order.id ?? ''))),
  };
}

/** A share without end has no size where nobody knows the step. */
function stepsAreKnown({ orders, settings, found }: Reading, sizes: ReadonlyMap<string, Field<Decimal>>): void {
  const { instruments, strictSymbols } = settings;
  // An unknown symbol is an error of its own, and so is what an entry lacks its size for.
  if ((strictSymbols && instruments !== undefined) || found.hasErrors) return;
  for (const { id = '', index, symbol, terms } of orders) {
    if (terms?.share === undefined || sizes.get(id)?.kind !== 'faulty') continue;
    if (symbol.value === undefined || instruments?.bySymbol.has(symbol.value) === true) continue;
    const path = orderPath(index, 'size', 'share');
    found.add({ ...needsInstrument('a share', 'step', symbol.value), path, part: 'key' });
    return;
  }
}

const withSize = (order: OrderDraft, size: Field<Decimal> | undefined): OrderDraft =>
  size === undefined ? order : { ...order, size };

/** Those that can be read, and of exits those whose entries can: what is missing for a mistake elsewhere is no mistake of an exit. */
function plannedOf({ orders, names }: Reading): readonly PlannedOrder[] {
  const idsOf = idsBehind(names);
  const planned = orders.flatMap((draft) => plannedFrom(draft, idsOf) ?? []);
  const all = new Set(planned.map(({ id }) => id));
  const isWhole = ({ exit, afterFilled = [] }: PlannedOrder): boolean =>
    exit === undefined || (exit.filled.length > 0 && [...exit.filled, ...afterFilled].every((id) => all.has(id)));
  return planned.filter(isWhole);
}

type IdsOf = (names: readonly string[]) => readonly string[];

function plannedFrom(draft: OrderDraft, idsOf: IdsOf): PlannedOrder | undefined {
  const { id, trigger, reference, stopLoss } = draft;
  if (id === undefined || !isRead(draft, idsOf)) return undefined;
  const order: { -readonly [Key in keyof PlannedOrder]: PlannedOrder[Key] } = {
    id,
    symbol: draft.symbol.value as string,
    marginMode: draft.marginMode.value as PlannedOrder['marginMode'],
    side: draft.side.value as PlannedOrder['side'],
    price: draft.price.value as PlannedOrder['price'],
    size: draft.size.value ?? Decimal.zero,
    timeInForce: 'normal',
    line: 1,
  };
  if (trigger.value !== undefined) order.trigger = trigger.value;
  if (reference.value !== undefined) order.reference = reference.value;
  if (stopLoss.value !== undefined) order.stopLoss = stopLoss.value;
  return Object.assign(order, conditionsOf(draft, idsOf));
}

/** Whether all that groups go by is there. */
function isRead(
  { symbol, marginMode, side, price, trigger, reference, size, terms }: OrderDraft,
  idsOf: IdsOf,
): boolean {
  const needed = [symbol, marginMode, side, price];
  if (needed.some(({ kind }) => kind !== 'given') || [trigger, reference].some(({ kind }) => kind === 'faulty'))
    return false;
  const { filled } = terms ?? {};
  return filled === undefined || (size.kind !== 'faulty' && filled.every((name) => idsOf([name]).length > 0));
}

type Sized = readonly [id: string, size: Field<Decimal>];

/** What each exit of a group comes to once its entries are filled whole. */
function sizesOf(
  { entries, exits }: ExitGroup,
  byId: ReadonlyMap<string, OrderDraft>,
  instruments: Reading['settings']['instruments'],
): readonly Sized[] {
  const sizes = entries.map((id) => byId.get(id)?.size.value);
  if (sizes.includes(undefined)) return exits.map(({ id }) => [id, FAULTY]);
  const [first, ...more] = sizes as [Decimal, ...Decimal[]];
  const sum = more.reduce((all, size) => all.plus(size), first);
  const all = more.length === 0 ? first : Decimal.of(sum.canonical());
  const targets = exits.filter(({ kind }) => kind === 'target');
  const symbol = byId.get(entries[0] ?? '')?.symbol.value ?? '';
  const parts = partsOf(targets, all, instruments?.bySymbol.get(symbol)?.step);
  return exits.map((exit): Sized => {
    const size = exit.kind === 'target' ? parts[targets.indexOf(exit)] : all;
    const of = byId.get(exit.id)?.terms?.filled ?? [];
    return [exit.id, size === undefined ? FAULTY : sizeFrom(size, { of, all, share: exit.share })];
  });
}

/** In whole steps, as they are shared out while the entries fill; without a step as they come. */
function partsOf(
  targets: readonly GroupExit[],
  all: Decimal,
  step: Decimal | undefined,
): readonly (Decimal | undefined)[] {
  const shares = targets.map(({ share = WHOLE_SHARE }) => share);
  if (step === undefined) return shares.map((share) => Rational.of(all).times(share).toDecimal());
  const isTooMuch = shares.reduce((sum, share) => sum.plus(share), NONE).compare(WHOLE_SHARE) > 0;
  if (isTooMuch || !all.isMultipleOf(step)) return targets.map(() => undefined);
  return sharedOut(Rational.of(all).wholeUnits(step), weightsOf(shares)).map((steps) => step.multiplied(steps));
}

const NONE = Rational.ratio(0n, 1n);

const sizeFrom = (
  size: Decimal,
  { of, all, share }: { of: readonly string[]; all: Decimal; share: Rational | undefined },
): Field<Decimal> =>
  given(
    size,
    'order',
    { kind: 'filled', of, all, ...(share !== undefined && share.compare(WHOLE_SHARE) < 0 && { share }) },
    ['size', 'filled'],
  );
