/** `ordo schema`: prints a JSON Schema, from the same files that the program validates with. */
import configSchema from '../../schemas/config.schema.json' with { type: 'json' };
import eventSchema from '../../schemas/event.schema.json' with { type: 'json' };
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { readArguments } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { refuse, suggestion } from './command-line/refusal.ts';
import type { World } from './world.ts';

const SCHEMAS: Readonly<Record<string, unknown>> = { plan: planSchema, config: configSchema, event: eventSchema };

export const SCHEMA_HELP: CommandHelp = {
  usage: 'ordo schema [plan|config|event]',
  brief: 'print a JSON Schema',
  summary: 'Print a JSON Schema.',
  options: {},
  examples: [['ordo schema plan > plan.schema.json', 'for an editor']],
};

export async function schema(world: World, args: readonly string[]): Promise<ExitCode> {
  const { positionals } = readArguments('schema', args, {});
  const [name = 'plan', ...more] = positionals;
  const found = SCHEMAS[name];
  if (found === undefined || more.length > 0) {
    refuse(
      EXIT.usage,
      `there is no schema ${positionals.join(' ')}`,
      `${suggestion(name, Object.keys(SCHEMAS))}there are ${Object.keys(SCHEMAS).join(', ')}`,
    );
  }
  world.stdout.write(`${JSON.stringify(found, null, 2)}\n`, 'exact');
  return EXIT.done;
}
