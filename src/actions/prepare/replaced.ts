/** The orders that `--replace` names. */
import { editedLadders, type EditedLadder } from '../../compile/ladder-edits.ts';
import { contentChange } from '../../compile/select-pending.ts';
import { anotherOrder, isReplaceable } from '../../compile/rest-of.ts';
import { type JournalState, type KnownOrder, mayRest, sentSize } from '../../journal/records/state.ts';
import { otherPosition } from '../../model/order-changes.ts';
import type { Plan, PlannedOrder } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import { refuse, suggestion } from '../../refusal.ts';
import { count, someOf } from '../../model/count.ts';
import { Decimal } from '../../model/decimal.ts';

// What `--replace` may not do to a ladder that was changed: leave more of it than the plan says.

interface LadderChoice {
  readonly replace?: readonly string[];
  readonly removed?: boolean;
  /** Ids of the orders that are replaced. */
  readonly orders: ReadonlySet<string>;
  readonly only?: ReadonlySet<string>;
}

/** Refuses (exit 2) where rungs that the plan no longer has would stay, or where the rungs that stay make it too much. */
function checkLadder(edited: EditedLadder, choice: LadderChoice): void {
  const { ladder, rungs, sent } = edited;
  const isReplaced = (id: string): boolean => choice.orders.has(id) && choice.only?.has(id) !== false;
  const those = rungs.filter(({ id }) => isReplaced(id));
  if (those.length === 0) return;
  const inPlan = new Set(rungs.map(({ id }) => id));
  const gone = sent.filter((rung) => mayRest(rung) && !inPlan.has(rung.id));
  const words = (choice.replace ?? []).map((name) => `--replace ${name}`).join(' ');
  if (gone.length > 0 && choice.removed !== true) {
    refuse(
      'order/not-replaceable',
      `${words}: the ladder ${ladder.name} has ${count(rungs.length, 'rung')} now, and ${count(gone.length, 'rung')} that it no longer has may still be open (${someOf(gone.map(({ id }) => id))})`,
      `together that is more than the plan says: cancel them in the same run, ${words} --removed`,
    );
  }
  const stays = sent.filter((rung) => isKnownToStay(rung) && inPlan.has(rung.id) && !isReplaced(rung.id));
  const stands = total([...those.map(({ size }) => size), ...stays.map((rung) => Decimal.of(sentSize(rung)))]);
  const planned = total(rungs.map(({ size }) => size));
  if (stays.length === 0 || stands.compare(planned) <= 0) return;
  refuse(
    'order/not-replaceable',
    `${words}: ${stands.canonical()} of the ladder ${ladder.name} would be open, and the plan says ${planned.canonical()} in all`,
    'the rungs that are not replaced stay as they were sent: replace all of it with --replace edited, or write it as it was',
  );
}

/** While a placing is unknown, nothing is sent before that is settled. */
const isKnownToStay = (rung: KnownOrder): boolean =>
  mayRest(rung) && rung.state !== 'unknown' && rung.state !== 'in-flight';

const total = (sizes: readonly Decimal[]): Decimal => sizes.reduce((sum, size) => sum.plus(size), Decimal.zero);

interface ReplaceChoice {
  readonly replace?: readonly string[];
  /** Whether what the plan no longer has goes off. */
  readonly removed?: boolean;
}

/** Stands for all that were edited, unless an order has that name. */
const EDITED = 'edited';

const CANCELLED: ReadonlySet<OrderState> = new Set(['cancelling', 'cancel-unknown', 'cancelled']);

/** What was cancelled on purpose comes back only by its own name, whatever else is replaced. */
const isOffOnPurpose = ({ state, isReplaced }: KnownOrder): boolean => CANCELLED.has(state) && isReplaced !== true;

/** What `--replace` names: ids of orders, and the ladders whose change it brings to the market whole. */
interface Replaced {
  readonly orders: ReadonlySet<string>;
  readonly ladders: ReadonlySet<string>;
}

/**
 * Refuses (exit 2) a ladder, a name that the plan does not have, an order that does not differ from what stands, one that is on
 * another side, or of another symbol or margin mode, and what would leave more of a ladder than the plan says. `edited` leaves out
 * what is another order.
 */
export function replaced(
  plan: Plan,
  known: JournalState,
  choice: ReplaceChoice & { readonly only?: ReadonlySet<string> },
): Replaced {
  const { replace = [] } = choice;
  const isEdited = (order: PlannedOrder): boolean => {
    const before = known.get(order.id);
    if (before === undefined || !isReplaceable(before) || isOffOnPurpose(before)) return false;
    return contentChange(before, order).length > 0 && !isOther(order, before);
  };
  const ids = replace.flatMap((name) => {
    const order = plan.orders.find(({ id }) => id === name);
    if (order === undefined && name === EDITED) return plan.orders.filter(isEdited).map(({ id }) => id);
    return checked(name, order, plan, known);
  });
  const orders = new Set(ids);
  const edited = replace.length === 0 ? [] : editedLadders(plan, known);
  for (const ladder of edited) checkLadder(ladder, { ...choice, orders });
  const isWhole = replace.includes(EDITED) && !plan.orders.some(({ id }) => id === EDITED);
  const whole = isWhole ? edited.filter(({ rungs }) => !rungs.some((rung) => isOther(rung, known.get(rung.id)))) : [];
  return { orders, ladders: new Set(whole.map(({ ladder }) => ladder.name)) };
}

/** It is another order than what was sent of it. */
const isOther = (order: PlannedOrder, before: KnownOrder | undefined): boolean =>
  before !== undefined && otherPosition(contentChange(before, order)).length > 0;

function checked(name: string, order: PlannedOrder | undefined, plan: Plan, known: JournalState): readonly string[] {
  const ladder = plan.ladders.find((one) => one.name === name);
  if (ladder !== undefined) {
    const [first = ''] = ladder.orders;
    refuse(
      'order/ladder',
      `--replace ${name} is a ladder`,
      `name its rungs: --replace ${first}, or --replace edited for all`,
    );
  }
  if (order === undefined) {
    const names = plan.orders.map(({ id }) => id);
    return refuse(
      'plan/unknown-order',
      `--replace ${name}: the plan has no such order`,
      known.has(name) ? 'it was removed from the plan: --removed cancels it' : suggestion(name, names),
    );
  }
  const before = known.get(name);
  if (before === undefined || !isReplaceable(before)) {
    return refuse(
      'order/not-replaceable',
      `--replace ${name}: it is ${before?.state ?? 'never-sent'}, and only what was accepted is replaced`,
      'ordo status lists the orders',
    );
  }
  if (before.state === 'cancelled' && isOffOnPurpose(before)) {
    refuse(
      'order/not-replaceable',
      `--replace ${name}: it was cancelled`,
      `--again ${name} places it as the plan says it now`,
    );
  }
  const changes = contentChange(before, order);
  const other = otherPosition(changes);
  if (other.length > 0) refuse('order/not-replaceable', `--replace ${name}: ${anotherOrder(before, other)}`);
  if (changes.length > 0) return [name];
  return refuse(
    'order/not-replaceable',
    `--replace ${name}: the plan says what was sent`,
    'edit it first, or leave it out',
  );
}
