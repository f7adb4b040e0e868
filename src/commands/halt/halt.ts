/** `ordo halt`: stops what opens, at once and on every machine of the journal; `--lift` ends that. No key, no lock, no exchange. */
import { halt as haltAccount } from '../../actions/halt.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { haltSheet } from '../../views/halt.ts';
import { readArguments, refuseWords, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind, writeSheet, type OutputKind } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { ANSWER_OPTION, configOption, journalOption } from '../command-line/shared-options.ts';
import { configAlone } from '../inputs/one-plan.ts';
import { notify } from '../live/notices.ts';
import { haltNotice, liftNotice } from '../../report/formats/notices.ts';
import { journalAt } from '../live/journal-address.ts';
import { journalWords } from '../live/live-facts.ts';
import { accountOf } from '../live/live-target.ts';
import type { World } from '../world.ts';
import { haltPlace, mistakesOf, type HaltPlace } from './emergency.ts';
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
  const asked = defined({ configPath: given.value('config'), journalPath: given.value('journal') });
  const place = isOn ? await haltPlace(world, asked) : await liftPlace(world, output, asked);
  if (typeof place === 'number') return place;
  const { read, account, journal } = place;
  const halted = await haltAccount(await world.journals.open(journal.url), account, {
    isOn,
    why,
    mostMs: MOST_READ_MS,
  });
  const isNew = halted.known?.length === 0;
  const told = { account, journal: journalWords(journal, { isNew }) };
  await writeSheet(world.terminal, output, haltSheet(halted, told, mistakesOf(read.diagnostics)));
  await notify(
    world,
    read,
    { account: account.name },
    isOn ? haltNotice(why, account.name) : liftNotice(why, account.name),
  );
  return EXIT.done;
}

/** A lift is in no hurry: a config with a mistake is mended first. */
async function liftPlace(
  world: World,
  output: OutputKind,
  { configPath, journalPath }: Partial<Readonly<Record<'configPath' | 'journalPath', string>>>,
): Promise<HaltPlace | ExitCode> {
  const { config, diagnostics, exitCode, configFile } = await configAlone(world.files, undefined, configPath);
  if (exitCode !== EXIT.done) {
    await reportDiagnostics(world.terminal, output, diagnostics);
    return exitCode;
  }
  const account = accountOf(world, config, 'halt');
  const read = { config, diagnostics: [], doubtful: [], ...defined({ configFile }) };
  return { read, account, journal: await journalAt(world, journalPath, config) };
}
