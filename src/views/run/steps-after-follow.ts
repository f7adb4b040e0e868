/**
 * What a person can do after a run that followed its plan. Each command works as it stands: the same command goes on where this run
 * ended, so nothing is proposed that it does by itself, or has done.
 */
import { itOrThem } from '../../model/count.ts';
import { defined } from '../../model/defined.ts';
import { EXIT } from '../../model/exit-code.ts';
import type { FollowedTold } from '../../model/follow-stated.ts';
import { orderOfPart } from '../../model/ids.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { NextStep } from '../../show/sheet.ts';
import { closePosition, dryRunLive, executeLive, isLive, look } from './commands.ts';
import { isLetGo } from './followed-words.ts';
import { namesOf } from './later-words.ts';
import { partText } from './part-text.ts';
import { afterLost, afterNowhere, nowhere, stopsAtUnknown, unknownBeside } from './open-cancels.ts';
import { afterNaked, theRest, type WithheldByReason } from './steps-after-run.ts';

const isZero = (size: string): boolean => /^[0.]*$/.test(size);

export function afterFollow(view: RunView, withheld: WithheldByReason): NextStep[] {
  const lost = new Set([...view.orders].filter(({ followed }) => followed?.lost !== undefined).map(({ id }) => id));
  const unknown = [...view.orders].filter(({ id, followed }) => followed?.is === 'unknown' && !lost.has(id));
  return [
    ...afterUnknown(view, unknown),
    ...afterLost(view),
    ...afterNowhere(
      nowhere(view).filter((id) => !isOver(view.orders.byId(id)?.followed)),
      look(view, 'settle'),
    ),
    ...theRest(view, withheld),
    ...afterNaked(view),
    ...followAgain(view),
    ...placeAgain(view),
    ...closeBare(view),
  ];
}

const isOver = (followed: FollowedTold | undefined): boolean => followed?.is === 'gone' || followed?.is === 'filled';

const isHeldBack = ({ heldBack }: OrderView): boolean => heldBack?.reason === 'unresolved';

/** Exits go on beside one that is unknown; what opens waits for it. */
function afterUnknown(view: RunView, orders: readonly OrderView[]): NextStep[] {
  const beside = unknownBeside(view);
  const ids = [...orders.map(({ id }) => id), ...beside];
  if (ids.length === 0) return [];
  const are = ids.length === 1 ? safe`is` : safe`are`;
  const them = itOrThem(ids.length);
  const why = safe`${joined(safeTexts(ids), safe`, `)} ${are} UNKNOWN: the exchange may have taken ${them} or not, and ordo will never send ${them} again by itself.`;
  if (!isLive(view))
    return [{ why: safe`${why} This was paper: that exchange is gone with the run, so nothing is open.` }];
  const opens =
    beside.length > 0 ||
    orders.some(({ followed }) => followed?.kind === undefined) ||
    [...view.orders].some(isHeldBack);
  const held = opens && stopsAtUnknown(view) ? safe` Nothing of this plan is opened until that is settled.` : safe``;
  return [{ why: safe`${why}${held} Look at the exchange, or let ordo look:`, command: look(view, 'settle') }];
}

/** The same command goes on where this one ended. */
export function followAgain(view: RunView): NextStep[] {
  const isDone = (view.finished?.left ?? []).length === 0 || view.stopping === undefined;
  if (!isLive(view) || isDone) return [];
  return [{ ...defined({ why: onceWords(view) }), command: executeLive(view, view.run?.approval) }];
}

/** Before that it would be refused, or send nothing. */
function onceWords(view: RunView): Safe | undefined {
  const open = openEnds(view);
  const cancels =
    open.length === 0
      ? undefined
      : safe`How the cancel of ${joined(safeTexts(open), safe`, `)} ended is not known. To look, and to go on from there:`;
  const once = ONCE.find(([isIt]) => isIt(view))?.[1];
  return once ?? cancels;
}

const ONCE: readonly (readonly [(view: RunView) => boolean, Safe])[] = [
  [({ finished }) => finished?.exitCode === EXIT.rateLimited, safe`Once the exchange answers this address again:`],
  [({ stopping }) => stopping?.cause === 'asked', safe`Once the command that asked has ended, to follow what is left:`],
  [({ stopping }) => stopping?.cause === 'taken', safe`Once that run has ended, to follow what is left:`],
  [({ stopping }) => stopping?.cause === 'journal', safe`Once the journal can be written again:`],
];

/** Ids of orders of which nobody saw yet whether they are off. */
function openEnds({ cancels, earlier, orders }: RunView): readonly string[] {
  const ended = new Set(cancels.flatMap((one) => (one.outcome === 'unknown' ? [] : [partText(one)])));
  const ids = [
    ...cancels.flatMap(({ id, outcome }) => (outcome === 'unknown' ? [id] : [])),
    ...(earlier?.cancels ?? []).filter((name) => !ended.has(name)).map(orderOfPart),
  ];
  return [...new Set(ids)].filter((id) => !isOver(orders.byId(id)?.followed));
}

/** What is let go, was refused or was taken off by a person is placed once more only on purpose. */
function placeAgain(view: RunView): NextStep[] {
  const ids = offIn(view);
  if (!isLive(view) || ids.length === 0) return [];
  const again = ids.map((id) => safe`--again ${shellWord(safeText(id))}`);
  return [
    { why: safe`${namesOf(view, ids)}: place ${itOrThem(ids.length)} again:`, command: dryRunLive(view, ...again) },
  ];
}

const isOff = (followed: FollowedTold | undefined): boolean =>
  isLetGo(followed) || (followed?.kind === 'stop' && isTakenOff(followed));

const isTakenOff = ({ is, ended }: FollowedTold): boolean => is !== 'works' && ended?.who === 'person';

/** Exits of which nothing more is placed although something is held, and what opens that was refused, or that a person took off. */
function offIn({ orders, steps, following }: RunView): string[] {
  const groups = (following?.groups ?? []).filter((group) => !isZero(group.held));
  const held = new Set(groups.map(({ entries }) => entries.join(' ')));
  const exits = steps.flatMap(({ id, group = [] }) =>
    held.has(group.join(' ')) && isOff(orders.byId(id)?.followed) ? [id] : [],
  );
  const entries = [...orders].flatMap(({ id, followed }) =>
    followed?.kind === undefined && followed !== undefined && (followed.is === 'rejected' || isTakenOff(followed))
      ? [id]
      : [],
  );
  return [...exits, ...entries];
}

/** Where its stop comes no more, what is naked can be closed. */
function closeBare(view: RunView): NextStep[] {
  if (!isLive(view)) return [];
  const off = new Set(offIn(view));
  const stopsOff = view.steps.filter(({ id, kind }) => kind === 'stop' && off.has(id));
  const bare = new Set(stopsOff.map(({ group = [] }) => group.join(' ')));
  return (view.following?.groups ?? []).flatMap(({ entries, symbol, side, naked: size }): NextStep[] => {
    if (isZero(size) || !bare.has(entries.join(' '))) return [];
    const what = safe`${safeText(size)} ${side} ${safeText(symbol)}`;
    return [{ why: safe`Or close ${what}, which has no stop:`, command: closePosition(view, { symbol, side, size }) }];
  });
}
