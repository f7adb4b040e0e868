/** `ordo instruments`: writes instruments.json from the exchange's list of contracts, and says what has changed. */
import type { LeftOut } from '../../model/instrument.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import { count } from '../../model/count.ts';
import { readArguments, refuseWords, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { ANSWER_OPTION, configOption, journalOption } from '../command-line/shared-options.ts';
import { askForContracts, listOf } from '../../actions/instruments/ask-contracts.ts';
import { outputKind, writeSheet, type OutputKind } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { shown } from '../inputs/input-files.ts';
import { findListPlace, lookAtExisting, type Existing } from './instruments-place.ts';
import { refuse } from '../../refusal.ts';
import { journalPlaceOf } from '../live/journal-place.ts';
import { checkSafeToRunLive } from '../live/live-target.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { World } from '../world.ts';

const INSTRUMENTS_OPTIONS: OptionSpecs = {
  check: { help: 'write nothing; exit 5 if a number or a symbol differs' },
  symbol: { value: '<symbol>', many: true, help: 'only this one; the file then has no others' },
  out: { value: '<file>', help: 'default: the config’s instruments, else instruments.json next to it' },
  config: configOption('upwards from here'),
  journal: journalOption('where its weight is counted'),
  output: ANSWER_OPTION,
};

export const INSTRUMENTS_HELP: CommandHelp = {
  usage: 'ordo instruments',
  brief: 'write the precision of every symbol',
  summary: 'Write instruments.json from the exchange’s list of contracts.',
  more: `The list has the tick, the step, the smallest and the largest size of every symbol. A contract
whose precision cannot be read exactly is left out and named, never guessed; what
differs from the existing file is reported. The address is ORDO_BASE_URL or the
config's exchange.baseUrl; no key is needed, and none is read.`,
  options: INSTRUMENTS_OPTIONS,
  examples: [
    ['ordo instruments', 'write or renew the list that the config names'],
    ['ordo instruments --symbol cmt_btcusdt', 'a list of one'],
    ['ordo instruments --check', 'exit 0 if the list is still right, 5 if not'],
  ],
};

/** The question belongs to no plan; the journal only counts its weight. */
const NO_PLAN = { name: '', generation: 1 };

export async function instruments(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('instruments', args, INSTRUMENTS_OPTIONS);
  refuseWords('instruments', given, 'a symbol goes after --symbol, a file after --out');
  const output = outputKind(given.value('output') ?? 'lines', world);
  // Wrong precision costs money, as a stolen key does: what could tamper with the connection is refused here too.
  checkSafeToRunLive(world, (message) => world.terminal.stderr.write(`ordo: ${message}\n`));
  const place = await findListPlace(world.files, given);
  if ('diagnostics' in place) {
    await reportDiagnostics(world.terminal, 'lines', place.diagnostics);
    return EXIT.usage;
  }
  refuseOthersFiles(world.files, place);
  const isCheck = given.has('check');
  const look = async (): Promise<Existing> => {
    const existing = await lookAtExisting(world, place);
    if (isCheck) await refuseUnlisted(world, place.file, existing);
    return existing;
  };
  await look();
  const { journal, account } = await journalPlaceOf(world, {
    config: place.config,
    plan: NO_PLAN,
    journal: given.value('journal'),
    who: 'instruments',
  });
  const found = await askForContracts(account, {
    ledger: await world.journals.open(journal.url),
    clock: world.clock,
    config: place.config,
    fetchPublic: (question) => world.exchanges.fetchPublic(question),
  });
  const answer = listOf(found, given.values('symbol'));
  // The file may have changed while the answer was awaited.
  const existing = await look();
  return conclude(world, { output, file: place.file, isCheck, existing, ...answer });
}

/** Only a whole list can be checked. */
async function refuseUnlisted(world: World, file: string, existing: Existing): Promise<void> {
  if (existing.kind === 'list') return;
  if (existing.kind === 'broken-list') await reportDiagnostics(world.terminal, 'lines', existing.diagnostics);
  refuse(
    'input/unreadable',
    `there is no ${existing.kind === 'nothing' ? '' : 'whole list in '}${shown(world.files, file)} to check`,
    'ordo instruments without --check writes it',
  );
}

interface Conclusion {
  readonly output: OutputKind;
  readonly file: string;
  readonly isCheck: boolean;
  readonly existing: Existing;
  readonly list: InstrumentList;
  readonly leftOut: readonly LeftOut[];
}

async function conclude(
  world: World,
  { output, file, isCheck, existing, list, leftOut }: Conclusion,
): Promise<ExitCode> {
  const [{ instrumentsText }, { changesBetween, isChanged, isOutOfDate }, { instrumentsSheet }] = await Promise.all([
    import('../../config/instruments-text.ts'),
    import('../../model/instrument-changes.ts'),
    import('../../views/instruments.ts'),
  ]);
  const name = shown(world.files, file);
  const before = existing.kind === 'list' ? existing.list : undefined;
  const changes = before && { since: before.asOf, list: changesBetween(before, list) };
  const differs = changes !== undefined && (isCheck ? isOutOfDate : isChanged)(changes.list);
  if (!isCheck) {
    const written = await world.files.replace(file, instrumentsText(list));
    if (!written.ok)
      refuse('output/unwritable', `${name} cannot be written: ${written.error}`, 'the old file is unchanged');
  }
  const amount = count(list.bySymbol.size, 'symbol');
  const compared =
    existing.kind === 'broken-list' ? ' (was not a list)' : before !== undefined && !differs ? ', nothing changed' : '';
  const outcome = isCheck
    ? `${name} ${differs ? 'is not' : 'is still'} what the exchange lists`
    : `wrote ${name}: ${amount}, as of ${list.asOf}${compared}`;
  await writeSheet(world.terminal, output, instrumentsSheet({ outcome, leftOut, ...defined({ changes }) }));
  return isCheck && differs ? EXIT.notAsReviewed : EXIT.done;
}
