import type { CommandHelp } from './command-line/help.ts';
import { CANCEL_HELP } from './cancel/cancel.ts';
import { COMPLETION_HELP } from './completion/completion.ts';
import { DIFF_HELP } from './diff/diff.ts';
import { EXPLAIN_HELP } from './explain/explain.ts';
import { FMT_HELP } from './fmt.ts';
import { INIT_HELP } from './init/init.ts';
import { INSTRUMENTS_HELP } from './instruments/instruments.ts';
import { JOURNAL_HELP } from './journal.ts';
import { REPLAY_HELP } from './history/replay.ts';
import { REPORT_HELP } from './history/report.ts';
import { RUN_HELP } from './run-plan.ts';
import { SCHEMA_HELP } from './schema.ts';
import { EXCHANGE_HELP } from './serve-paper.ts';
import { SETTLE_HELP } from './settle/settle.ts';
import { STATUS_HELP } from './status/status.ts';
import { VALIDATE_HELP } from './validate.ts';

/** The help of every command, in the order in which a new user meets them. */
export const HELP: ReadonlyMap<string, CommandHelp> = new Map([
  ['run', RUN_HELP],
  ['validate', VALIDATE_HELP],
  ['fmt', FMT_HELP],
  ['status', STATUS_HELP],
  ['explain', EXPLAIN_HELP],
  ['diff', DIFF_HELP],
  ['cancel', CANCEL_HELP],
  ['settle', SETTLE_HELP],
  ['report', REPORT_HELP],
  ['replay', REPLAY_HELP],
  ['journal', JOURNAL_HELP],
  ['instruments', INSTRUMENTS_HELP],
  ['exchange', EXCHANGE_HELP],
  ['schema', SCHEMA_HELP],
  ['init', INIT_HELP],
  ['completion', COMPLETION_HELP],
]);
