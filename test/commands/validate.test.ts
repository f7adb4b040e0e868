/** `ordo validate` of folders, of stdin, and of several plans, in process. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { validate } from '../../src/commands/validate.ts';
import type { Output, World } from '../../src/commands/world.ts';
import { ok } from '../../src/model/result.ts';
import { realClock } from '../../src/system/clock.ts';
import { entryAt, namesIn, readFile } from '../../src/system/files.ts';
import { bids } from '../../proofs/support/ordo.ts';
import type { WorldParts } from '../support/world-parts.ts';

const SOUND = bids('sound', 1).replace('open-long', 'close-long');
const called = (name: string): string => SOUND.replace('name: sound', `name: ${name}`);
const WARNED = bids('warned', 1);
const BROKEN = bids('broken', 1).replace('open-long', 'open-lung');
const POLICY = 'version: 1\npolicy: { maxOrders: 1 }\n';

/** What is said in a folder that has these files, and these bytes on stdin. */
async function judged(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
  stdin = '',
): Promise<{ code: number; stdout: string[]; stderr: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    if (typeof text === 'string' && text.startsWith('-> ')) symlinkSync(text.slice(3), join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
  const said = { stdout: '', stderr: '' };
  const output = (to: 'stdout' | 'stderr'): Output => ({
    isTerminal: false,
    color: false,
    width: 80,
    write: (text) => void (said[to] += text),
  });
  const world: WorldParts = {
    files: {
      folder,
      entryAt,
      read: readFile,
      namesIn,
    },
    variables: {},
    clock: realClock,
    terminal: {
      readInput: () => Promise.resolve(ok(Buffer.from(stdin))),
      stdout: output('stdout'),
      stderr: output('stderr'),
    },
  };
  const code = await validate(world as World, args);
  return { code, stdout: said.stdout.trimEnd().split('\n'), stderr: said.stderr };
}

const namesOf = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.endsWith('valid') && line.includes(': ')).map((line) => line.replace(/: .*/, ''));

describe('a folder', () => {
  test('is every plan in it and below, sorted, whatever else is there', async () => {
    const { code, stdout } = await judged(
      {
        'plans/b.yml': called('b'),
        'plans/a.yaml': SOUND,
        'plans/deep/er/c.YAML': called('c'),
        'plans/quoted.yaml': called('q').replace('orders:', '"orders" :'),
        'plans/flow.yaml':
          '{version: 1, name: f, orders: [{id: a, symbol: cmt_btcusdt, side: close-long, size: 1, price: 5}]}',
        'plans/ordo.config.yaml': POLICY,
        'plans/compose.yaml': 'services: {}\n',
        'plans/nested.yaml': 'shop:\n  orders: 3\n',
        'plans/notes.txt': SOUND,
        'plans/.hidden.yaml': BROKEN,
        'plans/.git/x.yaml': BROKEN,
        'plans/node_modules/x.yaml': BROKEN,
        'plans/round': '-> .',
      },
      ['plans/'],
    );
    expect(namesOf(stdout)).toEqual([
      'plans/a.yaml',
      'plans/b.yml',
      'plans/deep/er/c.YAML',
      'plans/flow.yaml',
      'plans/quoted.yaml',
    ]);
    expect([code, stdout.at(-1)]).toEqual([0, '5 plans are valid']);
  });

  test('a plan that is no YAML, or that cannot be read as text, is one', async () => {
    const { code, stdout } = await judged(
      { 'a.yaml': 'orders: [', 'b.yaml': Buffer.from(`\uFEFF${SOUND}`, 'utf16le'), 'c.yaml': SOUND },
      ['.'],
    );
    expect([code, stdout.at(-1)]).toEqual([3, '2 of 3 plans are invalid']);
  });

  test.each([
    [{ 'x.yaml': 'a: 1\n', 'y.yml': 'b: 1\n' }, '2 YAML files there, and none has orders'],
    [{ 'x.json': '{}' }, 'a plan is a .yaml or .yml file'],
  ])('without a plan is exit 2: %j', async (files, hint) => {
    const { code, stderr } = await judged(files, ['.']);
    expect([code, stderr]).toEqual([2, `ordo: there is no plan in .\n      ${hint}\n`]);
  });
});

describe('-', () => {
  test('is the plan on stdin, under the config of this folder', async () => {
    const config = { 'ordo.config.yaml': POLICY };
    expect(await judged(config, ['-'], SOUND)).toEqual({
      code: 0,
      stdout: ['<stdin>: sound, generation 1: 1 order, valid'],
      stderr: '',
    });
    const forbidden = await judged(config, ['-'], bids('two', 2));
    expect(forbidden.code).toBe(4);
    expect(forbidden.stdout.join('\n')).toContain('--> <stdin>:');
  });
});

describe('the closing line', () => {
  const FILES = { 'a.yaml': SOUND, 'b.yaml': WARNED, 'c.yaml': BROKEN, 'd.yaml': BROKEN };

  test.each([
    [['a.yaml'], 0, 'a.yaml: sound, generation 1: 1 order, valid'],
    [['a.yaml', 'a.yaml'], 0, 'a.yaml: sound, generation 1: 1 order, valid'],
    [['a.yaml', 'b.yaml'], 0, '2 plans are valid, 1 warning'],
    [['a.yaml', 'c.yaml'], 3, '1 of 2 plans is invalid'],
    [['.'], 3, '2 of 4 plans are invalid'],
    [['.', 'none.yaml'], 2, '2 of 5 plans are invalid, 1 not judged'],
    [['a.yaml', 'none.yaml'], 2, '1 of 2 plans is not judged'],
  ])('of %j', async (args, code, last) => {
    const told = await judged(FILES, args);
    expect([told.code, told.stdout.at(-1)]).toEqual([code, last]);
  });

  test('tells what is forbidden from what is invalid', async () => {
    const files = { 'a.yaml': BROKEN, 'b.yaml': bids('two', 2), 'ordo.config.yaml': POLICY };
    const { code, stdout } = await judged(files, ['.']);
    expect([code, stdout.at(-1)]).toEqual([3, '1 of 2 plans is invalid, 1 forbidden by a limit or the policy']);
  });

  test('stands in no output for a program', async () => {
    for (const args of [
      ['--output', 'ndjson'],
      ['--format', 'github'],
      ['--format', 'sarif'],
    ]) {
      const { stdout } = await judged(FILES, ['.', ...args]);
      expect(stdout.join('\n')).not.toContain('of 4 plans');
    }
  });
});
