/** A command that acts on an account of the live exchange, without a plan: `ordo close` and `ordo flatten`. */
import { checkCanAsk } from '../../actions/prepare/account-checks.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { checkVariables } from '../command-line/environment-variables.ts';
import { outputKind, type OutputKind } from '../command-line/output-kind.ts';
import { answerReporter, concluding, finished, type Finish, type Reporter } from '../command-line/reporting.ts';
import { configAlone } from '../inputs/one-plan.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';
import { needsExchange } from './live-target.ts';

export interface AccountTask<Asked> {
  readonly asked: Asked;
  readonly setup: Setup;
  readonly output: OutputKind;
  readonly finish: Finish;
}

interface AccountCommand<Asked> {
  readonly name: string;
  readonly readAsked: (given: Arguments) => Asked;
  /** What to do where `exchange.queries` is false. */
  readonly withoutQueries: string;
  /** What it does, and says, where the config has mistakes. */
  readonly onMistakes?: (world: World, asked: Asked) => Promise<string>;
  readonly act: (world: World, task: AccountTask<Asked>, told: Reporter) => Promise<ExitCode>;
}

/** What came to what, before anything was sent. */
const NOTHING = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };

/** Reads what was asked and the config, then acts. Refusals end it as they end a run. */
export async function onAccount<Asked>(
  world: World,
  given: Arguments,
  { name, readAsked, withoutQueries, onMistakes, act }: AccountCommand<Asked>,
): Promise<ExitCode> {
  const startedMs = world.clock.monotonicMs();
  const output = outputKind(given.value('output') ?? 'lines', world);
  const told = answerReporter(world.terminal, output);
  const mode = given.has('execute') ? 'execute' : 'dry-run';
  const finish = { mode, target: 'live', startedMs, nothing: NOTHING } as const;
  return concluding(world, told, finish, async () => {
    checkVariables(world);
    const asked = readAsked(given);
    const setup = await configAlone(world.files, undefined, given.value('config'));
    if (setup.exitCode !== EXIT.done) {
      await told.diagnostics(setup.diagnostics);
      if (onMistakes !== undefined) told.emit({ event: 'note', message: await onMistakes(world, asked) });
      told.emit(finished(world, finish, setup.exitCode));
      return setup.exitCode;
    }
    needsExchange(world, name)(setup.config);
    checkCanAsk(setup.config, withoutQueries);
    return act(world, { asked, setup, output, finish }, told);
  });
}
