/** The command that settles orders of a run's plan, as a shell takes it: the same plan, in the same journal. */
import type { GivenOption } from '../../model/event.ts';
import { safeText } from '../../model/safe-text.ts';
import { optionWords, shellWord } from '../../report/text/phrases.ts';
import type { PreparedRun } from './prepared-run.ts';

const SETTLES_WITH: ReadonlySet<GivenOption['name']> = new Set(['config', 'journal', 'var']);

/** Without what it decides. */
export function settleCommand({ planFile, options }: Pick<PreparedRun, 'planFile' | 'options'>): string {
  const words = optionWords(options.filter(({ name }) => SETTLES_WITH.has(name)));
  return ['ordo settle', shellWord(safeText(planFile)), ...words].join(' ');
}
