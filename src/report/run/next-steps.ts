import { count } from '../../model/count.ts';
import type { GivenOption } from '../../model/event.ts';
import { EXIT } from '../../model/exit-code.ts';
import { isQuiet, type WithheldReason } from '../../model/outcome.ts';
import { unreachable } from '../../model/result.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { RunView } from '../view/run-view.ts';
import { digestShown, shellWord } from '../text/phrases.ts';

/** Something to do next: why, and the command that does it, if there is one. */
export interface NextStep {
  readonly why: Safe;
  readonly command?: Safe;
}

/** Why nothing was sent, where a run ended before its first call (docs/contract.md#exit-codes). */
const ENDED_BY: Readonly<Record<number, Safe>> = {
  [EXIT.bug]: safe`a bug of ordo; what was sent before it is in the journal`,
  [EXIT.usage]: safe`the command was refused`,
  [EXIT.invalid]: safe`the plan is invalid`,
  [EXIT.forbidden]: safe`a policy or limit forbids it`,
  [EXIT.notAsReviewed]: safe`the plan must be looked at again`,
  [EXIT.declined]: safe`declined`,
  [EXIT.locked]: safe`another run holds the lock`,
  [EXIT.interrupted]: safe`interrupted before the first call`,
  [EXIT.terminated]: safe`asked to end before the first call`,
};

export const endedBy = (view: RunView): Safe | undefined => ENDED_BY[view.finished?.exitCode ?? EXIT.done];

export function nextSteps(view: RunView): NextStep[] {
  if (view.finished?.mode === 'dry-run' || view.run?.mode === 'dry-run') return afterDryRun(view);
  return [...afterUnknown(view), ...afterRejected(view), ...afterWithheld(view), ...whenAllAccepted(view)];
}

const isLive = (view: RunView): boolean => (view.run?.target ?? view.finished?.target) === 'live';
const fileOf = (view: RunView): Safe =>
  view.run === undefined ? safe`<plan>` : shellWord(safeText(view.run.planFile));

/** Options that were given, as words of a command: without a `--var` of this run the next would place other orders. */
const given = (view: RunView, ...names: GivenOption['name'][]): Safe[] =>
  (view.run?.options ?? []).flatMap(({ name, value }) =>
    names.includes(name) ? [safe`--${name}`, shellWord(safeText(value))] : [],
  );

const command = (...words: readonly Safe[]): Safe => joined(words, safe` `);

function runCommand(view: RunView, ...options: Safe[]): Safe {
  const live = isLive(view) ? [safe`--live`] : [];
  const same = given(view, 'config', 'journal', 'var', 'only');
  return command(safe`ordo run`, fileOf(view), safe`--execute`, ...live, ...same, ...options);
}

const dryRunLive = (view: RunView): Safe =>
  command(safe`ordo run`, fileOf(view), safe`--live`, ...given(view, 'config', 'journal', 'var', 'only'));

const lookCommand = (view: RunView, name: 'status' | 'settle'): Safe =>
  command(safe`ordo ${name}`, fileOf(view), ...given(view, 'config', 'journal', 'var'));

const PLACE_REJECTED = [safe`--again`, safe`rejected`];
const PLACE_ABSENT = [safe`--again`, safe`absent`];

function afterDryRun(view: RunView): NextStep[] {
  if (endedBy(view) !== undefined || view.compiled === undefined) return [];
  if (view.calls.planned === 0)
    return [
      { why: safe`Nothing to send. What the journal knows of each order:`, command: lookCommand(view, 'status') },
    ];
  if (isLive(view)) {
    const code = view.plan?.approval;
    const approve = code === undefined ? [] : [safe`--approve`, digestShown(code)];
    return [
      {
        why: safe`Place exactly these calls on the exchange, with real money:`,
        command: runCommand(view, ...given(view, 'again'), ...approve),
      },
    ];
  }
  return [
    {
      why: safe`Place these orders on the paper exchange, where nothing is real:`,
      command: runCommand(view, ...given(view, 'again')),
    },
    { why: safe`See what would be sent to the real exchange:`, command: dryRunLive(view) },
  ];
}

