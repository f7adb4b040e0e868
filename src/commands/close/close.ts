/** `ordo close`: closes a position of the account, or a part of it, at market. */
import { checkCanAsk } from '../../actions/prepare/account-checks.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import { checkVariables } from '../command-line/environment-variables.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind } from '../command-line/output-kind.ts';
import { concluding, finished, reporter } from '../command-line/reporting.ts';
import { configOption, journalOption, OUTPUT_OPTION, REBIND_OPTION } from '../command-line/shared-options.ts';
import { configAlone } from '../inputs/one-plan.ts';
import { needsExchange } from '../live/live-target.ts';
import type { World } from '../world.ts';
import { closeAsked } from './close-options.ts';
import { closePosition } from './close-position.ts';

const CLOSE_OPTIONS: OptionSpecs = {
  execute: { help: 'send the close; without it the account is read, and nothing is sent' },
  live: { help: 'close always goes to the live exchange; accepted for symmetry with run' },
  approve: { value: '<code>', help: 'close what has this approval code (all 64 digits)' },
  yes: { help: 'close whatever is held' },
  rebind: REBIND_OPTION,
  config: configOption('upwards from here'),
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

export const CLOSE_HELP: CommandHelp = {
  usage: 'ordo close <symbol> <long|short> [<share>]',
  brief: 'close a position, or a part of it, at market',
  summary: 'Read the account, and show what would close a position at market; --execute closes it.',
  more: `A share is a part of what is held (50%), a size in base coin (0.02), or all; it is cut down to
the step. Whoever opened the position, this account's own order closes it: the journal has it as
the plan ordo:close. It cancels nothing, and no limit of the policy holds it back. It ends with 0
only once the order is seen filled, which is looked for as long as execution.cancelWait. While an
earlier close of the position is unknown, nothing is sent.`,
  options: CLOSE_OPTIONS,
  examples: [
    ['ordo close cmt_btcusdt long', 'what would close all of it, and what that would leave'],
    ['ordo close cmt_btcusdt long 50% --execute', 'take half off, asking first'],
    ['ordo close cmt_btcusdt short 0.02 --execute --yes', 'a size, without asking'],
    ['ordo status --name ordo:close', 'every close that was sent from this journal'],
  ],
};

/** What came to what, before anything was sent. */
const NOTHING = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };

export async function close(world: World, args: readonly string[]): Promise<ExitCode> {
  const startedMs = world.clock.monotonicMs();
  const given = readArguments('close', args, CLOSE_OPTIONS);
  const output = outputKind(given.value('output') ?? 'lines', world);
  // A person reads the whole at the end, the verdict first; until then only what cannot wait.
  const told = reporter(world.terminal, output, ({ event }) => output === 'ndjson' || event === 'note');
  const mode = given.has('execute') ? 'execute' : 'dry-run';
  const finish = { mode, target: 'live', startedMs, nothing: NOTHING } as const;
  return concluding(world, told, finish, async () => {
    checkVariables(world);
    const asked = closeAsked(given);
    const setup = await configAlone(world.files, undefined, given.value('config'));
    if (setup.exitCode !== EXIT.done) {
      await told.diagnostics(setup.diagnostics);
      told.emit(finished(world, finish, setup.exitCode));
      return setup.exitCode;
    }
    needsExchange(world, 'close')(setup.config);
    checkCanAsk(setup.config, 'set it to true, or close on the exchange itself');
    return closePosition(world, { asked, setup, output, finish }, told);
  });
}
