/** What to do after a run. A command that would be refused is not among it. */
import { itOrThem, someOf } from '../../model/count.ts';
import { defined } from '../../model/defined.ts';
import { EXIT } from '../../model/exit-code.ts';
import { exitCodeWords } from './exit-words.ts';
import type { WithheldReason } from '../../model/outcome.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { NextStep } from '../../show/sheet.ts';
import { isFollowEnd } from './follow-end.ts';
import { isAnotherOrder, isUnchanged } from './changes.ts';
import { afterLost, afterOpenCancels, afterUnsized, openCancels, unknownBeside, unknownCount } from './open-cancels.ts';
import { afterFilledFirst } from './filled-first.ts';
import { afterNotOff, afterTakenOff, notSeenOff } from './taken-off.ts';
import { afterHalt, dryRunLive, executeLive, executeOnPaper, isHalted, isLive, look } from './commands.ts';
import { afterFollow } from './steps-after-follow.ts';
import {
  afterCancelled,
  afterNaked,
  afterRejected,
  theRest,
  type WithheldByReason,
  isHeld,
} from './steps-after-run.ts';

/** With these a run may have sent something, and its orders say what became of it. */
const AFTER_SENDING: ReadonlySet<number> = new Set([
  EXIT.done,
  EXIT.incomplete,
  EXIT.unknown,
  EXIT.rateLimited,
  EXIT.naked,
]);

const BEFORE_SENDING = safe` before the first call`;

const MORE: Readonly<Partial<Record<number, Safe>>> = {
  [EXIT.bug]: safe`; what was sent before it is in the journal`,
  [EXIT.interrupted]: BEFORE_SENDING,
  [EXIT.terminated]: BEFORE_SENDING,
};

/** Why nothing was sent, where a run ended before its first call (docs/contract.md#exit-codes). */
export function endedBy(view: RunView): Safe | undefined {
  const exitCode = view.finished?.exitCode ?? EXIT.done;
  if (isObjected(view) || AFTER_SENDING.has(exitCode)) return undefined;
  return safe`${exitCodeWords(view, exitCode)}${MORE[exitCode] ?? ''}`;
}

/** A dry run that shows all of the plan, and that no run may follow: an obstacle says why. */
const isObjected = (view: RunView): boolean =>
  isDryRun(view) && view.finished?.exitCode === EXIT.notAsReviewed && (view.run?.obstacles ?? []).length > 0;

const isDryRun = (view: RunView): boolean => (view.finished?.mode ?? view.run?.mode) === 'dry-run';

export function nextSteps(view: RunView): NextStep[] {
  // What was to be done after a past run may have been done.
  if (view.run?.past !== undefined) return [];
  const withheld = withheldByReason(view);
  if (isDryRun(view)) {
    if (endedBy(view) !== undefined || isObjected(view) || view.compiled === undefined) return [];
    if (view.run?.heldBy !== undefined) return afterTheOther(view, view.run.heldBy);
    if (isHalted(view)) return [afterHalt(view, safe``)];
    const unsure = followedOn(view) ?? [...afterUnknown(view), ...afterOpenCancels(view)];
    return [...unsure, ...afterUnsized(view), ...afterDryRun(view, withheld)];
  }
  // It was refused before it had begun: its refusal says what helps, and no command names a plan that nobody has read out.
  if (view.run === undefined) return [];
  if (isFollowEnd(view)) return afterFollow(view, withheld);
  const { rejected } = view.orders.counts;
  return [
    ...afterTakenOff(view),
    ...afterFilledFirst(view),
    ...afterUnknown(view),
    ...afterLost(view),
    ...afterOpenCancels(view),
    ...afterUnsized(view),
    ...afterNotOff(view),
    ...(isHeld(view) ? [] : [...afterRejected(view, withheld, rejected), ...theRest(view, withheld)]),
    ...afterNaked(view),
    ...afterEdit(view, withheld),
    ...afterCancelled(view, withheld),
    ...whenAllAccepted(view, withheld),
  ];
}

/** While another run has locked the account, all but looking is refused. */
const afterTheOther = (view: RunView, heldBy: string): NextStep[] => [
  {
    why: safe`Another run has locked this account (${safeText(heldBy)}). Wait for it to end; what it does:`,
    command: look(view, 'status'),
  },
];

/** How many orders were withheld for each reason; of a dry run those that would be. What to do about an exit its follower says. */
export function withheldByReason(view: RunView): WithheldByReason {
  const amounts = new Map<WithheldReason, number>();
  for (const { reason } of isDryRun(view)
    ? view.withheld
    : [...view.orders].filter(({ followed }) => followed?.kind === undefined))
    if (reason !== undefined) amounts.set(reason, (amounts.get(reason) ?? 0) + 1);
  return amounts;
}

function afterUnknown(view: RunView): NextStep[] {
  const unknown = unknownCount(view);
  if (unknown === 0) return [];
  const why = unknownWords(view, unknown);
  if (!isLive(view))
    return [{ why: safe`${why} This was paper: that exchange is gone with the run, so nothing is open.` }];
  const first = isHeld(view) ? safe` Nothing else of this plan is sent until that is settled.` : safe``;
  return [{ why: safe`${why}${first} Look at the exchange, or let ordo look:`, command: look(view, 'settle') }];
}

function unknownWords(view: RunView, unknown: number): Safe {
  const them = itOrThem(unknown);
  const beside = unknownBeside(view);
  const named = beside.length === 0 ? safe`` : safe` (not in this run: ${safeText(someOf(beside))})`;
  return safe`${grouped(unknown)} UNKNOWN${named}: the exchange may have taken ${them} or not, and ordo will never send ${them} again by itself.`;
}

