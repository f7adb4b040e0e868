/** The output of a run that follows its plan is lost while something is held: what that leaves, and how to go on, is said on stderr. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { CLI, ordo } from '../../proofs/support/ordo.ts';
import { isOpen } from '../support/follow-desk.ts';
import { configOf, FOLLOW } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace } from '../support/live.ts';

const PLAN = `version: 1
name: lost
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 64000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 62000, price: market }
  - { id: even, side: close-long, size: { filled: entry }, trigger: 63000, price: market, after: { filled: out } }
  - { id: out, side: close-long, size: { filled: entry, share: 1/3 }, trigger: 70000, price: market }
`;

interface Lost {
  readonly code: number | null;
  readonly stderr: string;
  readonly report: string;
}

/** Its reader goes once a stop works; what is filled after that tells the follower. */
async function lost(output: 'lines' | 'ndjson'): Promise<Lost> {
  const { paper, at } = await paperAndPlace({ orderCalls: { amount: 100, windowMs: 1000 } });
  at.write('plan.yaml', PLAN);
  at.write('ordo.config.yaml', configOf('v3'));
  expect((await here(['instruments'], at)).code).toBe(0);
  const args = FOLLOW.map((word) => (word === 'ndjson' ? output : word));
  const child = spawn(process.execPath, [CLI, ...args], { cwd: at.folder, env: at.env });
  afterTest(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const closed = once(child, 'close') as Promise<[number | null]>;
  let told = '';
  const reading = async (what: RegExp): Promise<void> => {
    while (!what.test(told)) told += String(((await once(child.stdout, 'data')) as [Buffer])[0]);
  };
  await reading(output === 'lines' ? /✓ entry/ : /"id":"entry".*accepted/);
  const { orderId } = paper.orders[0] as (typeof paper.orders)[number];
  paper.fill(orderId, '0.1');
  await reading(output === 'lines' ? /✓ stop/ : /"id":"stop".*accepted/);
  child.stdout.destroy();
  paper.fill(orderId, '0.1');
  const [code] = await closed;
  expect(paper.orders.filter(isOpen).length).toBeGreaterThan(1);
  return { code, stderr, report: (await ordo(['report', 'plan.yaml'], at)).stdout };
}

test.each(['lines', 'ndjson'] as const)(
  '%s: stderr says what is left, and with which command it goes on',
  async (output) => {
    const { code, stderr, report } = await lost(output);
    expect(code).toBe(2);
    expect(stderr).toContain('the output cannot be written: its reader is gone');
    const end = stderr.slice(stderr.indexOf('Working on the exchange'));
    expect(end).toMatch(/\n {2}stop +close-long/);
    expect(end).toMatch(/Will not happen any more\n(.*\n)*? {2}even +in place of stop, once out is filled/);
    expect(end).toMatch(/\n {2}ordo run plan\.yaml --execute --live --follow --approve [0-9a-f]{64}\n/);
    expect(end).toMatch(/NAKED|hold long 0\.[12]/);
    expect(stderr).not.toContain('{"event"');
    expect(report).toContain('exit code 2: its output was lost');
    expect(report).not.toContain('refused');
  },
  30_000,
);
