/**
 * A ladder is one order in its author's mind: once a rung was sent, a change of the ladder (its steps, ends, sizes or total)
 * makes the rungs that were not sent part of another order, and placing them would make the position larger than either says.
 */
import { hash } from 'node:crypto';
import { mayStand, type JournalState, type KnownOrder } from '../ledger/state.ts';
import { Decimal } from '../model/decimal.ts';
import { orderContent, type Plan, type PlannedOrder } from '../model/order.ts';

/** What is known of the ladders of a plan; by the ladder's name. */
export interface Ladders {
  /** A sum over what all its rungs say. */
  readonly sums: ReadonlyMap<string, string>;
  /** Why nothing more of it is placed: it was changed after rungs of it were sent. */
  readonly edited: ReadonlyMap<string, string>;
}

export function laddersOf(plan: Plan, known: JournalState): Ladders {
  const sums = new Map<string, string>();
  const edited = new Map<string, string>();
  if (plan.ladders.length === 0) return { sums, edited };
  const byLadder = Map.groupBy(plan.orders, ({ ladder }) => ladder);
  const sent = Map.groupBy(
    [...known.values()].filter((order) => order.ladder !== undefined && (mayStand(order) || order.state === 'closed')),
    ({ ladder }) => ladder?.slice(0, ladder.lastIndexOf(' ')),
  );
  for (const { name, was = name } of plan.ladders) {
    const rungs = byLadder.get(name) ?? [];
    const sum = `${was} ${sumOf(rungs)}`;
    sums.set(name, sum);
    const before = sent.get(was) ?? [];
    if (before.some(({ ladder }) => ladder !== sum)) edited.set(name, editWords(name, rungs, before));
  }
  return { sums, edited };
}

const sumOf = (rungs: readonly PlannedOrder[]): string =>
  hash('sha256', JSON.stringify(rungs.map(orderContent)), 'base64url').slice(0, 16);

function total(sizes: Iterable<Decimal>): string {
  let sum = Decimal.zero;
  for (const size of sizes) sum = sum.plus(size);
  return sum.canonical();
}

function editWords(name: string, rungs: readonly PlannedOrder[], sent: readonly KnownOrder[]): string {
  const stands = total(sent.map(({ content }) => Decimal.of(content['size'] ?? '0')));
  const planned = total(rungs.map(({ size }) => size));
  return `the ladder ${name} was changed after ${sent.length} of its rungs were sent: ${stands} stands, and the plan says ${planned} in all; nothing more of it is placed. Write it as it was, or give the rest a name of its own`;
}
