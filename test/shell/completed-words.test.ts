/** What `ordo` answers to the script of a shell. In process, on files that are only here. */
import { describe, expect, test } from 'vitest';
import { allHelp, main } from '../../src/commands/main.ts';
import type { World } from '../../src/commands/world.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { realClock } from '../../src/system/clock.ts';
import type { WorldParts } from '../support/world-parts.ts';

const HELP = await allHelp();

const PLAN = `version: 1
name: desk
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.01, price: 64000, stopLoss: 62000 }
  - { id: bids, side: open-long, size: { total: 0.02 }, price: { from: 63000, to: 62000, steps: 2 } }
`;
const BROKEN = PLAN.replace('size: 0.01', 'size: 0.00001');
const FILES: Readonly<Record<string, string>> = {
  '/desk/plan.yaml': PLAN,
  '/desk/my plan.yaml': PLAN,
  '/home/me/plan.yaml': PLAN,
  '/desk/broken.yaml': BROKEN,
  '/desk/no-yaml.yaml': 'orders: [',
  '/desk/evil.yaml': PLAN.replace('id: entry', 'id: "$(touch pwned)"'),
  '/desk/strict.yaml': 'version: 1\npolicy: { maxOrders: 1 }\n',
};

/**
 * What is answered, line by line. The world has files to read and nothing else: whoever sends, reads a key, opens a journal or
 * writes finds nothing there, and fails.
 */
async function answered(shell: string, ...words: string[]): Promise<{ kind: string; words: string[] }> {
  let told = '';
  const world: WorldParts = {
    // A misspelt variable is no reason to be silent in the middle of a line.
    variables: { ORDO_APIKEY: 'x' },
    files: {
      folder: '/desk',
      userId: undefined,
      read: (path) =>
        path in FILES
          ? { ok: true, value: new TextEncoder().encode(FILES[path]) }
          : { ok: false, error: 'there is no such file' },
      namesIn: () => ({ ok: true, value: [] }),
      entryAt: (path) =>
        path in FILES
          ? { kind: 'file', realPath: path }
          : ['/', '/desk', '/home', '/home/me'].includes(path)
            ? { kind: 'folder', realPath: path }
            : { kind: 'nothing' },
    },
    home: '/home/me',
    clock: realClock,
    terminal: {
      stdout: { isTerminal: false, color: false, width: 80, write: (text) => void (told += text) },
      stderr: { isTerminal: false, color: false, width: 80, write: (text) => expect.fail(`said ${text}`) },
      flushOutput: () => Promise.resolve(undefined),
    },
  };
  expect(await main(world as World, ['completion', '--words', shell, ...words], '0')).toBe(0);
  const [kind = '', ...lines] = told.trimEnd().split('\n');
  return { kind, words: lines.map((line) => line.split('\t')[0] as string) };
}

const IDS = ['bids', 'entry', 'bids-1', 'bids-2'];

