/** On a Node that is too old, the command runs on the one that was installed with it, or says where to get one. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { bids, place, type Ended } from '../../proofs/support/ordo.ts';
import { startPaperExchange } from '../../src/paper/server.ts';

const DIST = new URL('../../dist/', import.meta.url).pathname;

/** What makes this Node say that it is an older one; what it starts is itself again. */
const OLDER = `const set = (name, value) => Object.defineProperty(process, name, { value });
set('versions', { ...process.versions, node: '20.20.2' });
set('version', 'v20.20.2');
`;

interface Installed {
  readonly folder: string;
  run(args: readonly string[], act?: (child: ReturnType<typeof spawn>) => Promise<void>): Promise<Ended>;
}

/** The command of a package in this folder, with a newer Node there or without. */
function installed(under: string, nodeIn?: string, origin?: string): Installed {
  const at = place(origin);
  onTestFinished(() => at.remove());
  const home = join(at.folder, under);
  mkdirSync(home, { recursive: true });
  cpSync(DIST, join(home, 'dist'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(at.folder, 'older.mjs'), OLDER);
  if (nodeIn !== undefined) {
    const node = join(at.folder, nodeIn, 'node/bin/node');
    mkdirSync(dirname(node), { recursive: true });
    // A program of its own, as a second Node is.
    writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
    chmodSync(node, 0o755);
  }
  return {
    folder: at.folder,
    run: async (args, act) => {
      const words = ['--import', join(at.folder, 'older.mjs'), join(home, 'dist/cli.js'), ...args];
      const child = spawn(process.execPath, words, { cwd: at.folder, env: at.env, stdio: ['ignore', 'pipe', 'pipe'] });
      const told = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => (told[name] += text));
      const ended = new Promise<Ended>((done) => child.on('close', (code, signal) => done({ code, signal, ...told })));
      await act?.(child);
      return ended;
    },
  };
}

test.each([
  ['of a checkout', 'ordo', 'ordo/node_modules'],
  ['beside the package', 'node_modules/ordo', 'node_modules'],
])('runs on the Node %s, with its words and its exit code', async (_, under, nodeIn) => {
  const at = installed(under, nodeIn);
  expect(await at.run(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ordo /) as string,
    stderr: '',
  });
  expect(await at.run(['run', 'gone.yaml'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('gone.yaml') as string,
  });
});

test('without one says where to get one, and so where it cannot be started', async () => {
  const words = {
    code: 2,
    stdout: '',
    stderr:
      'ordo needs Node 24 or newer; this is v20.20.2\n      get one at https://nodejs.org/en/download, and put it first on your PATH\n',
  };
  expect(await installed('ordo').run(['--version'])).toMatchObject(words);
  const broken = installed('ordo', 'ordo/node_modules');
  writeFileSync(join(broken.folder, 'ordo/node_modules/node/bin/node'), '#!/nowhere/at/all\n');
  expect(await broken.run(['--version'])).toMatchObject(words);
  // The one that runs is no other.
  const same = installed('ordo', 'ordo/node_modules');
  rmSync(join(same.folder, 'ordo/node_modules/node/bin/node'));
  symlinkSync(process.execPath, join(same.folder, 'ordo/node_modules/node/bin/node'));
  expect(await same.run(['--version'])).toMatchObject(words);
});

test.each([
  ['SIGTERM', 143, null],
  ['SIGINT', 130, null],
  ['SIGKILL', null, 'SIGKILL'],
] as const)('%s to the older one ends the newer one, in order', async (signal, code, by) => {
  const exchange = await startPaperExchange();
  onTestFinished(() => exchange.close());
  const at = installed('ordo', 'ordo/node_modules', exchange.origin);
  writeFileSync(
    join(at.folder, 'ordo.config.yaml'),
    'version: 1\nexchange: { orderCalls: 1/2s }\nexecution: { maxOrdersPerCall: 1 }\n',
  );
  writeFileSync(join(at.folder, 'plan.yaml'), bids('plan', 20));
  let atKill = 0;
  const ended = await at.run(
    ['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'lines'],
    async (child) => {
      await expect.poll(() => exchange.orders.length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
      atKill = exchange.orders.length;
      child.kill(signal);
    },
  );
  expect(ended).toMatchObject({ code, signal: by });
  // Three more calls would go out in this time; a newer one that goes on may have kept the output open until it was done.
  await sleep(6500);
  expect(exchange.orders.length).toBeLessThanOrEqual(atKill + 1);
  expect(existsSync(join(at.folder, 'state/ordo/journal.db'))).toBe(true);
});

test('the library says so in words, on import', async () => {
  const at = installed('ordo');
  writeFileSync(
    join(at.folder, 'program.mjs'),
    `await import('./ordo/dist/index.js').catch((error) => console.log(error.message));\n`,
  );
  const child = spawn(process.execPath, ['--import', join(at.folder, 'older.mjs'), 'program.mjs'], { cwd: at.folder });
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8')) said += String(text);
  expect(said).toBe('ordo needs Node 24 or newer; this is v20.20.2: get one at https://nodejs.org/en/download\n');
});
