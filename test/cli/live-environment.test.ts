/** What a live run refuses to run under: it would leak the keys, or weaken what it rests on. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionsIn, refusedOption, checkSafeToRunLive } from '../../src/commands/live/live-target.ts';
import { refusalOf } from '../../src/refusal.ts';
import type { World } from '../../src/commands/world.ts';
import { paperAndPlace, run } from '../support/live.ts';
import { bids, CLI, ordo, start } from '../../proofs/support/ordo.ts';
import type { WorldParts } from '../support/world-parts.ts';

describe('options of Node', () => {
  test.each([
    '--use_env_proxy',
    '--use-env-proxy',
    '--tls-keylog=keys',
    '--tls_keylog=keys',
    '"--import" x',
    '"--require" x',
    '"--im"port x',
    '--im\\port x',
    '--import=data:text/javascript,1',
    '--import x',
    '-r x',
    '--require=x',
    '--loader=x',
    '--experimental-loader x',
    '--trace_tls',
    '--trace-tls',
    '--cpu_prof',
    '--heap_prof',
    '--heapsnapshot-signal=SIGUSR2',
    '--heapsnapshot-near-heap-limit=1',
    '--report_on_signal',
    '--report-uncaught-exception',
    '--inspect',
    '--inspect-brk=0',
    '--inspect_port=1',
    '--openssl-config=x',
    '--openssl-legacy-provider',
    '--openssl-shared-config',
    '--use-openssl-ca',
    '--tls-min-v1.0',
    '--tls-cipher-list=NULL',
    '--insecure-http-parser',
    '--unhandled-rejections=none',
    '--env-file=.env',
    '--allow-natives-syntax',
    '--trace-event-categories=node.http',
    '--abort-on-uncaught-exception',
    '--an-option-of-tomorrow',
    '--max-old-space-size=4096 --inspect',
    '--max-old-space-size=4096\t--inspect',
    '--no-warnings --import ./x.js',
    '--max-old-space-size=4096;--inspect',
    '4096',
  ])('refused: %s', (options) => expect(refusedOption(optionsIn(options))).toBeDefined());

  test.each([
    '',
    '   ',
    '--max-old-space-size=4096',
    '--max_old_space_size=4096  --max-semi-space-size=64',
    '--max-old-space-size-percentage=50',
    '--no-warnings --no-deprecation',
    '--trace-warnings --disable-warning=DEP0040',
    '--enable-source-maps --stack-trace-limit=100',
    '--unhandled-rejections=strict',
    '--dns-result-order=ipv4first --no-network-family-autoselection',
    '--use-system-ca --tls-min-v1.3',
  ])('gone on under: %s', (options) => expect(refusedOption(optionsIn(options))).toBeUndefined());
});

/** The refusal's words, or the notes where it goes on. */
function judged({ variables = {}, process }: WorldParts): string {
  const notes: string[] = [];
  const started: WorldParts = { variables, process: { nodeOptions: [], debuggerUrl: () => undefined, ...process } };
  const world = started as World;
  try {
    checkSafeToRunLive(world, (note) => notes.push(note));
  } catch (error) {
    return `refused ${refusalOf(error)?.message}`;
  }
  return `noted ${notes.join('; ')}`;
}

describe('the rest of the environment', () => {
  test.each([
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'NODE_DEBUG',
    'NODE_DEBUG_NATIVE',
    'SSLKEYLOGFILE',
    'NODE_USE_ENV_PROXY',
    'NODE_V8_COVERAGE',
    'NODE_COMPILE_CACHE',
    'OPENSSL_CONF',
    'OPENSSL_MODULES',
    'OPENSSL_ENGINES',
  ])('%s is refused, and named', (name) => {
    expect(judged({ variables: { [name]: '1' } })).toMatch(new RegExp(`^refused .*${name}`));
    expect(judged({ variables: { [name]: '' } })).toBe('noted ');
  });

  test.each(['NODE_USE_SYSTEM_CA', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES'])('%s is noted, with its value', (name) =>
    expect(judged({ variables: { [name]: '/there' } })).toMatch(new RegExp(`^noted .*${name}.*/there`)),
  );

  test.each([
    'HTTPS_PROXY',
    'NODE_EXTRA_CA_CERTS',
    'NODE_PENDING_DEPRECATION',
    'NODE_NO_WARNINGS',
    'NODE_REPL_EXTERNAL_MODULE',
    'SSL_CERT_FILE',
  ])('%s changes nothing by itself', (name) => expect(judged({ variables: { [name]: 'x' } })).toBe('noted '));

  test('what Node was started with is judged alike, and so is a debugger that is open', () => {
    expect(judged({ process: { nodeOptions: ['--max-old-space-size=100', '--inspect=0'] } })).toMatch(
      /^refused .*--inspect=0/,
    );
    expect(judged({ process: { nodeOptions: ['--max-old-space-size=100'] } })).toBe('noted ');
    expect(judged({ process: { nodeOptions: ['--use-system-ca'] } })).toMatch(/^noted .*--use-system-ca/);
    expect(judged({ process: { debuggerUrl: () => 'ws://127.0.0.1:9229/x' } })).toMatch(/^refused .*debugger/);
  });
});

describe('the built command', () => {
  test.each([
    { NODE_OPTIONS: '--tls_keylog=keys.log' },
    { NODE_OPTIONS: '"--import" ./x.mjs' },
    { NODE_V8_COVERAGE: 'c' },
  ])('under %o: exit 2, and nothing is sent', async (variables) => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('env', 2));
    at.write('x.mjs', '');
    const here = { ...at, env: { ...at.env, ...variables } };
    expect(await run(here)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(Object.keys(variables)[0] ?? '') as string,
    });
    // A dry run reads no key and opens no socket.
    const shown = await ordo(['run', 'plan.yaml', '--live'], here);
    expect([shown.code, shown.stdout.includes('--approve')]).toEqual([0, false]);
    expect(shown.stdout.replaceAll(/\s+/g, ' ')).toMatch(/is set: .*: an execution would be refused \(exit 2\)/);
    expect(paper.requests).toEqual([]);
    expect(existsSync(join(at.folder, 'keys.log'))).toBe(false);
  });

  test('started with an option of Node’s own: exit 2, and nothing is sent', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('env', 2));
    const args = ['--cpu-prof', CLI, 'run', 'plan.yaml', '--execute', '--live', '--yes'];
    const child = spawn(process.execPath, args, { cwd: at.folder, env: at.env, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
    expect(stderr).toContain('--cpu-prof');
    expect(paper.requests).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('SIGUSR1 opens no debugger, and changes nothing', async () => {
    const { paper, at } = await paperAndPlace({ latencyMs: 300 });
    at.write('plan.yaml', bids('env', 2));
    const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    await running.until(/call-sent/);
    running.child.kill('SIGUSR1');
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
    expect(paper.orders).toHaveLength(2);
  });
});
