/** What a person can do after a run that sent orders. */
import type { WithheldReason } from '../../model/outcome.ts';
import { safe, type Safe } from '../../model/safe-text.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { NextStep } from '../../show/sheet.ts';
import { notSeenOff } from './taken-off.ts';
import {
  afterHalt,
  againRejected,
  cancelEntries,
  dryRunLive,
  executeLive,
  executeOnPaper,
  isLive,
} from './commands.ts';
import { openCancels, stopsAtUnknown, unknownCount } from './open-cancels.ts';

/** Its stop was meant to be there. */
const LOST_ITS_STOP: ReadonlySet<string> = new Set([
  'stop-rejected',
  'stop-withheld',
  'stop-cancelled',
  'stop-absent',
  'stop-fired',
]);

export function afterNaked(view: RunView): NextStep[] {
  if (!isLive(view) || isHeld(view)) return [];
  const ids = (view.protection?.reasons ?? []).flatMap(({ kind, reason = '', entry }) =>
    kind === 'naked' &&
    LOST_ITS_STOP.has(reason) &&
    entry?.plan === view.plan?.name &&
    entry?.generation === view.plan?.generation
      ? [entry?.id ?? '']
      : [],
  );
  if (ids.length === 0) return [];
  const them = ids.length === 1 ? safe`the entry that has` : safe`the entries that have`;
  return [{ why: safe`To cancel ${them} no stop:`, command: cancelEntries(view, ids) }];
}

/** What is not open and is not placed again by itself; `rejected` are those of this run. */
export function afterRejected(view: RunView, withheld: Withheld, rejected: number): NextStep[] {
  const all = rejected + (withheld.get('already-rejected') ?? 0);
  const absent = withheld.get('already-absent') ?? 0;
  return [
    ...(all === 0 ? [] : [againRejected(view, all)]),
    ...(absent === 0
      ? []
      : [
          {
            why: safe`${grouped(absent)} settled as absent: place again what you still want:`,
            command: dryRunLive(view, safe`--again absent`),
          },
        ]),
  ];
}

/** What was cancelled is placed once more only on purpose. */
export function afterCancelled(view: RunView, withheld: Withheld): NextStep[] {
  const cancelled = withheld.get('already-cancelled') ?? 0;
  if (cancelled === 0) return [];
  const why = safe`${grouped(cancelled)} cancelled before: place again what you still want:`;
  return [{ why, command: dryRunLive(view, safe`--again cancelled`) }];
}

/** What waits for another run: an approval covers the rest, as long as the rest is all that is missing. */
export function theRest(view: RunView, withheld: Withheld): NextStep[] {
  const amount = (reason: WithheldReason): number => withheld.get(reason) ?? 0;
  const expired = amount('expired');
  if (expired > 0) {
    const end = view.run?.reviewed === undefined ? safe`raise validUntil in the plan` : safe`review the plan again`;
    const why = safe`${grouped(expired)} withheld, expired: ${end} if you still want them, then look again:`;
    return [{ why, command: isLive(view) ? dryRunLive(view) : executeOnPaper(view) }];
  }
  if (amount('halted') > 0) return [afterHalt(view, safe`${grouped(amount('halted'))} withheld, halted. `)];
  const [limited, stopped, waiting] = [amount('rate-limit'), amount('stopped'), amount('dependency')];
  const rest = limited + stopped;
  const after = waiting === 0 ? safe`` : safe`${grouped(waiting)} withheld: an order they wait for was not accepted. `;
  if (rest === 0 && waiting === 0) return [];
  const when = limited > 0 ? safe` once the exchange's window is over` : safe``;
  const again =
    rest === 0 ? safe`` : safe`${amountOf(rest, 'order')} not sent yet. Send the rest${when}; nothing goes twice:`;
  return [{ why: safe`${after}${again === '' ? safe`Look again:` : again}`, command: restCommand(view, waiting) }];
}

function restCommand(view: RunView, waiting: number): Safe {
  if (!isLive(view)) return executeOnPaper(view);
  const { options = [], reviewed } = view.run ?? {};
  const isCovered = waiting === 0 && (reviewed !== undefined || options.every(({ name }) => name !== 'again'));
  // What comes after cancels that have ended is approved again: what is left of an order, and by which lineage, may be other.
  if (notSeenOff(view).length > 0) return dryRunLive(view);
  if (view.cancels.length > 0 && isCovered) return executeLive(view, undefined);
  return isCovered && view.run?.approval !== undefined ? executeLive(view, view.run.approval) : dryRunLive(view);
}

export type Withheld = ReadonlyMap<WithheldReason, number>;

/** While the placing of an order is unknown, or how its cancel ended, a live execution of the rest would send nothing. */
export const isHeld = (view: RunView): boolean =>
  stopsAtUnknown(view) && (unknownCount(view) > 0 || openCancels(view).length > 0);
