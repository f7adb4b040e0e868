/** How the orders of a plan stand to the journal: what is new, what is quiet, and what a person has to look at. */
import { isQuiet, type WithheldReason } from '../../model/outcome.ts';
import { changeWords, otherPosition, type OrderChange } from '../../model/order-changes.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { OrderStateView, RunView } from '../../report/view/run-view.ts';

/** What a person has to look at, the loudest first. */
export const KINDS = [
  'unknown',
  'in-flight',
  'again',
  'replaced',
  'edited',
  'removed',
  'rejected',
  'absent',
  'cancelled',
  'waiting',
] as const;
export type Kind = (typeof KINDS)[number];

/** An order that is sent and was so before is placed again. */
const BEFORE: Readonly<Partial<Record<OrderStateView['state'], Safe>>> = {
  rejected: safe`rejected before`,
  absent: safe`settled as absent before`,
  cancelled: safe`cancelled before`,
};

interface Told {
  readonly id: string;
  readonly words: Safe;
}

/** Counts of the quiet, and an order with words for each of the others. */
export interface ToldChanges {
  readonly fresh: number;
  readonly unchanged: number;
  /** A person called them closed: they stand no more. */
  readonly closed: number;
  readonly notSelected: number;
  /** How many that the plan no longer has this run leaves where they are. */
  readonly left: number;
  readonly told: Readonly<Record<Kind, readonly Told[]>>;
}

export function changesOf(view: RunView): ToldChanges {
  const told = Object.fromEntries(KINDS.map((kind): [Kind, Told[]] => [kind, []])) as Record<Kind, Told[]>;
  let [fresh, unchanged, closed, notSelected] = [0, 0, 0, 0];
  const states = new Map(view.states.map((state) => [state.id, state]));
  const off = new Set(view.calls.cancels.flatMap(({ orders }) => orders));
  for (const { id, call } of view.orders) {
    if (call === undefined) continue;
    const sent = sentBefore(states.get(id));
    if (sent === undefined) fresh += 1;
    else told[sent.kind].push({ id, words: sent.words });
  }
  for (const { id, reason, message } of view.withheld) {
    if (reason === 'already-accepted') unchanged += 1;
    else if (reason === 'already-closed') closed += 1;
    else if (reason === 'not-selected') notSelected += 1;
    else if (view.run?.heldBy !== undefined && states.get(id)?.state === 'in-flight')
      told['in-flight'].push({ id, words: safe`another run awaits the answer` });
    else told[kindOf(reason, states.get(id))].push({ id, words: wordsOf(reason, message, states.get(id), view) });
  }
  for (const state of view.states)
    if (state.state === 'removed') told.removed.push({ id: state.id, words: removedWords(state, off.has(state.id)) });
  const left = told.removed.filter(({ id }) => !off.has(id)).length;
  return { fresh, unchanged, closed, notSelected, left, told };
}

/** How an order that is sent stood before; undefined: it is new. */
function sentBefore(state: OrderStateView | undefined): { kind: 'replaced' | 'again'; words: Safe } | undefined {
  if (state?.state === 'edited') return { kind: 'replaced', words: replacedWords(state) };
  const before = state === undefined ? undefined : BEFORE[state.state];
  return before === undefined ? undefined : { kind: 'again', words: againWords(before, state?.orderId) };
}

/** A rung that was never sent is held back with its ladder, not edited. */
const isEdited = (state: OrderStateView | undefined): boolean => state?.state === 'edited';

/** What a person looks at for each reason; what is missing waits. */
const KIND: Readonly<Partial<Record<WithheldReason, Kind>>> = {
  unresolved: 'unknown',
  'already-rejected': 'rejected',
  'already-absent': 'absent',
  'already-cancelled': 'cancelled',
};

function kindOf(reason: WithheldReason, state: OrderStateView | undefined): Kind {
  if (reason === 'edited-after-send') return isEdited(state) ? 'edited' : 'waiting';
  return KIND[reason] ?? 'waiting';
}

function wordsOf(
  reason: WithheldReason,
  message: string | undefined,
  state: OrderStateView | undefined,
  view: RunView,
): Safe {
  if (reason === 'edited-after-send' && state !== undefined && isEdited(state))
    return safe`${safeText(changeWords(changesIn(state)))}   ${sentAs(state)}: ${wayOut(state, view)}`;
  return safeText(message ?? reason);
}

const sentAs = ({ stands, orderId = 'sent' }: OrderStateView): Safe =>
  safe`it ${stands === 'filled' ? safe`was filled` : safe`is open`} as ${safeText(orderId)}`;

/** Nothing is carried over to another side, symbol or margin mode. */
function wayOut(state: OrderStateView, { run }: RunView): Safe {
  if (!isAnotherOrder(state) && run?.followed !== undefined) return safe`it stays as it was sent`;
  if (!isAnotherOrder(state)) return safe`--replace ${safeText(state.id)}`;
  const first = state.stands === 'filled' ? safe`` : safe`cancel it, and `;
  return safe`this is another order: ${first}give the new one an id of its own`;
}

export const isAnotherOrder = (state: OrderStateView): boolean => otherPosition(changesIn(state)).length > 0;

const changesIn = ({ changes = {} }: OrderStateView): OrderChange[] =>
  Object.entries(changes).map(([field, [before, after]]) => ({
    field,
    before: before ?? undefined,
    after: after ?? undefined,
  }));

/** Each by its name: what was off comes back. */
const againWords = (before: Safe, orderId: string | undefined): Safe =>
  safe`${before}${orderId === undefined ? safe`` : safe` as ${safeText(orderId)}`}, comes back to the exchange`;

/** The most that is placed is what the plan says; less where some of it was filled. */
const replacedWords = (state: OrderStateView): Safe =>
  safe`${safeText(changeWords(changesIn(state)))}   cancels ${safeText(state.orderId ?? 'what is open')}, then places its remainder`;

function removedWords({ stands, orderId }: OrderStateView, goesOff: boolean): Safe {
  const id = orderId === undefined ? safe`` : safe`   ${safeText(orderId)}`;
  if (goesOff) return safe`removed, will be cancelled${id}`;
  return safe`removed, ${stands === 'accepted' ? 'still live' : 'may be live'}${id}`;
}

/** Whether there is nothing to look at: all that is selected was accepted before, and says the same. */
export const isUnchanged = (view: RunView): boolean =>
  view.orders.planned === 0 &&
  view.steps.length === 0 &&
  view.withheld.length > 0 &&
  view.withheld.every(({ reason }) => isQuiet(reason)) &&
  view.states.every(({ state }) => state !== 'removed');
