import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { givenVariables } from '../command-line/var-option.ts';
import { outputKind, type OutputKind } from '../command-line/output-kind.ts';
import { refuse } from '../command-line/refusal.ts';
import { loadSetup, type CheckConfig, type Setup } from './setup.ts';
import type { World } from '../world.ts';

export interface OnePlan {
  readonly planPath: string;
  readonly output: OutputKind;
  readonly setup: Setup;
  readonly plan: Plan;
}

/**
 * The one plan that a command about live orders works on, under a config that passes `checkConfig`. An invalid plan is
 * reported, and its exit code returned.
 */
export async function loadOnePlan(
  world: World,
  command: string,
  given: Arguments,
  checkConfig: CheckConfig,
): Promise<OnePlan | ExitCode> {
  const variables = givenVariables(given);
  const [planPath, ...more] = given.positionals;
  if (planPath === undefined || more.length > 0) {
    refuse(EXIT.usage, `${command} takes one plan`, `write ordo ${command} <plan.yaml>`);
  }
  const output = outputKind(given.value('output') ?? 'lines', world);
  const configPath = given.value('config');
  const setup = await loadSetup(world, { planPath, variables, checkConfig, ...defined({ configPath }) });
  const { plan } = setup;
  if (plan !== undefined) return { planPath, output, setup, plan };
  await reportDiagnostics(world, output, setup.diagnostics);
  return setup.exitCode;
}
