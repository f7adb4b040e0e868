/** The single executable on a machine that has no Node, no package and no shell of its own. */
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES, place } from '../../proofs/support/ordo.ts';
import { makeExecutable, nodeFor, type Machine } from '../../scripts/release/executable.ts';
import { BareMachine, hasBareMachines } from '../support/bare-machine.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const machine = `${process.platform}-${process.arch}` as Machine;
const NAME = `ordo-${machine}`;
const ORDO = '/bin/ordo';
const BUILD_MS = 300_000;
const INSTALL = new URL('../../scripts/release/install.sh', import.meta.url).pathname;

let folder: string;
let executable: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ordo-executable-'));
  executable = join(folder, NAME);
  makeExecutable(nodeFor(machine, join(folder, 'node')), join(folder, 'work'), executable);
}, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sumOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe.skipIf(!hasBareMachines)('on a machine without Node', () => {
  let bare: BareMachine;
  beforeAll(() => {
    // `env` starts it with the variables of the test; there is nothing else.
    bare = new BareMachine(mkdtempSync(join(folder, 'root-')), { [ORDO]: executable, '/usr/bin/env': '/usr/bin/env' });
  });

  test('two commands place a first plan', () => {
    expect(bare.run(['/bin/node', '--version']).code).toBe(127);
    expect(bare.run([ORDO, 'init', '/home/trader/desk'])).toMatchObject({ code: 0, stderr: '' });
    const placed = bare.run([ORDO, 'run', '/home/trader/desk/plans/first.ordo.yaml', '--execute', '--output', 'lines']);
    expect(placed).toMatchObject({ code: 0, stderr: '' });
    expect(placed.stdout).toContain('5 orders: 5 accepted');
  });

  test('every file inside is found: the YAML library, the printer, pages, pictures, the server', () => {
    bare.write(
      'tmp/plan.yaml',
      readFileSync(join(EXAMPLES, '01-quickstart.yaml'), 'utf8').replace('open-long', '"open-long"'),
    );
    bare.write('tmp/odd.yaml', '? version\n: 1\nname: &n odd\norders: []\n');
    expect(bare.run([ORDO, 'fmt', '--diff', '/tmp/plan.yaml']).stderr).toBe('');
    expect(bare.run([ORDO, 'validate', '/tmp/odd.yaml']).code).toBe(3);
    expect(bare.run([ORDO, 'run', '/tmp/plan.yaml', '--output', 'html']).stdout).toContain('<!doctype html>');
    for (const name of ['scalp.yaml', 'btc-1h.csv', 'instruments.json', 'ordo.config.yaml'])
      bare.write(`home/trader/${name}`, readFileSync(join(EXAMPLES, 'simulate', name), 'utf8'));
    const simulated = [
      'simulate',
      '/home/trader/scalp.yaml',
      '--candles',
      '/home/trader/btc-1h.csv',
      '--output',
      'html',
    ];
    expect(bare.run([ORDO, ...simulated]).stdout).toContain('<svg');
    expect(bare.run([ORDO, 'schema', 'plan']).stdout).toContain('"$schema"');
    const server = bare.run([ORDO, 'journal', 'info', '--journal', 'postgres://desk@127.0.0.1:1/ordo']);
    expect(server.stderr).toContain('cannot be used: connect');
  });

  test('nothing is unpacked: it runs where no folder can be written', () => {
    const nowhere = bare.run([ORDO, 'validate', '/tmp/plan.yaml'], {
      HOME: '/proc/none',
      NODE_DISABLE_COMPILE_CACHE: '1',
    });
    expect(nowhere).toMatchObject({ code: 0, stderr: '' });
  });
});

