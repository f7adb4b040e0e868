/** A mistyped command is answered by the one to type, which works. In process, on files that are only here. */
import { expect, test } from 'vitest';
import { main } from '../../src/commands/main.ts';
import type { Output, World } from '../../src/commands/world.ts';
import { realClock } from '../../src/system/clock.ts';
import { instrumentsText } from '../../src/config/instruments-text.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { COMMAND_ROWS } from './command-rows.ts';
import { PLAN } from './plan-rows.ts';
import type { WorldParts } from '../support/world-parts.ts';

const FILES: Readonly<Record<string, string>> = {
  '/desk/plan.yaml': PLAN,
  '/desk/list/plan.yaml': PLAN,
  '/desk/list/ordo.config.yaml': 'version: 1\ninstruments: instruments.json\n',
  '/desk/plans/breakout.yaml': PLAN,
  '/desk/plans/grid.yml': PLAN.replace('name: desk', 'name: grid'),
  '/desk/own/ordo.config.yaml': 'version: 1\n',
  '/desk/own/instruments.json': instrumentsText(paperInstruments),
  '/desk/own/plans/grid.yaml': PLAN,
};
const FOLDERS = new Set(['/', '/desk', '/desk/list', '/desk/plans', '/desk/own', '/desk/own/plans']);
const NAMES: Readonly<Record<string, readonly string[]>> = {
  '/desk': ['plan.yaml', 'list', 'plans', 'own'],
  '/desk/plans': ['breakout.yaml', 'grid.yml'],
  '/desk/own': ['instruments.json', 'ordo.config.yaml', 'plans'],
  '/desk/own/plans': ['grid.yaml'],
  '/desk/list': ['only.yaml', 'a.txt'],
};

/** What a command says, and its exit code. */
async function told(typed: string): Promise<{ exitCode: number; said: string }> {
  let said = '';
  const output: Output = { isTerminal: false, color: false, width: 200, write: (text) => void (said += text) };
  const words = typed.split(' ');
  const args = words.filter((word) => !/^[A-Z]/.test(word));
  const set = words.flatMap((word) => (args.includes(word) ? [] : [word.split('=') as [string, string]]));
  const world: WorldParts = {
    variables: Object.fromEntries(set),
    files: {
      folder: '/desk',
      userId: undefined,
      read: (path) => {
        const text = FILES[path];
        return text === undefined
          ? { ok: false, error: FOLDERS.has(path) ? 'it is a folder' : 'there is no such file' }
          : { ok: true, value: new TextEncoder().encode(text) };
      },
      namesIn: (folder) =>
        NAMES[folder] === undefined
          ? { ok: false, error: 'there is no such folder' }
          : { ok: true, value: NAMES[folder] },
      entryAt: (path) =>
        path in FILES
          ? { kind: 'file', realPath: path }
          : FOLDERS.has(path)
            ? { kind: 'folder', realPath: path }
            : { kind: 'nothing' },
    },
    clock: realClock,
    terminal: {
      stdout: output,
      stderr: output,
      flushOutput: () => Promise.resolve(undefined),
    },
    process: {
      onInterruption: () => () => {},
      onExit: () => () => {},
    },
  };
  const exitCode = await main(world as World, args, '0');
  return { exitCode, said };
}

test.each(COMMAND_ROWS.map((row) => [row[0], row] as const))('ordo %s', async (_, [typed, words, fixed]) => {
  const { exitCode, said } = await told(typed);
  expect(exitCode).toBe(2);
  for (const one of words.split(' … ')) expect(said).toContain(one);
  if (fixed !== undefined) expect((await told(fixed)).exitCode).toBe(0);
});
