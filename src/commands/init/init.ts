/** `ordo init`: a new repository of plans. It makes files, and never touches one that is there. */
import { join, resolve } from 'node:path';
import { count, someOf } from '../../model/count.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { readArguments } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { isThere, shown } from '../inputs/input-files.ts';
import { refuse } from '../../refusal.ts';
import type { Files, World } from '../world.ts';
import { instrumentsText } from '../../config/instruments-text.ts';
import { paperInstruments } from '../../paper/v2/order/instruments.ts';
import { schemaText } from '../schema.ts';
import { CONFIG, EDITOR_SETTINGS, GITIGNORE, PLAN, WORKFLOW } from './starter-texts.ts';

interface StarterFile {
  /** From the new folder, with forward slashes. */
  readonly path: string;
  /** What it is for, in a few words. */
  readonly about: string;
  readonly text: string;
}

const FIRST_PLAN = 'plans/first.ordo.yaml';

/** Stands in the list itself, as JSON has no comments; a dry run names the file and its date. */
const SOURCE = 'the embedded paper exchange; `ordo instruments` writes the list of the real one';

/** What a new repository of plans consists of. */
const starterFiles = (): readonly StarterFile[] => [
  { path: FIRST_PLAN, about: 'a plan to begin with', text: PLAN },
  { path: 'ordo.config.yaml', about: 'the exchange, and limits for every plan', text: CONFIG },
  {
    path: 'instruments.json',
    about: 'ticks and steps, for now the paper exchange’s',
    text: instrumentsText({ ...paperInstruments, source: SOURCE }),
  },
  { path: 'schemas/plan.schema.json', about: 'for editors to check a plan by', text: schemaText('plan') },
  { path: 'schemas/config.schema.json', about: 'the same for the config', text: schemaText('config') },
  { path: '.vscode/settings.json', about: 'names the schemas, asks no network', text: EDITOR_SETTINGS },
  { path: '.github/workflows/plans.yml', about: 'validates every plan at each push', text: WORKFLOW },
  { path: '.gitignore', about: 'no keys and no journal in git', text: GITIGNORE },
];

export const INIT_HELP: CommandHelp = {
  usage: 'ordo init [folder]',
  brief: 'a new repository of plans: plan, config, instruments, workflow, editor settings',
  summary: 'Make a new repository of plans, here or in a folder of its own.',
  more: `It has a plan, the config with limits, a list of instruments, schemas and settings for
editors, a workflow that validates every plan once it says where ordo comes from, and a
.gitignore. There is no key in any of it. The list of instruments is the paper exchange's
until ordo instruments writes that of the real one.

Nothing is ever overwritten: if one of the files exists already, none is made (exit 2).`,
  options: {},
  examples: [
    ['ordo init desk', 'in a folder of its own'],
    ['ordo init', 'in the current folder'],
  ],
};

export async function init(world: World, args: readonly string[]): Promise<ExitCode> {
  const [named, ...more] = readArguments('init', args, {}).positionals;
  if (more.length > 0)
    refuse('command/names', `init takes one folder, and got ${more.join(' ')} as well`, 'leave it out');
  const folder = resolve(world.files.folder, named ?? '.');
  const files = starterFiles();
  refuseTaken(world.files, folder, files);
  const made = await world.files.make(new Map(files.map(({ path, text }) => [join(folder, path), text])));
  if (!made.ok) {
    const { path, why } = made.error;
    refuse('output/unwritable', `${shown(world.files, path)} cannot be made: ${why}`, 'nothing was made');
  }
  const from = folder === world.files.folder ? undefined : shown(world.files, folder);
  world.terminal.stdout.write(`${[...madeLines(files, from), '', ...nextLines(from)].join('\n')}\n`);
  return EXIT.done;
}

/** Refuses (exit 2) a folder that is none, and one in which a file of these names is already. */
function refuseTaken(files: Files, folder: string, starters: readonly StarterFile[]): void {
  const entry = files.entryAt(folder);
  if (entry.kind === 'closed')
    refuse('output/unwritable', `the folder ${shown(files, folder)} cannot be used: ${entry.why}`);
  if (entry.kind !== 'nothing' && entry.kind !== 'folder')
    refuse('output/unwritable', `${shown(files, folder)} is not a folder`, 'name one that does not exist yet');
  const taken = starters.map(({ path }) => join(folder, path)).filter((path) => isThere(files, path));
  if (taken.length === 0) return;
  const names = someOf(taken.map((path) => shown(files, path)));
  refuse(
    'output/would-overwrite',
    `${names} ${taken.length === 1 ? 'is' : 'are'} there already, and nothing is overwritten`,
    'nothing was made; name another folder: ordo init <folder>',
  );
}

function madeLines(files: readonly StarterFile[], from: string | undefined): string[] {
  const width = Math.max(...files.map(({ path }) => path.length));
  const where = from === undefined ? 'here' : `in ${safeText(from)}`;
  return [
    `made ${count(files.length, 'file')} ${where}`,
    '',
    ...files.map(({ path, about }) => `  ${path.padEnd(width)}  ${about}`),
  ];
}

/** A path that begins with a dash would be an option. */
const asFolder = (path: string): string => safeText(shellWord(path.startsWith('-') ? `./${path}` : path));

function nextLines(from: string | undefined): string[] {
  return [
    'Next',
    ...(from === undefined ? [] : [`    cd ${asFolder(from)}`]),
    '  What would be sent; nothing is:',
    `    ordo run ${FIRST_PLAN}`,
    '  On the paper exchange, where nothing is real:',
    `    ordo run ${FIRST_PLAN} --execute`,
    '  The ticks and steps of the real exchange, before anything is sent there:',
    '    ordo instruments',
    '  For CI, say in .github/workflows/plans.yml where ordo comes from (PACKAGE).',
    '  Until then its check fails.',
  ];
}
