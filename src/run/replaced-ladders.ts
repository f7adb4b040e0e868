/** What `--replace` may not do to a ladder that was changed: leave more of it than the plan says. */
import type { EditedLadder } from '../compile/ladder-edits.ts';
import { mayRest, sentSize, type KnownOrder } from '../ledger/state.ts';
import { count, someOf } from '../model/count.ts';
import { Decimal } from '../model/decimal.ts';
import { EXIT } from '../model/exit-code.ts';
import { refuse } from '../refusal.ts';

export interface LadderChoice {
  readonly replace?: readonly string[];
  readonly removed?: boolean;
  /** Ids of the orders that are replaced. */
  readonly orders: ReadonlySet<string>;
  readonly only?: ReadonlySet<string>;
}

/** Refuses (exit 2) where rungs that the plan no longer has would stay, or where the rungs that stay make it too much. */
export function checkLadder(edited: EditedLadder, choice: LadderChoice): void {
  const { ladder, rungs, sent } = edited;
  const isReplaced = (id: string): boolean => choice.orders.has(id) && choice.only?.has(id) !== false;
  const replaced = rungs.filter(({ id }) => isReplaced(id));
  if (replaced.length === 0) return;
  const inPlan = new Set(rungs.map(({ id }) => id));
  const gone = sent.filter((rung) => mayRest(rung) && !inPlan.has(rung.id));
  const words = (choice.replace ?? []).map((name) => `--replace ${name}`).join(' ');
  if (gone.length > 0 && choice.removed !== true) {
    refuse(
      EXIT.usage,
      `${words}: the ladder ${ladder.name} has ${count(rungs.length, 'rung')} now, and ${count(gone.length, 'rung')} that it no longer has may still rest (${someOf(gone.map(({ id }) => id))})`,
      `together that is more than the plan says: take them off in the same run, ${words} --removed`,
    );
  }
  const stays = sent.filter((rung) => isKnownToStay(rung) && inPlan.has(rung.id) && !isReplaced(rung.id));
  const stands = total([...replaced.map(({ size }) => size), ...stays.map((rung) => Decimal.of(sentSize(rung)))]);
  const planned = total(rungs.map(({ size }) => size));
  if (stays.length === 0 || stands.compare(planned) <= 0) return;
  refuse(
    EXIT.usage,
    `${words}: ${stands.canonical()} of the ladder ${ladder.name} would stand, and the plan says ${planned.canonical()} in all`,
    'the rungs that are not replaced stay as they were sent: bring all of it to the market with --replace edited, or write it as it was',
  );
}

/** While a placing is unknown, nothing is sent before that is settled. */
const isKnownToStay = (rung: KnownOrder): boolean =>
  mayRest(rung) && rung.state !== 'unknown' && rung.state !== 'in-flight';

const total = (sizes: readonly Decimal[]): Decimal => sizes.reduce((sum, size) => sum.plus(size), Decimal.zero);
