/** `ordo candles`: writes candles of the exchange as CSV. */
import { CANDLE_LENGTHS, type CandleLength } from '../../model/candle-question.ts';
import { count } from '../../model/count.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import { askForCandles, type FoundCandles } from '../../actions/candles/ask-candles.ts';
import { MOST_WANTED, type Forecast, type WantedCandles } from '../../actions/candles/candle-plan.ts';
import { readArguments, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import { exitCodeOf } from '../command-line/interruption.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { configOption, journalOption } from '../command-line/shared-options.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { wholeNumber } from '../command-line/whole-number.ts';
import { findConfig, shown, isThere } from '../inputs/input-files.ts';
import { readConfig } from '../inputs/read-config.ts';
import { journalPlaceOf } from '../live/journal-place.ts';
import { checkSafeToRunLive } from '../live/live-target.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { refuse } from '../../refusal.ts';
import { candlesCsv, HEADING } from '../../simulate/candles/csv-scanner.ts';
import { lengthText, timeText } from '../../simulate/candles/times.ts';
import type { World, Files } from '../world.ts';
import { givenSpan } from './given-span.ts';
import { resolve } from 'node:path';
import { Decimal } from '../../model/decimal.ts';
import { CandleReader } from '../../simulate/candles/reader.ts';

const CANDLES_OPTIONS: OptionSpecs = {
  last: { value: '<n>', help: `how many, up to now; default 500, at most ${MOST_WANTED}` },
  from: { value: '<time>', help: 'from the first that opens then or later: 2026-11-20, 2026-11-20T02:00Z' },
  to: { value: '<time>', help: 'up to the last that closes by then; default: now' },
  out: { value: '<file>', help: 'replaces the file in one step; default: stdout' },
  config: configOption('upwards from here'),
  journal: journalOption('where its weight is counted'),
};

const LENGTHS = Object.keys(CANDLE_LENGTHS);

export const CANDLES_HELP: CommandHelp = {
  usage: 'ordo candles <symbol> <length>',
  brief: 'write candles from the exchange; no key',
  summary: 'Write candles of the exchange as CSV, the oldest first, for ordo simulate.',
  more: `The length is one of ${LENGTHS.join(' ')}. Prices are last
prices with the digits that the exchange gave; the open candle is left out. Old candles come
100 per question, and take at most half of the IP weight: how long that takes is shown
first. The address is ORDO_BASE_URL or the config's exchange.baseUrl; no
key is needed, and none is read.`,
  options: CANDLES_OPTIONS,
  examples: [
    ['ordo candles cmt_btcusdt 1h --out btc-1h.csv', 'the last 500 hours'],
    ['ordo candles cmt_btcusdt 1m --last 43200 --out btc-1m.csv', '30 days of minutes'],
    ['ordo candles cmt_btcusdt 1m --from 2026-11-20T02:00Z --to 2026-11-20T03:00Z', 'one hour, to stdout'],
  ],
};

const NO_PLAN = { name: '', generation: 1 };
const DEFAULT_COUNT = 500;

export async function candles(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('candles', args, CANDLES_OPTIONS);
  const wanted = wantedOf(given);
  const say = (message: string): void => world.terminal.stderr.write(`ordo: ${message}\n`);
  // Wrong prices cost money, as a stolen key does: what could tamper with the connection is refused here too.
  checkSafeToRunLive(world, say);
  const out = given.value('out');
  const file = out === undefined ? undefined : candleFile(world.files, out);
  if (file !== undefined) refuseOtherFile(world.files, file);
  const configFile = findConfig(world.files, given.value('config'), world.files.folder);
  const read = await readConfig(world.files, configFile);
  if (!read.ok) {
    await reportDiagnostics(world.terminal, 'lines', read.error);
    return EXIT.usage;
  }
  const config = read.value.config;
  refuseOthersFiles(world.files, configFile === undefined ? {} : { configFile });
  const { journal, account } = await journalPlaceOf(world, {
    config,
    plan: NO_PLAN,
    journal: given.value('journal'),
    who: 'candles',
  });
  const release = world.process.onInterruption((interruption) => {
    if (typeof interruption !== 'string') return;
    say('interrupted; nothing was written');
    // Only a question is in flight.
    world.process.endNow(exitCodeOf(interruption));
  });
  const found = await askForCandles(account, wanted, {
    ledger: await world.journals.open(journal.url),
    clock: world.clock,
    config,
    fetchPublic: (question) => world.exchanges.fetchPublic(question),
    onForecast: (forecast) => say(forecastWords(forecast)),
    onPause: ({ forMs, message }) => say(`pauses for ${forMs / 1000} s: ${safeText(message)}`),
  }).finally(release);
  await write(world, file, found);
  say(`${file === undefined ? '' : `wrote ${shown(world.files, file)}: `}${foundWords(wanted, found)}`);
  return EXIT.done;
}

function wantedOf(given: Arguments): WantedCandles {
  const [symbol, length, ...more] = given.positionals;
  const usage = 'write ordo candles <symbol> <length>, such as ordo candles cmt_btcusdt 1h';
  if (symbol === undefined || length === undefined)
    refuse('command/names', 'candles needs a symbol and a length', usage);
  if (more.length > 0) refuse('command/names', `candles takes no ${more.join(' ')}`, usage);
  if (!/^[A-Za-z0-9_]{1,64}$/.test(symbol)) refuse('command/names', `${safeText(symbol, 60)} is not a symbol`, usage);
  if (!isLength(length))
    refuse(
      'command/names',
      `${safeText(length, 60)} is not a length of candles`,
      `the lengths are ${LENGTHS.join(', ')}`,
    );
  const last = wholeNumber(given, 'last', MOST_WANTED);
  if (last === 0) refuse('option/value', '--last 0 asks for no candle', `at least 1, at most ${MOST_WANTED}`);
  const span = givenSpan(given);
  if (span !== undefined && last !== undefined)
    refuse('option/conflict', '--last does not go with --from', 'leave one of them out');
  return { symbol, length, wanted: span ?? { kind: 'last', count: last ?? DEFAULT_COUNT } };
}

const isLength = (text: string): text is CandleLength => Object.hasOwn(CANDLE_LENGTHS, text);

const forecastWords = ({ candles: amount, calls, weight, seconds }: Forecast): string =>
  `${count(amount, 'candle')}: ${count(calls, 'question')} of weight ${weight}${seconds === 0 ? '' : `, about ${seconds} s`}`;

/** In one step: a reader finds the old file or the new one. */
async function write(world: World, file: string | undefined, { candles: rows }: FoundCandles): Promise<void> {
  const text = candlesCsv(rows);
  if (file === undefined) {
    world.terminal.stdout.write(text, 'exact');
    return;
  }
  // The file may have changed while the answers were awaited.
  refuseOtherFile(world.files, file);
  const written = await world.files.replace(file, text);
  if (written.ok) return;
  refuse(
    'output/unwritable',
    `${shown(world.files, file)} cannot be written: ${written.error}`,
    'the old file is unchanged',
  );
}

function foundWords({ length }: WantedCandles, { candles: rows, wanted }: FoundCandles): string {
  const [first, last] = [rows[0], rows.at(-1)];
  const lengthMs = CANDLE_LENGTHS[length];
  const span =
    first === undefined || last === undefined
      ? ''
      : `, ${timeText(first.openMs)} to ${timeText(last.openMs + lengthMs)}`;
  const missing = wanted - rows.length;
  const lacking = missing === 0 ? '' : `; ${missing} of ${wanted} missing: the exchange does not report them`;
  return `${count(rows.length, 'candle')} of ${lengthText(lengthMs)}${span}${lacking}`;
}

/** The absolute path of `--out`. */
const candleFile = (files: Files, out: string): string => resolve(files.folder, out);

/** Refuses (exit 2) a file that is not one of candles. */
function refuseOtherFile(files: Files, file: string): void {
  if (!isThere(files, file)) return;
  const read = files.read(file);
  if (read.ok && holdsCandles(read.value)) return;
  refuse(
    'output/would-overwrite',
    `${shown(files, file)} is not a file of candles${read.ok ? '' : ` (${read.error})`}, and only such a file is replaced`,
    'it was not changed; move it away, or name another file with --out',
  );
}

/** So small that every price lies on it. */
const FINE = Decimal.of('0.00000001');
/** Enough to see what a file is. */
const HEAD = 64 * 1024;

function holdsCandles(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, HEAD);
  if (new TextDecoder().decode(head).startsWith(`${HEADING}\n`)) return true;
  const reader = new CandleReader({ file: '', symbol: '', tick: FINE });
  reader.feed(head);
  return reader.hasCandle;
}