test.skipIf(!hasPseudoTerminal)('a watch simulates in a thread, which is inside as well', async () => {
  const at = place();
  for (const name of ['scalp.yaml', 'btc-1h.csv', 'instruments.json'])
    cpSync(join(EXAMPLES, 'simulate', name), join(at.folder, name));
  at.write('ordo.config.yaml', 'version: 1\ninstruments: instruments.json\n');
  const command = `stty columns 80 rows 40; exec ${executable} simulate scalp.yaml --candles btc-1h.csv --watch`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: at.folder,
    env: { ...at.env, SHELL: '/bin/sh', TERM: 'xterm-256color' },
  });
  let shown = '';
  let isAsked = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (!isAsked && shown.includes('56.30')) {
      isAsked = true;
      child.stdin.write('q');
    }
  });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect(shown).toContain('-23.64');
  at.remove();
});

/** A release, with what is said of its file. */
function release(content = executable, sum = sumOf(content)): string {
  const made = mkdtempSync(join(folder, 'release-'));
  copyFileSync(content, join(made, NAME));
  chmodSync(join(made, NAME), 0o755);
  copyFileSync(INSTALL, join(made, 'install.sh'));
  writeFileSync(join(made, 'SHA256SUMS'), `${'0'.repeat(64)}  ordo-other\n${sum}  ${NAME}\n`);
  return made;
}
const install = (from: string, path = process.env['PATH'] ?? '') => {
  const to = join(from, 'to');
  const env = { PATH: path, HOME: from };
  return { ...spawnSync('/bin/sh', [join(from, 'install.sh'), to], { env, encoding: 'utf8' }), to };
};
/** Another answer of uname. */
const saying = (from: string, words: string): string => {
  writeFileSync(join(from, 'uname'), `#!/bin/sh\ncase $1 in ${words} esac\n`, { mode: 0o755 });
  return `${from}:${process.env['PATH'] ?? ''}`;
};

describe('install.sh', () => {
  test('places the whole file, which then runs, and says where it is not on the path', () => {
    const { status, stdout, to } = install(release());
    expect([status, stdout]).toEqual([
      0,
      `ordo 0.1.0 is ${to}/ordo\nthat folder is not on your PATH: export PATH="${to}:$PATH"\n`,
    ]);
    expect(spawnSync(join(to, 'ordo'), ['--version'], { encoding: 'utf8' }).stdout).toBe('ordo 0.1.0\n');
  });

  test('refuses a file that was cut off, and says how to get a whole one', () => {
    const cut = release();
    truncateSync(join(cut, NAME), 1_000_000);
    const { status, stderr } = install(cut);
    expect(status).toBe(2);
    expect(stderr).toContain(`${NAME} is not the file of SHA256SUMS: it has 1000000 bytes and the checksum `);
    expect(stderr).toContain('It was cut off, or is another file\n         get it again, together with SHA256SUMS');
  });

  test('refuses a machine that has no executable, and one whose executable is not there', () => {
    const made = release();
    expect(install(made, saying(made, '-s) echo Darwin;; *) echo arm64;;')).stderr).toContain(
      'there is no executable for Darwin',
    );
    expect(install(made, saying(made, '-s) echo Linux;; *) echo riscv64;;')).stderr).toContain(
      'a machine of kind riscv64',
    );
    const other = process.arch === 'x64' ? 'aarch64' : 'x86_64';
    expect(install(made, saying(made, `-s) echo Linux;; *) echo ${other};;`)).stderr).toMatch(
      /ordo-linux-\w+, the executable for this machine \(\w+\), is not in /,
    );
  });

  test('says what a machine lacks that cannot start it, and leaves nothing behind', () => {
    const broken = join(folder, 'broken');
    writeFileSync(broken, '#!/bin/sh\necho "libatomic.so.1: cannot open shared object file" >&2\nexit 127\n');
    const { status, stderr, to } = install(release(broken));
    expect(status).toBe(2);
    expect(stderr).toContain('this machine cannot run it: libatomic.so.1: cannot open shared object file');
    expect(stderr).toContain('apt-get install libstdc++6 libatomic1');
    expect(spawnSync('ls', ['-A', to], { encoding: 'utf8' }).stdout).toBe('');
  });
});
