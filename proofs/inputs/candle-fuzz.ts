/**
 * Hostile files of candles through the reader: none may throw, take long or much memory, and each is read or has a mistake. What
 * is read is whole: times in order, prices in ticks, each candle in its shape. Nothing that is shown acts on a terminal. Some files
 * change while they are read, and one has a row of 1 GiB.
 */
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decimal } from '../../src/model/decimal.ts';
import type { Result } from '../../src/model/result.ts';
import type { Candles } from '../../src/simulate/candles/candles.ts';
import { CandleReader, type CandleFile, type UnreadCandles } from '../../src/simulate/candles/reader.ts';
import { renderDiagnostics } from '../../src/source/code-frame.ts';
import { readFileParts } from '../../src/system/files.ts';
import { proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { randomOf } from '../random.ts';
import { hostileCandles } from './hostile-candles.ts';

const LONGEST_MS = 5000;
const MOST_MIB = 256;
const MOST_SHOWN = 20;
const SOURCE = { symbol: 'cmt_btcusdt', tick: Decimal.of('0.1') };
const COUNTED = ['files', 'read whole', 'with mistakes', 'changed while read'];

// eslint-disable-next-line no-control-regex -- control characters are what must not come through
const ACTS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

export const candleFuzz = proofOf('candle-files', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  let [slowestMs, mostMiB] = [0, 0];
  for (let number = 0; number < runs; number++) {
    const bytes = hostileCandles(seed, number);
    const where = `file ${number} of seed ${seed}`;
    const before = process.threadCpuUsage();
    const file = caught(() => fed(bytes, randomOf(seed, number).int(1, 100_000)));
    if (typeof file === 'string') found.hold(false, where, `throws ${file}`);
    else judge(file, where, found);
    const { user, system } = process.threadCpuUsage(before);
    slowestMs = Math.max(slowestMs, (user + system) / 1000);
    mostMiB = Math.max(mostMiB, process.memoryUsage.rss() / 2 ** 20);
    found.hold((user + system) / 1000 <= LONGEST_MS, where, `takes ${Math.round((user + system) / 1000)} ms`);
    found.hold(mostMiB <= MOST_MIB, where, `${Math.round(mostMiB)} MiB are in use`);
    found.count('files');
  }
  await Promise.resolve(changing(found));
  found.note('ms at most for one file', Math.round(slowestMs));
  found.note('MiB at most', Math.round(mostMiB));
});

type FileRead = Result<CandleFile, UnreadCandles>;

const caught = (read: () => FileRead): FileRead | string => {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
};

function fed(bytes: Uint8Array, size: number): FileRead {
  const reader = new CandleReader({ ...SOURCE, file: 'c.csv\u001b[2J' });
  for (let at = 0; at < bytes.length; at += size) if (!reader.feed(bytes.subarray(at, at + size))) break;
  return reader.end();
}

function judge(file: FileRead, where: string, found: Findings): void {
  found.count(file.ok ? 'read whole' : 'with mistakes');
  if (file.ok) {
    const wrong = oddIn(file.value.candles);
    found.hold(wrong === undefined, where, wrong ?? '');
    return;
  }
  const { diagnostics, more } = file.error;
  found.hold(
    diagnostics.length > 0 && diagnostics.length <= MOST_SHOWN && more >= 0,
    where,
    `${diagnostics.length} mistakes, ${more} more`,
  );
  found.hold(
    diagnostics.every(({ severity }) => severity === 'error'),
    where,
    'is not read for a warning',
  );
  found.hold(!ACTS.test(renderDiagnostics(diagnostics, { width: 80 })), where, 'a message acts on a terminal');
}

/** What is wrong with candles that were read. */
function oddIn({ openMs, lengthMs, open, high, low, close }: Candles): string | undefined {
  if (openMs.length < 2) return 'fewer than two candles';
  for (let at = 0; at < openMs.length; at++) {
    const prices = [open[at], high[at], low[at], close[at]] as number[];
    if (!prices.every((price) => Number.isSafeInteger(price) && price > 0)) return `candle ${at} is not in ticks`;
    const [first = 0, top = 0, bottom = 0, last = 0] = prices;
    if (Math.max(first, last) > top || Math.min(first, last) < bottom) return `candle ${at} has no shape`;
    const distance = at === 0 ? lengthMs[0] : (openMs[at] as number) - (openMs[at - 1] as number);
    if (!((distance as number) > 0) || (distance as number) % (lengthMs[at] as number) !== 0)
      return `candle ${at} is out of order`;
  }
  return undefined;
}

/** A file that grows, one that is cut, and a row of 1 GiB: each ends in a mistake or in the candles that were there. */
function changing(found: Findings): void {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-candles-'));
  const path = join(folder, 'c.csv');
  const rows = Array.from({ length: 20_000 }, (_, row) => `${1_763_596_800 + row * 60},2,2,2,2\n`).join('');
  const changes: Readonly<Record<string, () => void>> = {
    grows: () => appendFileSync(path, '1,1,1,1,1\n'.repeat(1000)),
    'is cut': () => truncateSync(path, 1000),
    'is emptied': () => truncateSync(path, 0),
  };
  try {
    for (const [name, change] of Object.entries(changes)) {
      writeFileSync(path, rows);
      readChanging(path, change, `a file that ${name}`, found);
    }
    writeFileSync(path, 'time,open,high,low,close\n');
    truncateSync(path, 2 ** 30);
    readChanging(path, () => {}, 'a row of 1 GiB', found);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readChanging(path: string, change: () => void, where: string, found: Findings): void {
  const reader = new CandleReader({ ...SOURCE, file: 'c.csv' });
  const before = process.threadCpuUsage();
  let isFirst = true;
  readFileParts(path, (part) => {
    if (isFirst) change();
    isFirst = false;
    return reader.feed(part);
  });
  judge(reader.end(), where, found);
  const { user, system } = process.threadCpuUsage(before);
  found.hold((user + system) / 1000 <= LONGEST_MS, where, 'takes too long');
  found.count('changed while read');
}

if (import.meta.main) await prove({ runs: 20_000 }, candleFuzz);
