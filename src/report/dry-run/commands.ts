/** Commands that go on from what is shown, as a shell takes them: each says again what was given. */
import type { GivenOption } from '../../model/event.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { optionWords, shellWord } from '../text/phrases.ts';
import type { RunView } from '../view/run-view.ts';

export const fileOf = ({ run }: RunView): Safe =>
  run === undefined ? safe`<plan>` : shellWord(safeText(run.planFile));

/** Options that were given, as words of a command: without a `--var` of this run the next would place other orders. */
export const given = (view: RunView, ...names: GivenOption['name'][]): Safe[] =>
  optionWords((view.run?.options ?? []).filter(({ name }) => names.includes(name)));

export const command = (...words: readonly Safe[]): Safe => joined(words, safe` `);

/** Shows what of the plan's orders it would take off: those that the plan no longer has. */
export const lookAtRemoved = (view: RunView): Safe =>
  command(safe`ordo cancel`, fileOf(view), safe`--removed`, ...given(view, 'config', 'journal', 'var'));
