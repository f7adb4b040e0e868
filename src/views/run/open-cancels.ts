/** Orders that were accepted, and of which nobody knows how their cancel ended: they are not unknown placings, and new orders wait for them. */
import { itOrThem, someOf } from '../../model/count.ts';
import { orderOfPart } from '../../model/ids.ts';
import { lostWords } from '../../model/lost-words.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { cancelOnceMore, closed, executeLive, isLive, look } from './commands.ts';
import type { NextStep } from '../../show/sheet.ts';

const OPEN: ReadonlySet<string> = new Set(['cancelling', 'cancel-unknown']);

/** Ids of those of this run and of earlier ones, whether or not the plan has them and this run was asked for them. */
export function openCancels(view: RunView): readonly string[] {
  const { cancels, states, orders, earlier } = view;
  const open = new Set(states.flatMap(({ id, state }) => (OPEN.has(state) ? [id] : [])));
  // One whose placing is unknown has no order id.
  for (const { id, orderId } of orders) if (orderId !== undefined) open.add(id);
  for (const { id, outcome } of cancels) if (outcome !== 'unknown') open.delete(id);
  return [...new Set([...unresolved(view).filter((id) => open.has(id)), ...(earlier?.cancels ?? [])])];
}

/** Ids of orders that an earlier run left unknown, and that this one says nothing of: no line of it names them. */
export function unknownBeside(view: RunView): readonly string[] {
  const own = new Set(unresolved(view));
  for (const { id, followed } of view.orders) if (followed !== undefined) own.add(id);
  return (view.earlier?.unknown ?? []).filter((id) => !own.has(id) && !own.has(orderOfPart(id)));
}

/** How many orders nobody knows. A follower looks on, so of each the last that it told counts, and no outcome before. */
export function unknownCount(view: RunView): number {
  if (view.following === undefined) return view.orders.counts.unknown + openPlacings(view).length;
  const told = [...view.orders].flatMap(({ id, followed }) =>
    followed?.is === 'unknown' && followed.lost === undefined ? [id] : [],
  );
  return new Set([...told, ...openPlacings(view)]).size;
}

/** Ids of orders of a followed plan that fired into nobody knows what. */
const lostIds = ({ orders }: RunView): readonly string[] => [...orders].flatMap(({ followed }) => followed?.lost ?? []);

/** Ids of orders of earlier runs whose placing is unknown, likewise. */
function openPlacings(view: RunView): readonly string[] {
  const others = new Set([...openCancels(view), ...unsized(view)]);
  return [...unresolved(view).filter((id) => !others.has(id)), ...unknownBeside(view)];
}

/**
 * For accepted orders that are in no list. That proves nothing, so a person looks on the exchange, and says it twice;
 * `settle` is the command with the plan.
 */
export function afterNowhere(ids: readonly string[], settle: Safe): NextStep[] {
  if (ids.length === 0) return [];
  const twice = ids.map((id) => safe`--closed ${shellWord(safeText(id))} --unseen ${shellWord(safeText(id))}`);
  const why = safe`In no list, which proves nothing: ${safeText(someOf(ids))}. Look on the exchange. If no part of it is open and its position is gone, say so with --unseen:`;
  return [{ why, command: joined([settle, ...twice], safe` `) }];
}

/** Ids of those of the plan, and of what it no longer has, that no list had when they were last looked for. */
export const nowhere = ({ states, earlier }: RunView): readonly string[] => [
  ...new Set([
    ...states.flatMap(({ id, state, exchange }) =>
      MAY_REST.has(state) && exchange?.state === 'not-found' ? [id] : [],
    ),
    ...(earlier?.nowhere ?? []),
  ]),
];

const MAY_REST: ReadonlySet<string> = new Set(['accepted', 'edited', 'removed', ...OPEN]);

/** Ids of cancelled orders whose filled size nobody knows: no settling ends that, a look does. */
function unsized(view: RunView): readonly string[] {
  const { cancels, standing, plan } = view;
  const own = standing.filter((one) => one.plan === plan?.name && one.generation === plan.generation);
  const mayRest = new Set(own.flatMap(({ id, isHeld }) => (isHeld === true ? [] : [id])));
  const off = new Set(own.flatMap(({ id }) => (mayRest.has(id) ? [] : [id])));
  for (const { id, outcome } of cancels) if (outcome === 'cancelled') off.add(id);
  return unresolved(view).filter((id) => off.has(id));
}

export function afterUnsized(view: RunView): NextStep[] {
  const ids = unsized(view);
  if (ids.length === 0) return [];
  const why = safe`How much was filled before it was cancelled is not known: ${safeText(someOf(ids))}. Nothing of it is placed until that is known. Look:`;
  return [{ why, command: safe`${look(view, 'status')} --refresh` }];
}

/** Ids of those that a run or a dry run withholds as unresolved. */
const unresolved = ({ orders, withheld }: RunView): string[] => [
  ...new Set([...orders, ...withheld].flatMap(({ id, reason }) => (reason === 'unresolved' ? [id] : []))),
];

export const stopsAtUnknown = (view: RunView): boolean => isLive(view) && view.run?.stopsAtUnknown === true;

/** What ends them, and what ends an accepted order that is in no list. */
export const afterOpenCancels = (view: RunView): NextStep[] => [
  ...cancelSteps(view, openCancels(view)),
  ...afterNowhere(nowhere(view), look(view, 'settle')),
];

function cancelSteps(view: RunView, ids: readonly string[]): NextStep[] {
  if (ids.length === 0) return [];
  const held = stopsAtUnknown(view) ? safe` Nothing else of this plan is sent until that is known.` : safe``;
  const why = (some: readonly string[]): Safe =>
    safe`How its cancel ended is not known: ${safeText(someOf(some))}.${held}`;
  const comesBack = replacedHere(view);
  const before = new Set(view.earlier?.replaced);
  const replaced = ids.filter((id) => comesBack.has(id));
  const toLookAt = ids.filter((id) => !comesBack.has(id) && before.has(id));
  const off = ids.filter((id) => !comesBack.has(id) && !before.has(id));
  return [
    // A cancel by hand would leave it off.
    ...(replaced.length === 0
      ? []
      : [
          {
            why: safe`${why(replaced)} Repeat the command: it looks first, and places the order once the old one is gone:`,
            command: executeLive(view, undefined),
          },
        ]),
    ...(toLookAt.length === 0
      ? []
      : [{ why: safe`${why(toLookAt)} Look:`, command: safe`${look(view, 'status')} --refresh` }]),
    ...(off.length === 0
      ? []
      : [{ why: safe`${why(off)} Look, and cancel again:`, command: cancelOnceMore(view, off) }]),
  ];
}

/** Ids of those that this run was to cancel and place again. */
const replacedHere = ({ run, cancels }: RunView): ReadonlySet<string> =>
  new Set((run?.options ?? []).some(({ name }) => name === 'replace') ? cancels.map(({ id }) => id) : []);

/** Only a person can say what became of them. */
export function afterLost(view: RunView): NextStep[] {
  const ids = lostIds(view);
  if (ids.length === 0) return [];
  return [
    {
      why: safe`${safeText(lostWords(ids))}. Once nothing is open or held of ${itOrThem(ids.length)}, say so:`,
      command: closed(view, ids),
    },
  ];
}
