/** Files of candles as a command reads them. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCandleFiles, unreadText } from '../../src/commands/inputs/candle-files.ts';
import type { World } from '../../src/commands/world.ts';
import { FILES } from '../../src/environment.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { readInputParts } from '../../src/system/input.ts';
import { place } from '../../proofs/support/ordo.ts';
import { csvOf, walk } from '../support/candles.ts';
import { afterTest } from '../support/live.ts';

const ROWS = walk(5, 3000);

async function* stdin(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 1000) yield await Promise.resolve(Buffer.from(text.slice(at, at + 1000)));
}

const never = (): never => {
  throw new Error('not asked for');
};

function reading(piped = '') {
  const at = place();
  afterTest(() => at.remove());
  const world: Pick<World, 'files' | 'terminal'> = {
    files: { ...FILES, folder: at.folder, git: never, watch: never },
    terminal: {
      stdout: { isTerminal: false, color: false, width: 80, write: () => {} },
      stderr: { isTerminal: false, color: false, width: 80, write: () => {} },
      flushOutput: never,
      readInput: never,
      readInputParts: (take) => readInputParts(stdin(piped), take),
      ask: never,
      mountScreen: never,
    },
  };
  const read = (files: readonly string[], within?: string) =>
    readCandleFiles(world as World, {
      symbol: 'cmt_btcusdt',
      tick: Decimal.of('0.1'),
      files,
      ...(within !== undefined && { within }),
    });
  return { at, read, world: world as World };
}

test('files and stdin of a symbol are joined', async () => {
  const { at, read } = reading(csvOf(ROWS.slice(1000, 2000)));
  at.write('a.csv', csvOf(ROWS.slice(0, 1000)));
  at.write('b.csv', csvOf(ROWS.slice(2000)));
  const joined = await read(['b.csv', '-', 'a.csv']);
  expect(joined.ok && [joined.value.candles.openMs.length, joined.value.gaps.count]).toEqual([3000, 0]);
  expect(joined.ok && joined.value.files.map(({ file }) => file)).toEqual(['b.csv', 'stdin', 'a.csv']);
});

test('the mistakes of every file are shown, 20 of each, and the rest is counted', async () => {
  const { at, read, world } = reading();
  at.write('a.csv', csvOf(ROWS.slice(0, 30)).replaceAll(/,\d+\.\d+$/gm, ',x'));
  at.write('b.csv', 'no\n');
  const unread = await read(['a.csv', 'b.csv']);
  const text = unread.ok ? '' : await unreadText(world, unread.error);
  expect(text.match(/^error\[candles\/number\]/gm)).toHaveLength(20);
  expect(text).toMatch(
    /\n\nand 10 more in a\.csv\n\nerror\[candles\/format\]: this is not a row of candles\n --> b\.csv:1:1\n/,
  );
});

test('no pipe, no folder, no device is read, and nothing waits for one', async () => {
  const { at, read } = reading();
  execFileSync('mkfifo', [join(at.folder, 'pipe')]);
  for (const [name, why] of [
    ['pipe', 'it is not a regular file'],
    ['.', 'it is a folder'],
    ['/dev/zero', 'it is not a regular file'],
    ['none.csv', 'there is no such file'],
  ] as const)
    await expect(read([name])).rejects.toThrow(why);
});

test('no message quotes a file that a config’s name leads out of its folder to', async () => {
  const { at, read, world } = reading();
  const other = place();
  afterTest(() => other.remove());
  other.write('secret', 'password,hunter2\n');
  symlinkSync(join(other.folder, 'secret'), join(at.folder, 'c.csv'));
  const unread = await read(['c.csv'], at.folder);
  const text = unread.ok ? '' : await unreadText(world, unread.error);
  expect(text).toContain('candles/columns');
  expect(text).not.toMatch(/hunter2|password/);
});
