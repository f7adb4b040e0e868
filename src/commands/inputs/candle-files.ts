/** The candles of a command: each file is read once, as a stream, and the files of a symbol are joined. */
import { resolve } from 'node:path';
import type { Decimal } from '../../model/decimal.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { refuse } from '../../refusal.ts';
import { joinCandles, type JoinedCandles } from '../../simulate/candles/joined.ts';
import { CandleReader, type CandleFile, type UnreadCandles } from '../../simulate/candles/reader.ts';
import { framed } from '../command-line/report-diagnostics.ts';
import type { Files, World } from '../world.ts';
import { isBelow, realPathOf, shown } from './input-files.ts';

/** As it stands for stdin on a command line. */
export const STDIN = '-';

export interface WantedFiles {
  readonly symbol: string;
  readonly tick: Decimal;
  /** At least one; `-` is stdin. */
  readonly files: readonly string[];
  /** The folder that a config's files must lie in, links resolved: no message quotes one that lies elsewhere. */
  readonly within?: string;
}

/** Refuses (exit 2) a file that cannot be had; mistakes in what it holds are told as a value. */
export async function readCandleFiles(
  world: World,
  wanted: WantedFiles,
): Promise<Result<JoinedCandles, readonly UnreadCandles[]>> {
  const read: CandleFile[] = [];
  const unread: UnreadCandles[] = [];
  for (const name of wanted.files) {
    const file = await readCandleFile(world, wanted, name);
    if (file.ok) read.push(file.value);
    else unread.push(file.error);
  }
  const [first, ...others] = read;
  if (first === undefined || unread.length > 0) return err(unread);
  const joined = joinCandles([first, ...others]);
  return joined.ok ? ok(joined.value) : err([joined.error]);
}

async function readCandleFile(
  world: World,
  { symbol, tick, within }: WantedFiles,
  name: string,
): Promise<Result<CandleFile, UnreadCandles>> {
  const isStdin = name === STDIN;
  const file = resolve(world.files.folder, name);
  const reader = new CandleReader({
    file: isStdin ? 'stdin' : shown(world.files, file),
    symbol,
    tick,
    hidesText: !isStdin && within !== undefined && !liesIn(world.files, within, file),
  });
  const take = (part: Uint8Array): boolean => reader.feed(part);
  const read = isStdin ? await world.terminal.readInputParts(take) : world.files.readParts(file, take);
  if (!read.ok) refuse('input/unreadable', `the candles ${shown(world.files, file)} cannot be read: ${read.error}`);
  return reader.end();
}

function liesIn(files: Files, folder: string, file: string): boolean {
  const [real, above] = [realPathOf(files, file), realPathOf(files, folder)];
  return real !== undefined && above !== undefined && isBelow(above, real);
}

/** What is wrong with the files, as a person reads it. */
export async function unreadText(world: World, unread: readonly UnreadCandles[]): Promise<string> {
  const texts = unread.map(async ({ file, diagnostics, more }) => {
    const frames = await framed(world.terminal, diagnostics, false);
    return more === 0 ? frames : `${frames}\n\nand ${more} more in ${file}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}
