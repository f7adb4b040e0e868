/**
 * What a follower may do of a plan, as it is reviewed before: each order that only it sends, with the most that it can come to and
 * its conditions, and each end of an order. The digest has a line for each, so an approval covers all of it.
 */
import type { Calls } from '../exchange/dialect.ts';
import { lateText } from '../model/condition-words.ts';
import { Decimal } from '../model/decimal.ts';
import type { Conditions, ExitKind, Slice, Until } from '../model/follow.ts';
import { shareText } from '../model/formula.ts';
import type { Order, Plan, PlannedOrder } from '../model/order.ts';
import { mostParts } from './follow/follow-plan.ts';

/** A request as text: `body` has the largest size, and formulas in their own words. */
interface WrittenCall {
  readonly path: string;
  readonly body: string;
}

/** An order that a follower places, in parts where it is an exit. */
interface PlaceStep {
  readonly does: 'place';
  readonly id: string;
  readonly clientOid: string;
  readonly kind?: ExitKind;
  /** The entries whose fills it closes. */
  readonly group?: readonly string[];
  readonly most: { readonly size: Decimal; readonly parts: number };
  readonly call: WrittenCall;
  /** What it is sent as where the market has passed its trigger. */
  readonly passed?: WrittenCall;
  readonly when: Pick<Conditions, 'afterFilled' | 'afterAt' | 'slice'> & Pick<PlannedOrder, 'after'>;
  readonly share?: string;
  readonly until?: Until;
  /** For a later stop: the one that is cancelled once it works. */
  readonly takesPlaceOf?: string;
}

/** What is left of an order is cancelled. */
interface EndStep {
  readonly does: 'cancel';
  readonly id: string;
  readonly clientOid: string;
  readonly until: Until;
}

export type LaterStep = PlaceStep | EndStep;

/** In the plan's order; `sent` are the orders that a run sends without a follower. */
export function laterSteps(
  { place }: Calls,
  { groups = [] }: Pick<Plan, 'groups'>,
  { later, sent }: { readonly later: readonly Order[]; readonly sent: readonly Order[] },
): readonly LaterStep[] {
  const kinds = new Map(groups.flatMap(({ exits }) => exits.map(({ id, kind }) => [id, kind] as const)));
  const before = stopsBefore(groups);
  const places = later.map((order): PlaceStep => {
    const { id, clientOid, size, exit, until, after, afterFilled, afterAt, slice } = order;
    const kind = kinds.get(id);
    return {
      does: 'place',
      id,
      clientOid,
      ...(kind !== undefined && { kind }),
      ...(exit !== undefined && { group: exit.filled }),
      most: { size, parts: kind === undefined ? 1 : mostParts(kind) },
      call: written(place, order),
      ...(exit !== undefined && order.trigger !== undefined && { passed: written(place, untriggered(order)) }),
      when: {
        ...(after !== undefined && { after }),
        ...(afterFilled !== undefined && { afterFilled }),
        ...(afterAt !== undefined && { afterAt }),
        ...(slice !== undefined && { slice }),
      },
      ...(exit?.share !== undefined && { share: shareText(exit.share) }),
      ...(until !== undefined && { until }),
      ...(before.has(id) && { takesPlaceOf: before.get(id) as string }),
    };
  });
  const ends = [...sent, ...later].flatMap(({ id, clientOid, until }): EndStep[] =>
    until === undefined ? [] : [{ does: 'cancel', id, clientOid, until }],
  );
  return [...places, ...ends];
}

/** A group has one stop at a time: each but the first takes the place of the one before it in the plan. */
function stopsBefore(groups: NonNullable<Plan['groups']>): ReadonlyMap<string, string> {
  return new Map(
    groups.flatMap(({ exits }) => {
      const stops = exits.flatMap(({ id, kind }) => (kind === 'stop' ? [id] : []));
      return stops.slice(1).map((id, at) => [id, stops[at] as string] as const);
    }),
  );
}

/** As it is sent where the market has passed its trigger. */
export function untriggered({ trigger: _passed, ...order }: Order): Order {
  return order;
}

/** Numbers that no order has: they stand for a formula until the body is text. */
const MARKS = { trigger: Decimal.of(`${'9'.repeat(30)}1`), price: Decimal.of(`${'9'.repeat(30)}2`) };

function written(place: Calls['place'], order: Order): WrittenCall {
  const { late = {}, trigger, price } = order;
  const marked: Order = {
    ...order,
    ...(late.trigger !== undefined && trigger !== undefined && { trigger: MARKS.trigger }),
    ...(late.price !== undefined && price.kind === 'limit' && { price: { kind: 'limit', at: MARKS.price } }),
  };
  const { path, body } = place.write(trigger === undefined ? 'single' : 'trigger', [marked]);
  const words = (text: string, field: 'trigger' | 'price'): string => {
    const own = late[field];
    return own === undefined ? text : text.replaceAll(MARKS[field].toString(), lateText(own));
  };
  return { path, body: words(words(body, 'trigger'), 'price') };
}

/** As the digest has it (docs/contract.md#digest): names sorted and instants in milliseconds, so that one meaning has one spelling. */
export function stepInDigest(step: LaterStep): WrittenCall & { readonly when: string } {
  if (step.does === 'cancel') return { path: 'cancel ', body: step.clientOid, when: JSON.stringify(endOf(step.until)) };
  const { kind, group, when, until, share, call, passed } = step;
  const { after, afterFilled, afterAt, slice } = when;
  const conditions = [
    kind ?? '',
    sorted(group),
    [sorted(after), sorted(afterFilled), afterAt?.ms ?? ''],
    until === undefined ? [] : endOf(until),
    slice === undefined ? [] : timesOf(slice),
    share ?? '',
  ];
  const ordinary = passed === undefined ? '' : ` passed ${passed.path}${passed.body}`;
  return { path: call.path, body: call.body + ordinary, when: JSON.stringify(conditions) };
}

const sorted = (ids: readonly string[] = []): readonly string[] => ids.toSorted();

const endOf = ({ forMs, at, filled }: Until): unknown[] => [forMs ?? '', at?.ms ?? '', sorted(filled)];

const timesOf = ({ number, steps, offsetMs, everyMs, from }: Slice): unknown[] => [
  number,
  steps,
  offsetMs,
  everyMs,
  from?.ms ?? '',
];