function afterUnknown(view: RunView): NextStep[] {
  const unknown = view.orders.counts.unknown;
  if (unknown === 0) return [];
  const why = safe`${unknown} UNKNOWN: the exchange may have taken ${unknown === 1 ? 'it' : 'them'} or not, and ordo will never send ${unknown === 1 ? 'it' : 'them'} again by itself.`;
  if (!isLive(view))
    return [{ why: safe`${why} This was paper: that exchange is gone with the run, so nothing stands.` }];
  return [{ why: safe`${why} Look at the exchange, or let ordo look:`, command: lookCommand(view, 'settle') }];
}

function afterRejected(view: RunView): NextStep[] {
  const { rejected } = view.orders.counts;
  if (rejected === 0) return [];
  const again = isLive(view) ? PLACE_REJECTED : [];
  return [
    {
      why: safe`${rejected} rejected: not on the exchange. Fix what the words above say, then place again:`,
      command: runCommand(view, ...again),
    },
  ];
}

function afterWithheld(view: RunView): NextStep[] {
  if (view.orders.counts.withheld === 0) return [];
  const steps: NextStep[] = [];
  for (const [reason, amount] of withheldByReason(view))
    if (!isQuiet(reason)) steps.push(afterReason(view, reason, amount));
  return steps;
}

/** How many orders were withheld for each reason. */
export function withheldByReason(view: RunView): Map<WithheldReason, number> {
  const amounts = new Map<WithheldReason, number>();
  for (const { reason } of view.orders) if (reason !== undefined) amounts.set(reason, (amounts.get(reason) ?? 0) + 1);
  return amounts;
}

const RUN_AGAIN = safe`Run again to send the rest; what was accepted is not sent twice:`;

function afterReason(view: RunView, reason: WithheldReason, amount: number): NextStep {
  const head = safe`${amount} withheld, ${reason}:`;
  switch (reason) {
    case 'already-rejected':
      return {
        why: safe`${head} fix what the exchange said, then place again:`,
        command: runCommand(view, ...PLACE_REJECTED),
      };
    case 'already-absent':
      return { why: safe`${head} place again what is still meant:`, command: runCommand(view, ...PLACE_ABSENT) };
    case 'unresolved':
      return {
        why: safe`${head} an earlier run left them unknown. Look them up first:`,
        command: lookCommand(view, 'settle'),
      };
    case 'edited-after-send':
      return {
        why: safe`${head} the plan and the exchange no longer agree. Write back what was sent, or give the new order its own id.`,
      };
    case 'rate-limit':
      return { why: safe`${head} wait until the exchange's window is over. ${RUN_AGAIN}`, command: runCommand(view) };
    case 'expired':
      return {
        why: safe`${head} raise validUntil in the plan if it is still meant, then run again:`,
        command: runCommand(view),
      };
    case 'dependency':
      return { why: safe`${head} settle or fix the orders they come after. ${RUN_AGAIN}`, command: runCommand(view) };
    case 'stopped':
    case 'already-accepted':
    case 'not-selected':
      return {
        why: safe`${head} ${interrupted(view) ? 'interrupted' : 'the run stopped'} before ${amount === 1 ? 'its' : 'their'} turn. ${RUN_AGAIN}`,
        command: runCommand(view),
      };
    default:
      return unreachable(reason);
  }
}

const interrupted = (view: RunView): boolean =>
  view.finished?.exitCode === EXIT.interrupted || view.finished?.exitCode === EXIT.terminated;

function whenAllAccepted(view: RunView): NextStep[] {
  const { orders } = view;
  if (orders.length === 0 || orders.counts.accepted !== orders.length) return [];
  if (isLive(view))
    return [
      { why: safe`All are on the exchange. What the journal knows of each:`, command: lookCommand(view, 'status') },
    ];
  return [
    {
      why: safe`${count(orders.length, 'order')} accepted on paper. What would be sent to the real exchange:`,
      command: dryRunLive(view),
    },
  ];
}
