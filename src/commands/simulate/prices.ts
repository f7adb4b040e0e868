/** The prices of every symbol of a plan: files of candles from the options or the config, or paths that were drawn. */
import { dirname, join } from 'node:path';
import type { Decimal } from '../../model/decimal.ts';
import type { Plan } from '../../model/order.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { safeText } from '../../model/safe-text.ts';
import { sameSymbol, SymbolMap } from '../../model/symbol.ts';
import { refuse } from '../../refusal.ts';
import type { TriedPrices } from '../../actions/simulate/simulation.ts';
import type { JoinedCandles } from '../../simulate/candles/joined.ts';
import { MOST_CANDLES } from '../../simulate/candles/reading.ts';
import type { UnreadCandles } from '../../simulate/candles/reader.ts';
import { readPath } from '../../simulate/path-text.ts';
import type { TickPath } from '../../model/simulated.ts';
import { readCandleFiles, type WantedFiles } from '../inputs/candle-files.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';
import type { OfSymbol, Tried } from './given.ts';

/** Whether the config says what a plan is tried on. */
export const hasCandles = ({ config }: Setup): boolean => config.simulate.candles !== undefined;

/** Refuses (exit 2) where a symbol has none, and a file that cannot be had; mistakes in what files hold are a value. */
export async function pricesOf(
  world: World,
  setup: Setup,
  plan: Plan,
  { candles, path }: Tried,
): Promise<Result<TriedPrices, readonly UnreadCandles[]>> {
  const symbols = [...new Set(plan.orders.map(({ symbol }) => symbol))];
  const ticks = ticksOf(symbols, setup);
  if (path.length > 0) return ok({ of: { path: pathsOf(symbols, ticks, path) }, candles: [] });
  const read: JoinedCandles[] = [];
  const unread: UnreadCandles[] = [];
  const wanted = candles.length > 0 ? givenFiles(symbols, candles) : configFiles(symbols, setup);
  for (const files of wanted) {
    const joined = await readCandleFiles(world, { ...files, tick: ticks.get(files.symbol) as Decimal });
    if (joined.ok) read.push(joined.value);
    else unread.push(...joined.error);
    checkAmount(read);
  }
  return unread.length > 0 ? err(unread) : ok({ of: { candles: read.map((one) => one.candles) }, candles: read });
}

/** Refuses (exit 2) more candles over all symbols than one may have. */
export function checkAmount(read: readonly Pick<JoinedCandles, 'candles'>[]): void {
  const all = read.reduce((sum, { candles: { openMs } }) => sum + openMs.length, 0);
  if (all > MOST_CANDLES)
    refuse(
      'input/unreadable',
      'the candles of all symbols are more than 5,000,000',
      'take longer candles, or a part of the time',
    );
}

/** Refuses (exit 2) a symbol that no list has: a price is so many ticks. */
function ticksOf(symbols: readonly string[], { instruments }: Setup): SymbolMap<Decimal> {
  return new SymbolMap(
    symbols.map((symbol): [string, Decimal] => {
      const tick = instruments?.bySymbol.get(symbol)?.tick;
      if (tick !== undefined) return [symbol, tick];
      return refuse(
        'config/invalid',
        `the tick of ${safeText(symbol)} is not known: no list of instruments has it`,
        'write the list: ordo instruments',
      );
    }),
  );
}

type Files = Omit<WantedFiles, 'tick'>;

function givenFiles(symbols: readonly string[], given: readonly OfSymbol[]): Files[] {
  const files = bySymbol(symbols, given, 'candles');
  return symbols.map((symbol) => ({ symbol, files: files.get(symbol) ?? lacking(symbol) }));
}

/** The config may have those of other plans as well. */
function configFiles(symbols: readonly string[], { config, configFile }: Setup): Files[] {
  const all = new SymbolMap(Object.entries(config.simulate.candles ?? {}));
  const folder = dirname(configFile ?? '.');
  return symbols.map((symbol) => ({
    symbol,
    files: (all.get(symbol) ?? lacking(symbol)).map((file) => join(folder, file)),
    within: folder,
  }));
}

const lacking = (symbol: string): never =>
  refuse(
    'command/names',
    `there are no candles of ${safeText(symbol)}`,
    `write them: ordo candles ${safeText(symbol)} 1h --out candles.csv; then give --candles ${safeText(symbol)}=candles.csv`,
  );

/** Refuses (exit 2) a symbol that the plan lacks, and none where it has several. */
function bySymbol(
  symbols: readonly string[],
  given: readonly OfSymbol[],
  option: string,
): ReadonlyMap<string, readonly [string, ...string[]]> {
  const [only, ...others] = symbols;
  const named = Map.groupBy(given, ({ symbol, text }) => {
    const meant = symbol === undefined ? only : symbols.find((one) => sameSymbol(one, symbol));
    if (symbol === undefined && others.length > 0)
      refuse(
        'option/value',
        `--${option} ${safeText(text, 80)}: for which symbol?`,
        `write --${option} ${safeText(only ?? '')}=…`,
      );
    if (meant !== undefined) return meant;
    return refuse('option/value', `--${option}: the plan has no orders of ${safeText(symbol ?? '')}`, 'leave it out');
  });
  return new Map([...named].map(([symbol, all]) => [symbol, all.map(({ text }) => text) as [string, ...string[]]]));
}

function pathsOf(
  symbols: readonly string[],
  ticks: ReadonlyMap<string, Decimal>,
  given: readonly OfSymbol[],
): Map<string, TickPath> {
  const texts = bySymbol(symbols, given, 'path');
  return new Map(
    symbols.map((symbol) => {
      const [text, ...more] = texts.get(symbol) ?? [];
      if (text === undefined)
        refuse('command/names', `there is no path of ${safeText(symbol)}`, `write --path ${safeText(symbol)}=<steps>`);
      if (more.length > 0) refuse('option/repeated', `--path of ${safeText(symbol)} is given twice`, 'give it once');
      const path = readPath(text, ticks.get(symbol) as Decimal);
      if (path.ok) return [symbol, path.value] as const;
      const { step, text: part, message } = path.error;
      return refuse('option/value', `--path, step ${step} (${safeText(part, 40)}): ${message}`);
    }),
  );
}
