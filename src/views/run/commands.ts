/** Commands that go on from a run, as a shell takes them: each repeats the options of the run. */
import type { GivenOption } from '../../model/event.ts';
import { isOwnPlan } from '../../model/own-plans.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { grouped, optionWords, shellWord } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { NextStep } from '../../show/sheet.ts';

function fileOf({ run, plan }: RunView): Safe {
  if (plan !== undefined && isOwnPlan(plan.name)) return safe`--name ${safeText(plan.name)}`;
  return run === undefined ? safe`<plan>` : shellWord(safeText(run.planFile));
}

/** Options that were given, as words of a command: without a `--var` of this run the next would place other orders. */
const given = (view: RunView, ...names: GivenOption['name'][]): Safe[] =>
  optionWords((view.run?.options ?? []).filter(({ name }) => names.includes(name)));

const command = (...words: readonly Safe[]): Safe => joined(words, safe` `);

/** Shows what of the plan's orders it would cancel: those that the plan no longer has. */
export const lookAtRemoved = (view: RunView): Safe =>
  command(safe`ordo cancel`, fileOf(view), safe`--removed`, ...given(view, 'config', 'journal', 'var'));

export const isLive = (view: RunView): boolean => (view.run?.target ?? view.finished?.target) === 'live';

/** Asks or refuses nothing: it shows the approval code of what it would place. */
export const dryRunLive = (view: RunView, ...options: readonly Safe[]): Safe =>
  command(safe`ordo run`, fileOf(view), safe`--live`, ...given(view, 'config', 'journal', 'var', 'only'), ...options);

/** The same for these orders, where the run selected only others. */
export function placeOnly(view: RunView, ids: readonly string[], ...options: readonly Safe[]): Safe {
  const isOfSome = given(view, 'only').length > 0;
  return command(
    safe`ordo run`,
    fileOf(view),
    safe`--live`,
    ...given(view, 'config', 'journal', 'var'),
    ...(isOfSome ? ids.map((id) => safe`--only ${shellWord(safeText(id))}`) : []),
    ...options,
  );
}

/** A plan that says something of later is executed by a run that goes on. */
const following = ({ run }: RunView): Safe[] => (run?.followed === undefined ? [] : [safe`--follow`]);

/** Places exactly what has this code, also where nobody is there to be asked. */
export function executeLive(view: RunView, code: string | undefined): Safe {
  const reviewed = view.run?.reviewed;
  const approved = reviewed?.approval ?? code;
  // What a follower was allowed again its record keeps; once it is placed, the option is refused.
  const again = view.run?.followed !== undefined && view.run.mode === 'execute' ? [] : (['again'] as const);
  return command(
    safe`ordo run`,
    executed(view),
    safe`--execute --live`,
    ...following(view),
    ...(reviewed === undefined
      ? given(view, 'config', 'journal', 'var', 'only', ...again, 'replace', 'removed')
      : given(view, 'journal')),
    ...(approved === undefined ? [] : [safe`--approve`, safeText(approved)]),
  );
}

/** What is executed: the reviewed plan, where there is one. */
const executed = (view: RunView): Safe => {
  const { reviewed } = view.run ?? {};
  return reviewed === undefined ? fileOf(view) : shellWord(safeText(reviewed.file));
};

/** A paper run has a journal of its own, so it takes none. */
export const executeOnPaper = (view: RunView): Safe =>
  command(
    safe`ordo run`,
    executed(view),
    safe`--execute`,
    ...following(view),
    ...(view.run?.reviewed === undefined ? given(view, 'config', 'var', 'only') : []),
  );

/** Asks before it cancels what the plan no longer has. */
export const takeOffRemoved = (view: RunView): Safe => command(lookAtRemoved(view), safe`--execute --live`);

/** Shows what that would leave, and sends nothing. */
export const cancelEntries = (view: RunView, ids: readonly string[]): Safe =>
  command(
    safe`ordo cancel`,
    fileOf(view),
    ...ids.map((id) => safe`--only ${shellWord(safeText(id))}`),
    ...given(view, 'config', 'journal', 'var'),
  );

/** Asks before it cancels what is named, and nothing else. */
export const cancelOnceMore = (view: RunView, ids: readonly string[]): Safe =>
  command(cancelEntries(view, ids), safe`--execute --live`);

export const look = (view: RunView, name: 'status' | 'settle'): Safe =>
  command(safe`ordo ${name}`, fileOf(view), ...given(view, 'config', 'journal', 'var'));

/** Says of orders that their positions are gone. */
export const closed = (view: RunView, ids: readonly string[]): Safe =>
  command(look(view, 'settle'), ...ids.map((id) => safe`--closed ${shellWord(safeText(id))}`));

/** A live dry run without a code: it opens, and the account is halted. */
export const isHalted = ({ run, plan, calls }: RunView): boolean =>
  run?.halted !== undefined && plan?.approval === undefined && calls.planned > 0;

export const afterHalt = (view: RunView, words: Safe): NextStep => ({
  why: safe`${words}Lift the halt when you are ready, then look again:`,
  command: command(safe`ordo halt --lift --why "the reason"`, ...given(view, 'config', 'journal')),
});

export const againRejected = (view: RunView, all: number): NextStep => ({
  why: safe`${grouped(all)} rejected: fix the causes shown above, then place again:`,
  command: isLive(view) ? dryRunLive(view, safe`--again rejected`) : executeOnPaper(view),
});

/** Shows what would close so much of a position, and sends nothing. */
export const closePosition = (
  view: RunView,
  { symbol, side, size }: { readonly symbol: string; readonly side: 'long' | 'short'; readonly size: string },
): Safe =>
  command(
    safe`ordo close`,
    shellWord(safeText(symbol)),
    safe`${side}`,
    safeText(size),
    ...given(view, 'config', 'journal'),
  );
