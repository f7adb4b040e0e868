/** Options that several commands share. */
import type { OptionSpec } from './arguments.ts';

/** `--config`; `from` says where the search for it begins. */
export const configOption = (from = 'from the plan’s folder upwards'): OptionSpec => ({
  value: '<file>',
  help: `default: the nearest ordo.config.yaml ${from}`,
});

const JOURNAL_DEFAULT = 'default: $XDG_STATE_HOME/ordo/journal.db';

/** `--journal`; `use` says what the command needs it for, if not for the orders of a plan. */
export const journalOption = (use?: string): OptionSpec => ({
  value: '<file|url>',
  help: use === undefined ? JOURNAL_DEFAULT : `${use}; ${JOURNAL_DEFAULT}`,
});

/** `--rebind` of a command that takes the account's key. */
export const REBIND_OPTION: OptionSpec = {
  help: 'this account’s key was replaced: accept the new one from now on',
};

/** `--output` of a command that answers with a sheet. */
export const ANSWER_OPTION: OptionSpec = {
  value: 'lines|md|html|json',
  also: { markdown: 'md' },
  help: 'default: lines; html is a page; --json for json',
};

/** The same of a command whose answer is events too. */
export const OUTPUT_OPTION: OptionSpec = { ...ANSWER_OPTION, value: 'lines|md|html|json|ndjson' };
