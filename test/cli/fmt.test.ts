/** `ordo fmt` on real files: what is written, what is left alone, and what is said of it. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { here } from '../support/here.ts';
import { place } from '../../proofs/support/ordo.ts';

const WAS = `name: bids
version: 1   # of the language
orders:
- {id: "a",side: open-long, size: 0.10, price: 64000.00}
`;
const CANONICAL = `name: bids
version: 1 # of the language
orders:
  - { id: "a", side: open-long, size: 0.10, price: 64000.00 }
`;

let at: ReturnType<typeof place>;
beforeEach(() => {
  at = place();
});
afterEach(() => at.remove());

const textOf = (name: string): string => readFileSync(join(at.folder, name), 'utf8');

describe('fmt', () => {
  test('takes folders as validate does, with every plan in them and below', async () => {
    mkdirSync(join(at.folder, 'plans/deep'), { recursive: true });
    at.write('plans/a.yaml', WAS);
    at.write('plans/deep/b.yml', CANONICAL);
    at.write('plans/compose.yaml', 'services:   {}\n');
    const checked = await here(['fmt', '--check', 'plans'], at);
    expect([checked.code, checked.stdout]).toEqual([3, expect.stringMatching(/^not formatted plans\/a\.yaml:2\n/)]);
    const written = await here(['fmt', 'plans', 'plans/a.yaml'], at);
    expect([written.code, written.stdout]).toEqual([0, 'formatted plans/a.yaml\nunchanged plans/deep/b.yml\n']);
    expect(textOf('plans/a.yaml')).toBe(CANONICAL);
    expect(textOf('plans/compose.yaml')).toBe('services:   {}\n');
    mkdirSync(join(at.folder, 'none'));
    expect(await here(['fmt', 'none'], at)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no plan in none') as string,
    });
  });

  test('writes what changes, says what it did of each, and leaves nothing else behind', async () => {
    at.write('a.yaml', WAS);
    at.write('b.yaml', CANONICAL);
    const ended = await here(['fmt', 'a.yaml', 'b.yaml'], at);
    expect(ended).toMatchObject({ code: 0, stdout: 'formatted a.yaml\nunchanged b.yaml\n', stderr: '' });
    expect(textOf('a.yaml')).toBe(CANONICAL);
    expect(readdirSync(at.folder).toSorted()).toEqual(['a.yaml', 'b.yaml']);
    expect((await here(['fmt', 'a.yaml'], at)).stdout).toBe('unchanged a.yaml\n');
  });

  test('a file name drives no terminal', async () => {
    const name = 'plan\u001b[2J.yaml';
    const shown = String.raw`plan\e[2J.yaml`;
    at.write(name, WAS);
    expect((await here(['fmt', '--check', name], at)).stdout).toMatch(/^not formatted plan\\e\[2J\.yaml:2\n/);
    expect((await here(['fmt', name], at)).stdout).toBe(`formatted ${shown}\n`);
    expect((await here(['fmt', name], at)).stdout).toBe(`unchanged ${shown}\n`);
  });

  test('does not touch a file that stays the same', async () => {
    const file = at.write('plan.yaml', CANONICAL);
    utimesSync(file, 1, 1);
    const { ino } = statSync(file);
    await here(['fmt', 'plan.yaml'], at);
    expect(statSync(file)).toMatchObject({ ino, mtimeMs: 1000 });
  });

  test('a byte order mark and CR LF are gone afterwards', async () => {
    at.write('plan.yaml', `\ufeff${CANONICAL.replaceAll('\n', '\r\n')}`);
    expect((await here(['fmt', 'plan.yaml'], at)).stdout).toBe('formatted plan.yaml\n');
    expect(textOf('plan.yaml')).toBe(CANONICAL);
  });

  test('the mode stays, and a link stays a link to the file', async () => {
    const file = at.write('plan.yaml', WAS);
    chmodSync(file, 0o640);
    symlinkSync('plan.yaml', join(at.folder, 'link.yaml'));
    await here(['fmt', 'link.yaml'], at);
    expect(lstatSync(join(at.folder, 'link.yaml')).isSymbolicLink()).toBe(true);
    expect(lstatSync(file).isSymbolicLink()).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(textOf('plan.yaml')).toBe(CANONICAL);
  });

  test('a plan need not be valid, only readable', async () => {
    at.write('plan.yaml', 'orders:   nonsense\nversion: 7\n');
    expect((await here(['fmt', 'plan.yaml'], at)).code).toBe(0);
    expect(textOf('plan.yaml')).toBe('orders: nonsense\nversion: 7\n');
  });

  test('what cannot be read as YAML is shown and left alone, and the others are written', async () => {
    const twice = 'name: a\nname:   b\n';
    at.write('bad.yaml', twice);
    at.write('good.yaml', WAS);
    const { code, stdout } = await here(['fmt', 'bad.yaml', 'good.yaml'], at);
    expect(code).toBe(3);
    expect(stdout).toContain('error[key/duplicate]');
    expect(stdout).toContain('bad.yaml:2:1');
    expect(stdout).toContain('formatted good.yaml');
    expect(textOf('bad.yaml')).toBe(twice);
    expect(textOf('good.yaml')).toBe(CANONICAL);
  });

  test('a file that is not there is exit 2, and none is written', async () => {
    at.write('plan.yaml', WAS);
    const { code, stderr } = await here(['fmt', 'plan.yaml', 'nowhere.yaml'], at);
    expect(code).toBe(2);
    expect(stderr).toContain('the plan nowhere.yaml cannot be read: there is no such file');
    expect(textOf('plan.yaml')).toBe(WAS);
  });

  test('a plan that cannot be written is exit 2, and is as it was', async () => {
    // As long as a name may be, so that none longer can stand beside it.
    const name = `${'n'.repeat(250)}.yaml`;
    at.write(name, WAS);
    const { code, stderr } = await here(['fmt', name], at);
    expect(code).toBe(2);
    expect(stderr).toContain('cannot be written: its name is too long');
    expect(textOf(name)).toBe(WAS);
    expect(readdirSync(at.folder)).toEqual([name]);
  });

  test('no plan is exit 2', async () => {
    const { code, stderr } = await here(['fmt'], at);
    expect(code).toBe(2);
    expect(stderr).toContain('fmt needs a plan');
  });
});

describe('fmt --check', () => {
  test('writes nothing, and shows the first line of each plan that would change', async () => {
    at.write('a.yaml', WAS);
    at.write('b.yaml', CANONICAL);
    at.write('c.yaml', CANONICAL.replace('"a", side', '"a",side'));
    const { code, stdout } = await here(['fmt', '--check', 'a.yaml', 'b.yaml', 'c.yaml'], at);
    expect(code).toBe(3);
    expect(stdout).toBe(`not formatted a.yaml:2
  was       version: 1   # of the language
  would be  version: 1 # of the language
not formatted c.yaml:4
  was         - { id: "a",side: open-long, size: 0.10, price: 64000.00 }
  would be    - { id: "a", side: open-long, size: 0.10, price: 64000.00 }
`);
    expect(textOf('a.yaml')).toBe(WAS);
  });

  test('is silent and exit 0 where none would', async () => {
    at.write('plan.yaml', CANONICAL);
    expect(await here(['fmt', '--check', 'plan.yaml'], at)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test.each([
    ['spaces at the end', 'version: 1  \nname: a\n', 1, 'version: 1··', 'version: 1'],
    ['CR LF', 'version: 1\r\nname: a\r\n', 1, 'version: 1\\r', 'version: 1'],
    ['a byte order mark', '\ufeffversion: 1\nname: a\n', 1, '\\u{feff}version: 1', 'version: 1'],
    ['no end of the last line', 'version: 1\nname: a', 2, 'name: a (no line end)', 'name: a'],
    ['a blank line too many', 'version: 1\nname: a\n\n', 3, '(an empty line)', '(nothing)'],
    [
      'a difference far to the right',
      `version: 1\ndescription: ${'x'.repeat(100)}   # why\n`,
      2,
      `…${'x'.repeat(19)}   # why`,
      `…${'x'.repeat(19)} # why`,
    ],
  ])('shows %s', async (_, text, line, was, wouldBe) => {
    at.write('plan.yaml', text);
    const { code, stdout } = await here(['fmt', 'plan.yaml', '--check'], at);
    expect(code).toBe(3);
    expect(stdout).toBe(`not formatted plan.yaml:${line}\n  was       ${was}\n  would be  ${wouldBe}\n`);
  });

  test('exit 2 for what is not there, 3 for what cannot be read', async () => {
    at.write('bad.yaml', 'name: [a\n');
    expect((await here(['fmt', '--check', 'nowhere.yaml'], at)).code).toBe(2);
    const { code, stdout } = await here(['fmt', '--check', 'bad.yaml'], at);
    expect(code).toBe(3);
    expect(stdout).toContain('yaml/unclosed-bracket');
    expect(existsSync(join(at.folder, 'nowhere.yaml'))).toBe(false);
  });
});

describe('fmt --diff', () => {
  test('shows what would change of each plan, writes nothing, and ends as --check does', async () => {
    at.write('a.yaml', WAS);
    at.write('b.yaml', CANONICAL);
    const { code, stdout } = await here(['fmt', '--diff', '--check', 'a.yaml', 'b.yaml'], at);
    expect(code).toBe(3);
    expect(stdout).toBe(`--- a/a.yaml
+++ b/a.yaml
@@ -1,4 +1,4 @@
 name: bids
-version: 1   # of the language
+version: 1 # of the language
 orders:
-- {id: "a",side: open-long, size: 0.10, price: 64000.00}
+  - { id: "a", side: open-long, size: 0.10, price: 64000.00 }
`);
    expect(textOf('a.yaml')).toBe(WAS);
    expect(await here(['fmt', '--diff', 'b.yaml'], at)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});