/** The words up to the cursor, the kind of files that fit, and the words that fit. */
const ROWS: readonly (readonly [typed: readonly string[], kind: string, words: readonly string[]])[] = [
  [[''], 'words', [...HELP.keys()]],
  [['-'], 'words', ['--help', '--version']],
  [['help', ''], 'words', [...HELP.keys()]],
  [['help', 'run', ''], 'words', []],
  [['rnu', ''], 'words', []],
  [['run', ''], 'plans', []],
  [['run', '--execute', ''], 'plans', []],
  [['run', '--only', 'x', ''], 'plans', []],
  [['validate', 'a.yaml', 'b.yaml', ''], 'plans', []],
  [['status', ''], 'plans', []],
  [['init', ''], 'folders', []],
  [['schema', ''], 'words', ['plan', 'config', 'instruments', 'event', 'reviewed', 'journal']],
  [['completion', ''], 'words', ['bash', 'zsh', 'fish']],
  [['candles', ''], 'words', [...paperInstruments.bySymbol.keys()]],
  [['candles', 'cmt_btcusdt', ''], 'words', ['1m', '5m', '15m', '30m', '1h', '4h', '12h', '1d', '1w']],
  [['simulate', 'plan.yaml', '--candles', ''], 'files', [...paperInstruments.bySymbol.keys()].map((one) => `${one}=`)],
  [['simulate', 'plan.yaml', '--path='], 'words', [...paperInstruments.bySymbol.keys()].map((one) => `--path=${one}=`)],
  [['instruments', '--symbol='], 'words', [...paperInstruments.bySymbol.keys()].map((one) => `--symbol=${one}`)],
  [['run', 'plan.yaml', '--output', ''], 'words', ['tui', 'lines', 'ndjson', 'md', 'html']],
  [
    ['run', 'plan.yaml', '--output='],
    'words',
    ['--output=tui', '--output=lines', '--output=ndjson', '--output=md', '--output=html'],
  ],
  [['validate', '--format', ''], 'words', ['lines', 'github', 'sarif']],
  [['exchange', '--counting', ''], 'words', ['sliding', 'fixed', 'bucket']],
  [['exchange', '--port', ''], 'words', []],
  [['run', '--config', ''], 'files', []],
  [['run', '--config=/e'], 'files', []],
  [['fmt', '--'], 'words', ['--check', '--diff', '--help']],
  [['fmt', '--check', '--'], 'words', ['--diff', '--help']],
  [['fmt', '--', '-'], 'plans', []],
  [['explain', 'plan.yaml', 'entry', '--', ''], 'words', []],
  [['run', 'plan.yaml', '--only', ''], 'words', IDS],
  [['run', 'plan.yaml', '--only', 'entry', '--only', ''], 'words', IDS],
  [['run', 'plan.yaml', '--only='], 'words', IDS.map((id) => `--only=${id}`)],
  [['run', 'plan.yaml', '--again', ''], 'words', ['rejected', 'absent', 'cancelled', ...IDS]],
  [['run', '--help', 'plan.yaml', '--only', ''], 'words', IDS],
  [['explain', 'plan.yaml', ''], 'words', IDS],
  [['explain', '~/plan.yaml', ''], 'words', IDS],
  [['settle', 'plan.yaml', '--absent', ''], 'words', IDS],
  [['settle', 'plan.yaml', '--closed', ''], 'words', IDS],
  [['settle', 'plan.yaml', '--placed', ''], 'words', ['entry=', 'bids-1=', 'bids-2=']],
  [['run', '--only', ''], 'words', []],
];

describe('what fits', () => {
  test.each(ROWS)('behind ordo %j', async (typed, kind, words) => {
    expect(await answered('zsh', ...typed)).toEqual({ kind, words });
  });

  test('offers every option of every command, and each but once unless it may be repeated', async () => {
    for (const [name, { options }] of HELP) {
      const all = [...Object.keys(options).map((option) => `--${option}`), '--help'];
      expect((await answered('fish', name, '--')).words).toEqual(all);
      for (const [option, { value, many }] of Object.entries(options)) {
        const given = value === undefined ? [`--${option}`] : [`--${option}`, 'x'];
        const left = (await answered('fish', name, ...given, '--')).words;
        expect([name, option, left.includes(`--${option}`)]).toEqual([name, option, many === true]);
      }
    }
  });

  test('has no orders of a plan that is broken, forbidden or not there, and says nothing of it', async () => {
    for (const plan of ['broken.yaml', 'no-yaml.yaml', 'evil.yaml', 'gone.yaml', '.', '-', '']) {
      const { words } = await answered('zsh', 'run', plan, '--only', '');
      expect({ plan, words }).toEqual({ plan, words: [] });
    }
    expect((await answered('zsh', 'run', 'plan.yaml', '--config', 'strict.yaml', '--only', '')).words).toEqual([]);
    expect((await answered('zsh', 'run', 'plan.yaml', '--config', 'gone.yaml', '--only', '')).words).toEqual([]);
  });
});

describe('bash', () => {
  test.each([
    ['"my plan.yaml"', 'e', ['entry']],
    ["'my plan.yaml'", '', IDS],
    [String.raw`my\ plan.yaml`, '"bi', ['bids', 'bids-1', 'bids-2']],
    [`my" "plan'.yaml'`, 'x', []],
    ['$(cat plan.yaml)', '', []],
    ['`cat plan.yaml`', '', []],
  ])('hands %s over as it is typed, and gets what begins with %s', async (plan, current, words) => {
    expect((await answered('bash', 'run', plan, '--only', current)).words).toEqual(words);
  });
});
