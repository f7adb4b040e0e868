/** `ordo schema`: prints a JSON Schema, or the SQL of a journal on a server, from the texts that the program itself goes by. */
import { SCHEMA_TEXTS } from '../generated/schema-texts.ts';
import { JOURNAL_SQL } from '../journal/postgres/journal-sql.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { readArguments } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { refuse, suggestion } from '../refusal.ts';
import type { World } from './world.ts';

/** The one that is no JSON Schema. */
const JOURNAL = 'journal';
const NAMES = [...(Object.keys(SCHEMA_TEXTS) as (keyof typeof SCHEMA_TEXTS)[]), JOURNAL] as const;

/** A schema as its file has it, byte for byte. */
export const schemaText = (name: keyof typeof SCHEMA_TEXTS): string => SCHEMA_TEXTS[name];

export const SCHEMA_HELP: CommandHelp = {
  usage: 'ordo schema [plan|config|instruments|account|event|reviewed|journal]',
  brief: 'print a JSON Schema, or the SQL of a journal',
  summary: 'Print a JSON Schema, or the SQL that makes a journal on a PostgreSQL server.',
  more: `ordo schema journal prints what the first live run on a server applies, as one
statement: all of it is done or nothing, and a second time changes nothing.`,
  options: {},
  examples: [
    ['ordo schema plan > schemas/plan.schema.json', 'for an editor'],
    ['ordo schema event', 'one line of --output ndjson'],
    ['ordo schema journal | psql -v ON_ERROR_STOP=1 ordo', 'by the owner of the database'],
  ],
};

export async function schema(world: World, args: readonly string[]): Promise<ExitCode> {
  const { positionals } = readArguments('schema', args, {});
  const [name = 'plan', ...more] = positionals;
  const found = NAMES.find((one) => one === name);
  if (found === undefined || more.length > 0) {
    refuse(
      'command/names',
      `there is no schema ${positionals.join(' ')}`,
      `${suggestion(name, NAMES)}there are ${NAMES.join(', ')}`,
    );
  }
  world.terminal.stdout.write(found === JOURNAL ? JOURNAL_SQL : schemaText(found), 'exact');
  return EXIT.done;
}
