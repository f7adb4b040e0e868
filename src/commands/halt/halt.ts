/** `ordo halt`: stops what opens, at once and on every machine of the journal; `--lift` ends that. No key, no lock, no exchange. */
import { halt as haltAccount } from '../../actions/halt.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { haltSheet } from '../../views/halt.ts';
import { readArguments, refuseWords, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind, writeSheet } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { ANSWER_OPTION, configOption, journalOption } from '../command-line/shared-options.ts';
import { configAlone } from '../inputs/one-plan.ts';
import { notify } from '../live/notices.ts';
import { haltNotice, liftNotice } from '../../report/formats/notices.ts';
import { journalAt } from '../live/journal-address.ts';
import { journalWords } from '../live/live-facts.ts';
import { accountOf } from '../live/live-target.ts';
import type { World } from '../world.ts';
import { reasonOf } from './reason.ts';

/** A halt ends within a second, however long its journal is: what takes longer to read is left to other commands. */
const MOST_READ_MS = 200;

const HALT_OPTIONS: OptionSpecs = {
  why: { value: '<text>', help: 'the reason, in one line; every head and prompt shows it' },
  lift: { help: 'end the halt; what opens may be sent again' },
  config: configOption('upwards from here'),
  journal: journalOption(),
  output: ANSWER_OPTION,
};

export const HALT_HELP: CommandHelp = {
  usage: 'ordo halt',
  brief: 'send nothing that opens, until it is lifted',
  summary: 'Halt the account: from this record on, no order that opens is sent from this journal.',
  more: `It needs no key, no lock and no exchange, so it works during a run and while the exchange is
down. A run under way still sends what closes, and withholds what opens as halted. Nothing is
cancelled: open orders may still fill, and the answer counts them. Every machine that shares the
journal obeys; another journal, another program and the exchange know nothing of it.`,
  options: HALT_OPTIONS,
  examples: [
    ['ordo halt --why "the feed is wrong"', 'halt; exit 0 once it is durable, 6 if not'],
    ['ordo halt --lift --why "the feed is back"', 'end the halt'],
  ],
};

export async function halt(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('halt', args, HALT_OPTIONS);
  refuseWords('halt', given, 'a halt is for the whole account: leave it out');
  const isOn = !given.has('lift');
  const why = reasonOf(isOn ? 'halt' : 'halt --lift', given.value('why'));
  const output = outputKind(given.value('output') ?? 'lines', world);
  const setup = await configAlone(world.files, undefined, given.value('config'));
  const { config, diagnostics, exitCode } = setup;
  if (exitCode !== EXIT.done) {
    await reportDiagnostics(world.terminal, output, diagnostics);
    return exitCode;
  }
  const account = accountOf(world, config, 'halt');
  const journal = await journalAt(world, given.value('journal'), config);
  const asked = { isOn, why, mostMs: MOST_READ_MS };
  const halted = await haltAccount(await world.journals.open(journal.url), account, asked);
  const isNew = halted.known?.length === 0;
  const place = { account, journal: journalWords(journal, { isNew }) };
  await writeSheet(world.terminal, output, haltSheet(halted, place));
  await notify(
    world,
    setup,
    { account: account.name },
    isOn ? haltNotice(why, account.name) : liftNotice(why, account.name),
  );
  return EXIT.done;
}
