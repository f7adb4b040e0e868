/** `ordo journal`: `verify` looks at every record, `info` tells what is in it, `copy` moves it to a server. */
import type { JournalAddress } from '../journal/records/scope.ts';
import { headIn, LEAST_DIGITS, type Head } from '../journal/records/head.ts';
import type { Objection } from '../journal/records/objection.ts';
import type { Config } from '../model/config.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { refuse, suggestion } from '../refusal.ts';
import { restoredSheet, verifiedSheet } from '../views/journal.ts';
import { readArguments, type Arguments, type OptionSpecs } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { outputKind, writeSheet, type OutputKind } from './command-line/output-kind.ts';
import { ANSWER_OPTION, configOption, journalOption } from './command-line/shared-options.ts';
import { info } from './journal/info.ts';
import { isServerUrl } from '../journal/postgres/journal-url.ts';
import { configAlone } from './inputs/one-plan.ts';
import { reportDiagnostics } from './command-line/report-diagnostics.ts';
import { copy, COPY_HELP, refuseAltered } from './journal/copy.ts';
import { journalAt } from './live/journal-address.ts';
import type { World } from './world.ts';

const WHATS = ['verify', 'info', 'copy', 'restored'] as const;
const isWhat = (what: string | undefined): what is (typeof WHATS)[number] => WHATS.some((one) => one === what);

const JOURNAL_OPTIONS: OptionSpecs = {
  head: { value: '<number>:<sum>', help: 'a head that you kept: it must still be in the journal, as it was' },
  config: configOption('from this folder upwards'),
  journal: journalOption(),
  output: ANSWER_OPTION,
};

export const JOURNAL_HELP: CommandHelp = {
  usage: 'ordo journal [verify|info|copy|restored]',
  brief: 'whether the journal is whole; copy it to a server',
  summary: 'Check every record of the journal: each contains the hash of the one before it.',
  more: `A record that was changed, removed, inserted or cut off is named with its orders (exit 5).
If somebody rebuilt the whole journal, hash by hash, only an earlier head can show it. Runs and
this command print the head: keep it where nobody who can write the journal can change it.

ordo journal info shows version, records, runs, current lock holders, and how durable it is.
ordo journal restored accepts a server that was promoted or restored, once you have checked
what it may have forgotten.

${COPY_HELP}`,
  options: JOURNAL_OPTIONS,
  examples: [
    ['ordo journal verify', 'the journal of this user'],
    ['ordo journal info', 'its contents, and current lock holders'],
    ['ordo journal verify --head 41:3f9c21d4aa017b20', 'and that it continues from the head you kept'],
    ['ordo journal copy journal.db postgres://ordo@db.desk/ordo', 'to a server, for good'],
  ],
};

export async function journal(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('journal', args, JOURNAL_OPTIONS);
  const [what, ...more] = given.positionals;
  if (what === 'copy') return copy(world, given, more);
  if (!isWhat(what) || more.length > 0) {
    const meant = what === undefined ? '' : suggestion(what, WHATS);
    refuse(
      'command/names',
      'journal needs to know what to do',
      `${meant}write ordo journal verify, info, copy or restored`,
    );
  }
  if (what !== 'verify' && given.has('head'))
    refuse('option/conflict', `journal ${what} takes no --head`, '--head is for ordo journal verify');
  const at = await journalAt(world, given.value('journal'), await configOf(world, given));
  const output = outputKind(given.value('output') ?? 'lines', world);
  if (what === 'info') return info(world, at, output);
  if (what === 'restored') return restored(world, at, output);
  return verify(world, at, output, headOf(given.value('head')));
}

async function verify(world: World, { url, name }: JournalAddress, output: OutputKind, kept?: Head): Promise<ExitCode> {
  const ledger = await world.journals.open(url);
  const objection = await ledger.objection();
  const found = await ledger.verify(kept).catch((error: unknown) => refuseObjected(objection, error));
  if (found.kind === 'broken') refuseAltered(name, found);
  if (objection !== undefined) refuseObjected(objection);
  await writeSheet(world.terminal, output, verifiedSheet(name, found.head));
  return EXIT.done;
}

function refuseObjected(objection: Objection | undefined, otherwise?: unknown): never {
  if (objection === undefined) throw otherwise;
  return refuse('journal/doubtful', objection.message, objection.hint);
}

/** The config names the journal where nothing else does; what else is wrong with it says nothing of the journal. */
async function configOf(world: World, given: Arguments): Promise<Config | undefined> {
  if (given.has('journal') || (world.variables['ORDO_JOURNAL'] ?? '') !== '') return undefined;
  const { config, diagnostics, exitCode } = await configAlone(world.files, undefined, given.value('config'));
  if (exitCode === EXIT.done) return config;
  await reportDiagnostics(world.terminal, 'lines', diagnostics);
  return refuse(
    'config/invalid',
    'the config cannot be read, and it may name the journal',
    'name the journal with --journal',
  );
}

/** A person’s word that nothing is missing, or that what is missing was looked for. */
async function restored(world: World, { url, name }: JournalAddress, output: OutputKind): Promise<ExitCode> {
  if (!isServerUrl(url))
    refuse(
      'journal/address',
      'journal restored is for a journal on a server',
      'name it with --journal postgres://user@host/database',
    );
  await world.journals.acceptRestored(url);
  await writeSheet(world.terminal, output, restoredSheet(name));
  return EXIT.done;
}

function headOf(asked: string | undefined): Head | undefined {
  if (asked === undefined) return undefined;
  return (
    headIn(asked) ??
    refuse(
      'option/value',
      `--head ${asked} is not a head`,
      `write its number and at least ${LEAST_DIGITS} digits of its sum, such as 41:3f9c21d4aa01`,
    )
  );
}
