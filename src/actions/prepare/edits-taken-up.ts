/** What `--replace` names of a plan that is followed: stops that work and whose edit is taken up. */
import { needsFollow } from '../../compile/follow/later.ts';
import { knownOf, type KnownAccount, type KnownPlan } from '../../journal/records/known-account.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { identityOf } from '../../model/order.ts';
import { refuse, suggestion } from '../../refusal.ts';
import { partsOf } from '../../session/lists/followed-parts.ts';
import { editsAtWork, type EditAtWork } from './edited-at-work.ts';
import { exitOff } from './exit-off.ts';
import type { Chosen } from './compile-under.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';
import { spokenOf, waysOut } from './ways-out.ts';

/** By the ids that the stops had first, the first part that is as the plan says now. */
export type TakenUp = ReadonlyMap<string, number>;

/** Stands for all that may be taken up, unless an order has that name. */
const EDITED = 'edited';

interface Asked extends Pick<PreparedRun, 'plan' | 'follows' | 'planFile' | 'options' | 'heldBy'> {
  readonly chosen: Chosen;
  readonly account: KnownAccount;
}

/** Of a plan that is followed nothing is cancelled before something is placed: `selected` is the rest of what a person chose. */
export function takenUp({ chosen, account, ...start }: Asked): {
  readonly edited?: TakenUp | undefined;
  readonly selected: Chosen;
} {
  if (start.follows !== true && !start.plan.orders.some(needsFollow)) return { selected: chosen };
  return { edited: editsTakenUp(start, account, chosen.replace ?? []), selected: { ...chosen, replace: [] } };
}

/**
 * Refuses (exit 2) what is no stop, and a stop whose edit is not taken up. What an earlier run took up is no mistake: the same command
 * goes on after a kill.
 */
function editsTakenUp(
  start: Omit<Asked, 'chosen' | 'account'>,
  account: KnownAccount,
  replace: readonly string[],
): TakenUp | undefined {
  if (replace.length === 0) return undefined;
  const { plan } = start;
  const known = knownOf(account, nameOf(plan));
  const edits = known === undefined ? [] : editsAtWork(plan, known, account);
  const stops = new Set(
    (plan.groups ?? []).flatMap(({ exits }) => exits.flatMap(({ id, kind }) => (kind === 'stop' ? [id] : []))),
  );
  const named = replace.flatMap((name) => {
    const order = plan.orders.find(({ id }) => id === name);
    if (order === undefined && name === EDITED) return edits.flatMap(({ id, way }) => (way === 'edit' ? [id] : []));
    const edit = edits.find(({ id }) => id === name);
    return checked(name, { start, order, isStop: stops.has(name), edit, known });
  });
  const ids = new Set(named);
  return new Map(
    plan.orders.flatMap((order) => (ids.has(order.id) ? [[identityOf(order), nextOf(order, known)] as const] : [])),
  );
}

const notReplaceable = (name: string, why: string, hint: string): never =>
  refuse('order/not-replaceable', `--replace ${name}: ${why}`, hint);

interface Named {
  readonly start: Omit<Asked, 'chosen' | 'account'>;
  readonly order: PlannedOrder | undefined;
  readonly isStop: boolean;
  readonly edit: EditAtWork | undefined;
  readonly known: KnownPlan | undefined;
}

function checked(name: string, { start, order, isStop, edit, known }: Named): readonly string[] {
  const { plan } = start;
  const not = (why: string, hint: string): never => notReplaceable(name, why, hint);
  if (plan.ladders.some((one) => one.name === name)) return not('it is a ladder, and the plan is followed', ONLY_STOPS);
  if (order === undefined)
    return refuse(
      'plan/unknown-order',
      `--replace ${name}: the plan has no such order`,
      suggestion(
        name,
        plan.orders.map(({ id }) => id),
      ),
    );
  if (!isStop) return not('it is not a stop, and the plan is followed', ONLY_STOPS);
  if (edit?.way === 'edit') return [name];
  if (edit !== undefined) return not(edit.notTakenUp ?? edit.words, waysOut(spokenOf(start), [edit]).join('; or '));
  return withoutEdit(name, order, known);
}

/** One that says what works of it: what an earlier run took up, and what was not sent yet, is no mistake. */
function withoutEdit(name: string, order: PlannedOrder, known: KnownPlan | undefined): readonly string[] {
  if (known?.edited?.has(identityOf(order)) === true) {
    if (exitOff(identityOf(order), 'stop', known) !== 'let-go') return [];
    return notReplaceable(
      name,
      'what takes its place was refused, and nothing more of it is placed',
      `--again ${name} tries it once more`,
    );
  }
  const wasNeverPlaced = partsOf(order, known?.orders ?? new Map()).every((part) => part.known.state === 'never-sent');
  // Nothing is to be replaced: it is sent as the plan says now, and the approval is of that.
  if (wasNeverPlaced && known?.isPlaced === true) return [];
  return notReplaceable(
    name,
    wasNeverPlaced
      ? 'nothing of it was placed, and it is placed as the plan says'
      : 'nothing that works of it differs from the plan',
    'leave it out, or edit it first',
  );
}

const ONLY_STOPS =
  'a follower takes up another trigger or price of a stop that works; anything else goes as it was sent: write it again as it was, or cancel it first: ordo cancel';

/** The number that its next part will have, whoever computes it. */
const nextOf = (order: PlannedOrder, known: KnownPlan | undefined): number =>
  (partsOf(order, known?.orders ?? new Map()).findLast((part) => part.known.state !== 'never-sent')?.number ?? 0) + 1;
