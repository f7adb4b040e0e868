/** `ordo validate`: diagnostics only. */
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { paperInstruments } from '../paper/instruments.ts';
import { readArguments, type OptionSpecs } from './arguments.ts';
import { outputKind } from './output.ts';
import { refuse } from './refusal.ts';
import { tellDiagnostics } from './diagnostics.ts';
import { loadSetup } from './setup.ts';
import type { World } from './world.ts';

export const VALIDATE_OPTIONS: OptionSpecs = {
  config: { value: '<file>', help: 'default: the nearest ordo.config.yaml from each plan’s folder upwards' },
  output: { value: 'lines|ndjson', help: 'default: lines' },
};

/** The worst of the plans decides the exit code: 2 before 3 before 4. */
export async function validate(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('validate', args, VALIDATE_OPTIONS);
  if (given.positionals.length === 0) refuse(EXIT.usage, 'validate needs a plan', 'write ordo validate <plan.yaml>…');
  const configPath = given.value('config');
  const asked = outputKind(given.value('output') ?? 'lines', world);
  const codes: ExitCode[] = [];
  for (const planPath of given.positionals) {
    const setup = await loadSetup(world, {
      planPath,
      otherwise: paperInstruments,
      ...(configPath !== undefined && { configPath }),
    });
    await tellDiagnostics(world, asked, setup.diagnostics);
    codes.push(setup.exitCode);
    if (setup.plan !== undefined && asked !== 'ndjson') {
      const { name, generation, orders } = setup.plan;
      world.stdout.write(
        `${planPath}: ${name}, generation ${generation}: ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}, valid\n`,
      );
    }
  }
  return [EXIT.usage, EXIT.invalid, EXIT.forbidden].find((code) => codes.includes(code)) ?? EXIT.done;
}
