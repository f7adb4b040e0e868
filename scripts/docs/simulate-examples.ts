/** Writes the candles of `examples/simulate/btc-1h.csv` once more in the forms that other programs have them in (`npm run docs`). */
import { readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../../examples/simulate/', import.meta.url);

type Row = readonly [time: string, open: string, high: string, low: string, close: string, traded: string];

const HOUR_MS = 3_600_000;

const readRows = (): Row[] =>
  readFileSync(new URL('btc-1h.csv', FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',') as unknown as Row);

const json = (rows: readonly unknown[]): string =>
  `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`;

/** As text, by the names of the files. The dump of Binance counts microseconds, and tells when the candle closed and more. */
function candleTwins(): ReadonlyMap<string, string> {
  const rows = readRows();
  const named = rows.map(([time, open, high, low, close, volume]) => ({ time, open, high, low, close, volume }));
  const numbers = rows.map(([time, ...rest]) => [Date.parse(time), ...rest.map(Number)]);
  const dumped = rows.map(([time, ...rest]) => {
    const ms = Date.parse(time);
    return `${ms}000,${rest.join(',')},${ms + HOUR_MS - 1}999,0,0,0,0,0\n`;
  });
  const newestFirst = rows.toReversed().map((row) => `${row.join(',')}\n`);
  return new Map([
    ['btc-1h.json', json(named)],
    ['btc-1h-ccxt.json', json(numbers)],
    ['btc-1h-binance.csv', dumped.join('')],
    ['btc-1h-newest-first.csv', `time,open,high,low,close,traded\n${newestFirst.join('')}`],
  ]);
}

if (import.meta.main) for (const [name, text] of candleTwins()) writeFileSync(new URL(name, FOLDER), text);