/** What is unknown holds back what a follower opens, and nothing else: it looks how that stands, and goes on. */
function followedOn(view: RunView): NextStep[] | undefined {
  const isRefused = (view.run?.obstacles ?? []).length > 0;
  if (!isLive(view) || !isHeld(view) || view.run?.followed === undefined || view.steps.length === 0 || isRefused)
    return undefined;
  const [unknown, cancels] = [unknownCount(view), openCancels(view)];
  const parts = [
    ...(unknown === 0 ? [] : [unknownWords(view, unknown)]),
    ...(cancels.length === 0 ? [] : [safe`How the cancel of ${safeText(someOf(cancels))} ended is not known.`]),
    safe`Whoever follows the plan looks at each look how that stands, and opens nothing until it is known:`,
  ];
  return [{ why: joined(parts, safe` `), command: executeLive(view, view.plan?.approval) }];
}

function afterDryRun(view: RunView, withheld: WithheldByReason): NextStep[] {
  const isRefused = (view.run?.obstacles ?? []).length > 0;
  const held = isHeld(view);
  const sends = (view.calls.planned > 0 || view.steps.length > 0) && !isRefused && !held;
  const steps = [
    ...(sends ? placing(view) : []),
    ...(held ? [] : afterRejected(view, withheld, 0)),
    ...afterEdit(view, withheld),
    ...afterCancelled(view, withheld),
  ];
  const isDone = view.calls.planned === 0 && view.steps.length === 0 && steps.length === 0 && !held;
  // One line says it all where nothing of the plan is new.
  if (isDone && isUnchanged(view)) return [];
  if (isDone) return [{ why: safe`What the journal knows about each order:`, command: look(view, 'status') }];
  return steps;
}

function placing(view: RunView): NextStep[] {
  const why = reviewedWords(view);
  if (isLive(view)) return [{ ...defined({ why }), command: executeLive(view, view.plan?.approval) }];
  if (why !== undefined) return [{ why, command: executeOnPaper(view) }];
  return [
    { why: safe`On the paper exchange, where nothing is real:`, command: executeOnPaper(view) },
    ...seeLive(view),
  ];
}

function reviewedWords({ run }: RunView): Safe | undefined {
  if (run?.reviewed === undefined) return undefined;
  const { file, expires, isWritten, isCut } = run.reviewed;
  const until = safe`good until ${safeText(expires)}${isCut === true ? safe`, the plan’s validUntil` : safe``}`;
  return isWritten === true
    ? safe`Written to ${safeText(file)}, ${until}. It sends exactly this, or nothing:`
    : safe`Nothing differs from ${safeText(file)}, ${until}:`;
}

/** Offered only where a live exchange is configured. */
const seeLive = (view: RunView): NextStep[] =>
  view.run?.canLive === true
    ? [{ why: safe`What would be sent to the real exchange:`, command: dryRunLive(view) }]
    : [];

function afterEdit(view: RunView, withheld: WithheldByReason): NextStep[] {
  const edited = withheld.get('edited-after-send') ?? 0;
  if (edited === 0) return [];
  const were =
    edited === 1 ? safe`was edited after it was sent, or belongs` : safe`were edited after they were sent, or belong`;
  const old = edited === 1 ? safe`The exchange has it as it was sent` : safe`The exchange has them as they were sent`;
  const words = safe`${amountOf(edited, 'order')} ${were} to a ladder that was. ${old}`;
  const others = view.states.filter((state) => state.state === 'edited' && isAnotherOrder(state)).length;
  // A run that follows takes up the edit of a stop alone, by its id.
  const isFollowed = view.run?.followed !== undefined;
  if (!isLive(view) || isFollowed || isReplacingAll(view) || others === edited)
    return [{ why: safe`${words}: restore the plan, or give the new order an id of its own.` }];
  return [
    {
      why: safe`${words}: restore the plan, or apply the edit on the exchange:`,
      command: dryRunLive(view, safe`--replace edited`),
    },
  ];
}

/** What is held back all the same would be again; only a cancel that was refused may be tried once more. */
const isReplacingAll = (view: RunView): boolean =>
  (view.run?.options ?? []).some(({ name, value }) => name === 'replace' && value === 'edited') &&
  view.cancels.every(({ outcome }) => outcome !== 'refused');

const isNaked = ({ protection }: RunView): boolean => protection?.reasons.some(({ kind }) => kind === 'naked') === true;

function whenAllAccepted(view: RunView, withheld: WithheldByReason): NextStep[] {
  const { orders } = view;
  // What was accepted may be filled or cancelled by the time that it ends.
  if (view.run?.followed !== undefined) return [];
  const { accepted } = orders.counts;
  const notSelected = withheld.get('not-selected') ?? 0;
  const before = withheld.get('already-accepted') ?? 0;
  const closed = withheld.get('already-closed') ?? 0;
  if (accepted === 0 || accepted + before + closed + notSelected !== orders.length || notSeenOff(view).length > 0)
    return [];
  if (!isLive(view)) return seeLive(view);
  // Nothing is said of those that were not selected: they may be open or not.
  const some = safe`${grouped(accepted)} of ${amountOf(orders.length, 'order')} placed, ${grouped(notSelected)} not selected.`;
  const all = closed === 0 ? safe`All are` : safe`All but ${grouped(closed)}, closed before, are`;
  // Who reads that all is there looks no further.
  const placed = isNaked(view)
    ? safe`${amountOf(accepted + before, 'order')} placed; what has no stop is named below.`
    : safe`${all} on the exchange.`;
  const words = notSelected === 0 ? placed : some;
  return [{ why: safe`${words} What the journal knows about each:`, command: look(view, 'status') }];
}
