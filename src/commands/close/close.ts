/** `ordo close`: closes a position of the account, or a part of it, at market. */
import type { ExitCode } from '../../model/exit-code.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { configOption, journalOption, OUTPUT_OPTION, REBIND_OPTION } from '../command-line/shared-options.ts';
import { onAccount } from '../live/account-command.ts';
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
the step. It closes the position whoever opened it, with an order that the journal keeps under
the plan ordo:close. It cancels nothing, and no policy limit applies. It exits 0 only once the
order is seen filled; ordo looks for that for up to execution.cancelWait. While an earlier close
of the position is unknown, nothing is sent. Whoever follows a plan with an order at that position
is asked to end first.`,
  options: CLOSE_OPTIONS,
  examples: [
    ['ordo close cmt_btcusdt long', 'what would close all of it, and what that would leave'],
    ['ordo close cmt_btcusdt long 50% --execute', 'close half of it, asking first'],
    ['ordo close cmt_btcusdt short 0.02 --execute --yes', 'a size, without asking'],
    ['ordo status --name ordo:close', 'every close that was sent from this journal'],
  ],
};

export const close = (world: World, args: readonly string[]): Promise<ExitCode> =>
  onAccount(world, readArguments('close', args, CLOSE_OPTIONS), {
    name: 'close',
    readAsked: closeAsked,
    withoutQueries: 'set it to true, or close on the exchange itself',
    act: closePosition,
  });
