/** `ordo schema`: prints a JSON Schema, from the same files that the program validates with. */
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import eventSchema from '../../schemas/event.schema.json' with { type: 'json' };
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import reviewedSchema from '../../schemas/reviewed.schema.json' with { type: 'json' };
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { readArguments } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { refuse, suggestion } from '../refusal.ts';
import type { World } from './world.ts';

const SCHEMAS = { plan: planSchema, config: configSchema, event: eventSchema, reviewed: reviewedSchema };
const NAMES = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

/** A schema as the text of its file. */
export const schemaText = (name: keyof typeof SCHEMAS): string => `${JSON.stringify(SCHEMAS[name], null, 2)}\n`;

export const SCHEMA_HELP: CommandHelp = {
  usage: 'ordo schema [plan|config|event|reviewed]',
  brief: 'print a JSON Schema',
  summary: 'Print a JSON Schema.',
  options: {},
  examples: [
    ['ordo schema plan > schemas/plan.schema.json', 'for an editor'],
    ['ordo schema event', 'one line of --output ndjson'],
  ],
};

export async function schema(world: World, args: readonly string[]): Promise<ExitCode> {
  const { positionals } = readArguments('schema', args, {});
  const [name = 'plan', ...more] = positionals;
  const found = NAMES.find((one) => one === name);
  if (found === undefined || more.length > 0) {
    refuse(
      EXIT.usage,
      `there is no schema ${positionals.join(' ')}`,
      `${suggestion(name, NAMES)}there are ${NAMES.join(', ')}`,
    );
  }
  world.stdout.write(schemaText(found), 'exact');
  return EXIT.done;
}
