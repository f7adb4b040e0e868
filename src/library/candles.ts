/** Candles: read from a text, as the command reads files, and asked of the exchange, as `ordo candles` does. */
import { askForCandles } from '../actions/candles/ask-candles.ts';
import { MOST_WANTED } from '../actions/candles/candle-plan.ts';
import { parseBaseUrl } from '../config/base-url.ts';
import type { Ledger } from '../journal/records/ledger.ts';
import type { CandleLength } from '../model/candle-question.ts';
import { defaultConfig, type Config } from '../model/config.ts';
import type { InstrumentList } from '../model/instrument.ts';
import { err, ok, type Result } from '../model/result.ts';
import { paperInstruments } from '../paper/v2/order/instruments.ts';
import type { Clock } from '../ports.ts';
import { refusalWith, refuse, type Refusal } from '../refusal.ts';
import { candlesCsv } from '../simulate/candles/csv-scanner.ts';
import { readCandleText, type CandleFile } from '../simulate/candles/reader.ts';
import { realClock } from '../system/clock.ts';
import { VERSION } from '../version.ts';
import { asValue, invalid, type LoadRefusal } from './failure.ts';

export interface CandleOptions {
  /** Whose they are, as the plan writes it. */
  readonly symbol: string;
  /** What messages call the text. */
  readonly file?: string;
  /** Prices become whole ticks of it; by default the list of the paper exchange. */
  readonly instruments?: InstrumentList;
}

/** Where the candles themselves are kept. */
export const FILE = Symbol('file');

/** Candles of one symbol that were read. Times are milliseconds since 1970. */
export interface ReadCandles {
  readonly symbol: string;
  readonly file: string;
  /** `CSV`, `JSON` or `NDJSON`. */
  readonly format: string;
  readonly count: number;
  readonly lengthMs: number;
  /** When the first opened. */
  readonly fromMs: number;
  /** When the last closed. */
  readonly toMs: number;
  /** Candles of which a price was not on the tick, and went to the nearest. */
  readonly moved: number;
}

export type KeptCandles = ReadCandles & { readonly [FILE]: CandleFile };

/** Text in any form that the command reads (docs/simulate.md#forms). Err (exit code 2): every mistake at its place, 20 at most. */
export function readCandles(text: string | Uint8Array, options: CandleOptions): Result<ReadCandles, LoadRefusal> {
  const { symbol, file = 'candles in memory', instruments = paperInstruments } = options;
  const tick = instruments.bySymbol.get(symbol)?.tick;
  if (tick === undefined) {
    const words = `the tick of ${symbol} is not known: the list of instruments does not have it`;
    return err({ ...refusalWith('config/invalid', words), diagnostics: [] });
  }
  const read = readCandleText(text, { file, symbol, tick });
  if (!read.ok) return invalid(read.error.diagnostics, file, 'input/unreadable');
  const { candles, lengthMs, format, moved } = read.value;
  const kept: KeptCandles = {
    symbol,
    file,
    format,
    count: candles.openMs.length,
    lengthMs,
    fromMs: candles.openMs[0] as number,
    toMs: (candles.openMs.at(-1) as number) + lengthMs,
    moved,
    [FILE]: read.value,
  };
  return ok(kept);
}

export interface CandlesQuestion {
  /** The origin of the exchange: https, or http on loopback. */
  readonly baseUrl: string;
  /** Its weight counts here; half of the window is spent at most. */
  readonly ledger: Pick<Ledger, 'questions'>;
  readonly symbol: string;
  readonly length: CandleLength;
  /** How many, up to now; by default 500, at most 100,000. */
  readonly last?: number;
  readonly config?: Config;
  readonly clock?: Clock;
}

export interface CandlesFound {
  /** As `ordo candles` writes it: `readCandles` takes it. */
  readonly csv: string;
  readonly count: number;
  /** How many were wanted: the exchange may not tell them all. */
  readonly wanted: number;
}

const USUAL = 500;

/** Asks without a key, page by page. Err: nothing came (exit code 2), or the rate limit has no room (8). */
export function askCandles(question: CandlesQuestion): Promise<Result<CandlesFound, Refusal>> {
  const { baseUrl, ledger, symbol, length, last = USUAL, config = defaultConfig, clock = realClock } = question;
  return asValue(async () => {
    const address = parseBaseUrl(baseUrl);
    if (!address.ok) return refuse('config/address', `the address of the exchange ${address.error}`);
    if (!Number.isInteger(last) || last < 1 || last > MOST_WANTED)
      return refuse('option/value', `last is ${last}`, `a whole number from 1 to ${MOST_WANTED}`);
    const { fetchPublic } = await import('../exchange/send/connect.ts');
    const account = { origin: address.value, name: config.exchange.account };
    const wanted = { symbol, length, wanted: { kind: 'last', count: last } } as const;
    const found = await askForCandles(account, wanted, {
      ledger,
      clock,
      config,
      fetchPublic: (asked) => fetchPublic({ ...asked, userAgent: `ordo/${VERSION}` }),
      onForecast: () => {},
      onPause: () => {},
    });
    return { csv: candlesCsv(found.candles), count: found.candles.length, wanted: found.wanted };
  });
}
