import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES, place } from '../support/ordo.ts';

/** An older Node, where the machine has one outside of this project. */
const OLDER_NODES = ['/usr/bin/node', '/usr/local/bin/node'];

describe('the package', () => {
  let at: ReturnType<typeof place>;
  let command: string;
  beforeAll(() => {
    at = place();
    const root = new URL('../../', import.meta.url).pathname;
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', at.folder], {
      cwd: root,
      encoding: 'utf8',
    });
    const file = /"filename": "([^"]+)"/.exec(packed)?.[1] as string;
    execFileSync('tar', ['xzf', join(at.folder, file), '-C', at.folder]);
    command = join(at.folder, 'package', 'dist', 'cli.js');
  });
  afterAll(() => at.remove());

  test('runs in an empty folder, with nothing installed beside it', () => {
    expect(existsSync(join(at.folder, 'node_modules'))).toBe(false);
    const out = execFileSync(
      process.execPath,
      [command, 'run', `${EXAMPLES}01-quickstart.yaml`, '--execute', '--output', 'lines'],
      {
        cwd: at.folder,
        env: at.env,
        encoding: 'utf8',
      },
    );
    expect(out).toMatch(/11 orders: 11 accepted/);
  });

  test('on an older Node it says so in one line', () => {
    const older = OLDER_NODES.find(
      (node) =>
        existsSync(node) &&
        Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) < 24,
    );
    // A machine without one has nothing to show here; the line itself is all that an older Node ever runs.
    if (older === undefined) return;
    let said = '';
    try {
      execFileSync(older, [command, '--version'], { env: at.env, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      said = (error as { stderr: string }).stderr;
    }
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain('Node 24');
  });
});
