/** `ordo mcp`: what a stock client says to it, as it stands on the wire, and what it cannot be made to do. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBut, fuzzMcp, mcpDesk, serve, type Served } from '../../proofs/mcp/fuzz.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';

function desk(): ReturnType<typeof mcpDesk> {
  const at = mcpDesk();
  afterTest(() => at.remove());
  return at;
}
const call = (id: number, name: string, given: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } });
const textOf = ({ answers }: Served, at = 0): string => {
  const [content] = (answers[at]?.result?.['content'] ?? []) as readonly { readonly text: string }[];
  return content?.text ?? '';
};

test('a client shakes hands, lists six tools, and calls one', () => {
  const served = serve(desk(), [
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"stock","version":"1"}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    call(2, 'dry_run', { plan: 'good.yaml', live: true }),
  ]);
  expect([served.code, served.stderr, served.answers.map(({ id }) => id)]).toEqual([0, '', [0, 1, 2]]);
  const [hello, list, dry] = served.answers;
  expect(hello?.result).toMatchObject({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'ordo' },
  });
  const tools = list?.result?.['tools'] as readonly { readonly name: string; readonly inputSchema: object }[];
  expect(tools.map(({ name }) => name)).toEqual(['validate', 'dry_run', 'explain', 'diff', 'status', 'propose']);
  expect(tools[1]?.inputSchema).toMatchObject({ type: 'object', required: ['plan'] });
  expect(dry?.result?.['isError']).toBe(false);
  const events = textOf(served, 2)
    .trimEnd()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events).toContain('plan-compiled');
  expect(events.at(-1)).toBe('run-finished');
  expect(textOf(served, 2)).not.toContain('approval');
});

test('a proposal is a new file of a valid plan, and never over another', () => {
  const at = desk();
  const plan = readFileSync(join(at.folder, 'plans', 'good.yaml'), 'utf8');
  const before = filesBut(at);
  const served = serve(at, [
    call(0, 'propose', { file: 'mine.yaml', plan }),
    call(1, 'propose', { file: 'mine.yaml', plan: plan.replace('0.01', '0.02') }),
    call(2, 'propose', { file: 'bad.yaml', plan: 'orders: 7' }),
    call(3, 'propose', { file: '../up.yaml', plan }),
    call(4, 'propose', { file: 'large.yaml', plan: `${plan}#${'x'.repeat(1024 * 1024)}\n` }),
    call(5, 'propose', { file: 'ordo.config.yaml', plan }),
  ]);
  expect(served.answers.map(({ result }) => result?.['isError'])).toEqual([false, true, true, true, true, true]);
  expect(readFileSync(join(at.folder, 'proposals', 'mine.yaml'), 'utf8')).toBe(plan);
  for (const name of ['bad.yaml', 'large.yaml', 'ordo.config.yaml'])
    expect(existsSync(join(at.folder, 'proposals', name))).toBe(false);
  expect(lstatSync(join(at.folder, 'proposals', 'mine.yaml')).isFile()).toBe(true);
  expect(filesBut(at)).toBe(before);
});

test('no plan is read outside of the folder, by whatever path or link', () => {
  const paths = ['../secret.yaml', 'link.yaml', 'folder-link/secret.yaml', '/etc/passwd', '', 'a\nb'];
  const served = serve(
    desk(),
    paths.map((plan, id) => call(id, 'validate', { plan })),
  );
  for (const at of paths.keys())
    expect(textOf(served, at)).toMatch(/^ordo: there is no plan .* below the folder of plans\n$/);
});

test('what is no call has an error of the protocol', () => {
  const lines = [
    '{',
    '[]',
    '{"id":1,"method":"x"}',
    call(2, 'run', {}),
    call(3, 'validate', {}),
    call(4, 'validate', { plan: 1 }),
    call(5, 'validate', { plan: 'good.yaml', execute: true }),
  ];
  expect(serve(desk(), lines).answers.map(({ error }) => error?.code)).toEqual([
    -32700, -32600, -32601, -32602, -32602, -32602, -32602,
  ]);
});

test.each([
  [[], 'mcp needs --plans'],
  [['--plans', 'plans'], 'mcp needs --proposals'],
  [['--plans', 'none', '--proposals', 'proposals'], '--plans none is not a folder'],
])('mcp %j is refused', async (given, words) => {
  const ended = await here(['mcp', ...given], desk());
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(words) as string]);
});

test('random calls open no socket, and write only proposals', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  expect((await fuzzMcp({ runs: 400, seed })).violations).toEqual([]);
});
