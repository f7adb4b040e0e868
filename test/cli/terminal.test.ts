/** What a terminal that can do less than others is given, and what a pipe is. */
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bids, ordo, place, type Place } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { hasPseudoTerminal, onTerminal } from '../support/pseudo-terminal.ts';
import { inTurns } from '../support/turns.ts';

let at: ReturnType<typeof place>;
beforeEach(() => {
  at = place();
  at.write('plan.yaml', bids('probe', 11));
});
afterEach(() => at.remove());

const placing = ['run', 'plan.yaml', '--execute'];
const size = { columns: 80, rows: 24 };
const linesOf = (written: string): string[] => stripVTControlCharacters(written).split(/\r?\n/);

describe.skipIf(!hasPseudoTerminal)('on a terminal', () => {
  test('that is dumb, a run is told in lines, without one sequence', async () => {
    const { code, written } = await onTerminal(placing, at, size, { TERM: 'dumb' });
    expect(code).toBe(0);
    expect(written).not.toContain('\u001b');
    expect(linesOf(written).filter((line) => /^✓ accepted {2}bid-\d+ .* \d{18}$/.test(line))).toHaveLength(11);
  });

  test('that is dumb, a screen is refused in words', async () => {
    const { code, written } = await onTerminal([...placing, '--output', 'tui'], at, size, { TERM: 'dumb' });
    expect(code).toBe(2);
    expect(linesOf(written)[0]).toBe('ordo: --output tui needs a terminal that can move its cursor, and TERM is dumb');
  });

  test('that is not, it is a screen', async () => {
    const { code, written } = await onTerminal(placing, at, size, { TERM: 'xterm' });
    expect(code).toBe(0);
    expect(written).toContain('\u001b[?25l');
  });

  const surroundings = [
    ['TERM', 'linux'],
    ['LC_ALL', 'C'],
    ['LANG', 'POSIX'],
  ] as const;
  test.each(inTurns(surroundings, 3))('where %s is %s, every character of a screen is ASCII', async (name, value) => {
    const { written } = await onTerminal(placing, at, size, { TERM: 'xterm', [name]: value });
    expect(written.match(/[^\0-\x7f]/gu)).toBeNull();
    const told = linesOf(written).map((line) => /^v accepted {2}(bid-\d+) .* \d{18}\b/.exec(line)?.[1]);
    expect(new Set(told.filter((id) => id !== undefined)).size).toBe(11);
  });

  test('that says it has no columns, lines are as long as anywhere', async () => {
    const { written } = await onTerminal(['run', 'plan.yaml'], at, { columns: 0, rows: 0 }, { TERM: 'xterm' });
    expect(Math.max(...linesOf(written).map(({ length }) => length))).toBeGreaterThan(60);
    expect(linesOf(written).filter((line) => line.length === 1)).toEqual([]);
  });
});

const inC = (): Place => ({ ...at, env: { ...at.env, LC_ALL: 'C' } });
const widths = (text: string): number[] => text.split('\n').map((line) => Array.from(line).length);

describe('in a pipe', () => {
  test.each([
    ['a dry run', ['run', 'plan.yaml']],
    ['a run', placing],
    ['a mistake', ['validate', 'bad.yaml']],
    ['an explanation', ['explain', 'ladder.yaml', 'step']],
    ['help', ['run', '--help']],
    ['a refusal', ['validate', 'no such file']],
  ])('of the locale C, %s is ASCII, and every line as wide as elsewhere', async (_, args) => {
    at.write('bad.yaml', bids('bad', 2).replace('60000', '60000.12345, price: “60000”'));
    at.write(
      'ladder.yaml',
      bids('ladder', 1).replace('bid-1', 'step').replace('price: 60000', 'price: { from: 63000, to: 60000, steps: 9 }'),
    );
    // One of them to a pipe in truth; what the others write goes through the same edge.
    const command = args === placing ? ordo : here;
    const [plain, ascii] = await Promise.all([command(args, at), command(args, inC())]);
    expect(ascii.code).toBe(plain.code);
    expect(plain.stdout + plain.stderr).not.toBe('');
    expect((ascii.stdout + ascii.stderr).match(/[^\0-\x7f]/gu)).toBeNull();
    if (args !== placing) expect(widths(ascii.stdout)).toEqual(widths(plain.stdout));
  });

  test('of the locale C, what a program reads is UTF-8 all the same', async () => {
    at.write('bad.yaml', bids('bad', 1).replace('bid-1', '“✓”'));
    for (const form of ['github', 'sarif']) {
      const { stdout } = await here(['validate', 'bad.yaml', '--format', form], inC());
      expect(stdout).toContain('“✓”');
    }
    const { stdout } = await ordo(['schema', 'plan'], inC());
    expect(stdout).toContain('`id-2`, …');
  });
});

describe('a CI log', () => {
  const OBEYED = /^\s*::|##\w*\[/m;

  const words = [
    '::add-mask::x',
    '##[add-mask]x',
    '##vso[task.setvariable variable=a]b',
    `${'word '.repeat(14)}::stop-commands::x`,
  ];
  test.each(inTurns(words, 2))('does not obey the description %j', async (description) => {
    at.write('plan.yaml', bids('probe', 1).replace('defaults', `description: "${description}"\ndefaults`));
    for (const args of [['run', 'plan.yaml'], placing, ['explain', 'plan.yaml', 'bid-1'], ['validate', 'plan.yaml']]) {
      const { code, stdout, stderr } = await (args === placing ? ordo : here)(args, at);
      expect(code).toBe(0);
      expect(stdout + stderr).not.toMatch(OBEYED);
    }
  });

  test.each(['::error::x', '##[error]x'])('does not obey %j in a mistake, a path or an argument', async (text) => {
    at.write(`${text}.yaml`, bids('probe', 1).replace('side: open-long', `side: "${text}"`));
    const runs = [
      ['validate', `${text}.yaml`],
      ['validate', `${text}.yaml`, '--output', 'ndjson'],
      ['validate', `${text}.yaml`, '--format', 'sarif'],
      ['run', `${text}.yaml`],
      ['run', 'plan.yaml', '--only', text],
      [text],
    ];
    for (const args of runs) {
      const { stdout, stderr } = await here(args, at);
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toMatch(OBEYED);
    }
  });
});
