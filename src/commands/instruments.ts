/** `ordo instruments`: writes instruments.json from the exchange's list of contracts, and says what is another now. */
import { dirname, resolve } from 'node:path';
import type { LeftOut } from '../exchange/contract-list.ts';
import { defaultConfig, type Config } from '../model/config.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { readArguments, type Arguments, type OptionSpecs } from './arguments.ts';
import { askForContracts, listOf } from './ask-contracts.ts';
import { tellDiagnostics } from './diagnostics.ts';
import { findConfig, isThere, readText, shown } from './input-files.ts';
import { refuse } from './refusal.ts';
import { checkSafeToRunLive, liveOrigin } from './target.ts';
import type { World } from './world.ts';

export const INSTRUMENTS_OPTIONS: OptionSpecs = {
  check: { help: 'write nothing; exit 5 if anything but the date differs' },
  symbol: { value: '<symbol>', many: true, help: 'only this one; the file then has no others' },
  out: { value: '<file>', help: 'default: the config’s instruments, else instruments.json' },
  config: { value: '<file>', help: 'default: the nearest ordo.config.yaml upwards from here' },
};

export async function instruments(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('instruments', args, INSTRUMENTS_OPTIONS);
  if (given.positionals.length > 0) {
    refuse(
      EXIT.usage,
      `instruments takes no ${given.positionals.join(' ')}`,
      'a symbol goes behind --symbol, a file behind --out',
    );
  }
  // Wrong precision costs money as a lost key does: whatever could stand between is refused here too.
  checkSafeToRunLive(world, (message) => world.stderr.write(`ordo: ${message}\n`));
  const place = await findPlace(world, given);
  if ('diagnostics' in place) {
    await tellDiagnostics(world, 'lines', place.diagnostics);
    return EXIT.usage;
  }
  const isCheck = given.has('check');
  const standing = await readStanding(world, place.file);
  if (isCheck && standing.kind === 'nothing') {
    refuse(
      EXIT.usage,
      `there is no ${shown(world, place.file)} to check`,
      'ordo instruments without --check writes it',
    );
  }
  if (standing.kind === 'no-list' && (isCheck || !standing.isCut)) {
    await tellDiagnostics(world, 'lines', standing.diagnostics);
    return EXIT.usage;
  }
  const origin = liveOrigin(world, place.config, 'instruments');
  const found = await askForContracts(world, origin, place.config);
  return conclude(world, { file: place.file, isCheck, standing, ...listOf(found, given.values('symbol')) });
}

interface Place {
  readonly config: Config;
  /** The list's absolute path. */
  readonly file: string;
}

/** The file of the config is written beside the config, as it is read from there. */
async function findPlace(world: World, given: Arguments): Promise<Place | { diagnostics: readonly Diagnostic[] }> {
  const out = given.value('out');
  // A plan or a config behind --out would be lost.
  if (out?.endsWith('.json') === false)
    refuse(EXIT.usage, `--out ${out} is no .json file`, 'write --out instruments.json');
  const named = out === undefined ? undefined : resolve(world.folder, out);
  const configFile = findConfig(world, given.value('config'), world.folder);
  if (configFile === undefined) {
    return { config: defaultConfig, file: named ?? resolve(world.folder, 'instruments.json') };
  }
  const read = readText(world, new Map(), configFile, 'the config');
  if (!read.ok) return { diagnostics: [read.diagnostic] };
  const { loadConfig } = await import('../config/load-config.ts');
  const { config, diagnostics } = loadConfig(read.source);
  if (config === undefined) return { diagnostics };
  const beside = config.instruments === undefined ? undefined : resolve(dirname(configFile), config.instruments);
  return { config, file: named ?? beside ?? resolve(world.folder, 'instruments.json') };
}

/** What stands in the file's place before. */
type Standing =
  | { readonly kind: 'list'; readonly list: InstrumentList }
  | { readonly kind: 'nothing' }
  /** What is no JSON may be a list that was cut; what is may be another file, such as a reviewed plan, and is kept. */
  | { readonly kind: 'no-list'; readonly diagnostics: readonly Diagnostic[]; readonly isCut: boolean };

async function readStanding(world: World, file: string): Promise<Standing> {
  if (!isThere(world, file)) return { kind: 'nothing' };
  const read = readText(world, new Map(), file, 'the list');
  if (!read.ok) return { kind: 'no-list', diagnostics: [read.diagnostic], isCut: false };
  const { loadInstruments } = await import('../config/load-instruments.ts');
  const { instruments: list, diagnostics } = loadInstruments(read.source);
  if (list !== undefined) return { kind: 'list', list };
  return { kind: 'no-list', diagnostics, isCut: diagnostics.every(({ code }) => code === 'json/syntax') };
}

interface Conclusion {
  readonly file: string;
  readonly isCheck: boolean;
  readonly standing: Standing;
  readonly list: InstrumentList;
  readonly leftOut: readonly LeftOut[];
}

async function conclude(world: World, { file, isCheck, standing, list, leftOut }: Conclusion): Promise<ExitCode> {
  const [{ instrumentsText }, { changesBetween, isChanged }, { renderInstruments }, { count }] = await Promise.all([
    import('../config/instruments-text.ts'),
    import('../model/instrument-changes.ts'),
    import('../report/instruments-lines.ts'),
    import('../report/words.ts'),
  ]);
  const name = shown(world, file);
  const before = standing.kind === 'list' ? standing.list : undefined;
  const changes = before === undefined ? undefined : changesBetween(before, list);
  const differs = changes !== undefined && isChanged(changes);
  if (!isCheck) {
    const written = await world.replaceFile(file, instrumentsText(list));
    if (!written.ok) refuse(EXIT.usage, `${name} cannot be written: ${written.error}`, 'what stood there stands');
  }
  const amount = count(list.bySymbol.size, 'symbol');
  const compared =
    standing.kind === 'no-list' ? ', where no list was' : before !== undefined && !differs ? ', nothing changed' : '';
  const outcome = isCheck
    ? `${name} ${differs ? 'is not' : 'is still'} what the exchange lists`
    : `wrote ${name}: ${amount}, as of ${list.asOf}${compared}`;
  const { color, width } = world.stdout;
  const told = before !== undefined && changes !== undefined && { changes: { since: before.asOf, list: changes } };
  world.stdout.write(renderInstruments({ outcome, leftOut, ...told }, { color, width }));
  return isCheck && differs ? EXIT.notAsReviewed : EXIT.done;
}
