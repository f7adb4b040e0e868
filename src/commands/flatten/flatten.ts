/** `ordo flatten`: halts the account, cancels what opens, closes what is held, and looks twice. */
import type { ExitCode } from '../../model/exit-code.ts';
import { givenExecution } from '../command-line/approval-code.ts';
import { readArguments, refuseWords, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { configOption, journalOption, OUTPUT_OPTION, REBIND_OPTION } from '../command-line/shared-options.ts';
import { halt } from '../../actions/halt.ts';
import { haltNotice } from '../../report/formats/notices.ts';
import { notify } from '../live/notices.ts';
import { haltPlace } from '../halt/emergency.ts';
import { reasonOf } from '../halt/reason.ts';
import { onAccount } from '../live/account-command.ts';
import { givenPlace } from '../live/same-again.ts';
import type { World } from '../world.ts';
import { flattenAccount, type FlattenGiven } from './flatten-account.ts';

const FLATTEN_OPTIONS: OptionSpecs = {
  why: { value: '<text>', help: 'the reason, in one line; the halt has it' },
  all: { help: 'close every position, whoever opened it; orders that are not ordo’s stay' },
  execute: { help: 'halt, cancel and close; without it the account is read, and nothing is sent' },
  live: { help: 'flatten always goes to the live exchange; accepted for symmetry with run' },
  approve: { value: '<code>', help: 'flatten what has this approval code (all 64 digits)' },
  yes: { help: 'flatten whatever is there: the halt comes first, before anything is asked' },
  rebind: REBIND_OPTION,
  config: configOption('upwards from here'),
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

export const FLATTEN_HELP: CommandHelp = {
  usage: 'ordo flatten',
  brief: 'halt, cancel what opens, and close what is held',
  summary: 'Read the account, and show what would bring it to nothing; --execute does it.',
  more: `It halts the account, cancels every order of this journal that may still open a position, whatever
its plan, closes at market what its orders opened, cancels the other orders of the journal, and
looks twice. Stops stay on until their position is gone. Orders that are not ordo's are never cancelled, and their positions
are closed only with --all. Exit 0 only if both looks saw nothing held and no order of this
journal is open or unknown; 6 if something is left, 7 if that is not known. The halt stays
whatever happens. Whoever follows a plan is asked to end first. If it is interrupted, repeat the
same command to continue.`,
  options: FLATTEN_OPTIONS,
  examples: [
    ['ordo flatten --why "feed is wrong"', 'what would be cancelled and closed'],
    ['ordo flatten --why "feed is wrong" --execute', 'do it, asking first'],
    ['ordo flatten --why "feed is wrong" --all --execute --yes', 'everything that is held, at once'],
    ['ordo halt --lift --why "feed is back"', 'let orders open again'],
  ],
};

export const flatten = (world: World, args: readonly string[]): Promise<ExitCode> =>
  onAccount(world, readArguments('flatten', args, FLATTEN_OPTIONS), {
    name: 'flatten',
    readAsked: askedOf,
    withoutQueries: 'set it to true; until then: ordo halt --why "the reason"',
    onMistakes: haltAlone,
    act: flattenAccount,
  });

function askedOf(given: Arguments): FlattenGiven {
  refuseWords('flatten', given, 'it is about the whole account: leave that out');
  const why = reasonOf('flatten', given.value('why'));
  return { ...givenExecution(given), why, all: given.has('all'), ...givenPlace(given) };
}

/** A config with mistakes keeps a flatten from all but its first step: that one needs little of it. */
async function haltAlone(world: World, asked: FlattenGiven): Promise<string> {
  const { why, execute, yes } = asked;
  if (!execute || !yes) return 'a mistake of the config keeps nobody from halting: ordo halt --why "the reason"';
  const { read, account, journal } = await haltPlace(world, asked);
  await halt(await world.journals.open(journal.url), account, { isOn: true, why });
  await notify(world, read, { account: account.name }, haltNotice(why, account.name));
  return 'the account is halted, and nothing else was done: correct the config, and repeat the same command';
}
