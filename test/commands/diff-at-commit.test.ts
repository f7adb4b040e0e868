/** `ordo diff` of a plan at a commit, by that commit's own config; and the approval code where an exchange is configured. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { bid, inFolder, jsonOf, planOf } from '../support/differing.ts';
import { here } from '../support/here.ts';
import { paperAndPlace } from '../support/live.ts';
import { repository, type Repository } from '../support/repository.ts';

const listOf = (tick: string): string =>
  `{"asOf":"2026-11-21T08:00:00Z","source":"x","instruments":{"cmt_btcusdt":{"tick":"${tick}","step":"0.01","minSize":"0.01","maxSize":"9"}}}`;

const loaded = (ended: Ended): { digest: string; approval?: string } => {
  const [event] = ofKind(eventsOf(ended), 'plan-loaded');
  return event as { digest: string; approval?: string };
};

const share = (percent: number): string =>
  planOf(bid('a', 60_000)).replace(/size: [^,}]+/, `size: { notional: ${percent}%, of: equity }`);

describe('a plan at a commit', () => {
  test('is judged by the config and the list of that commit', async () => {
    const at = repository();
    mkdirSync(join(at.folder, 'conf'));
    at.commit({
      'p.yaml': planOf(bid('a', 60_001)),
      'ordo.config.yaml': 'version: 1\ninstruments: conf/list.json\n',
      'conf/list.json': listOf('10'),
    });
    at.write({ 'conf/list.json': listOf('1') });
    const { code, stdout } = await here(['diff', 'p.yaml'], at);
    expect(code).toBe(3);
    expect(stdout).toContain('error[order/off-tick]');
    expect(stdout).toContain('--> HEAD:p.yaml:5:');
  });

  test('is sized by the account file of now where the commit has none, so only the plan differs', async () => {
    const at = repository();
    at.commit({ 'p.yaml': share(1), 'ordo.config.yaml': 'version: 1\n' });
    const account = { version: 1, asOf: '2026-11-23T12:04:07Z', origin: 'x', account: 'a', asset: 'USDT' };
    at.write({ 'p.yaml': share(2), 'account.json': JSON.stringify({ ...account, equity: '60000' }) });
    const { code, stdout } = await here(['diff', 'p.yaml'], at);
    expect(code).toBe(0);
    expect(stdout).toMatch(/size +0\.01 → 0\.02/);
  });

  test.each([
    ['policy: { maxOrders: 1 }', 4, 'HEAD:p.yaml'],
    ['polici: {}', 2, 'HEAD:ordo.config.yaml'],
  ])('under a config with %s ends with exit %i', async (config, exit, name) => {
    const at = repository();
    at.commit({ 'p.yaml': planOf(bid('a', 1), bid('b', 2)), 'ordo.config.yaml': `version: 1\n${config}\n` });
    at.write({ 'ordo.config.yaml': 'version: 1\n' });
    const { code, stdout } = await here(['diff', 'p.yaml', '--output', 'json'], at);
    expect(code).toBe(exit);
    expect(JSON.parse(stdout.split('\n')[0] as string)).toMatchObject({ event: 'diagnostic', file: name });
  });

  test('reads nothing that lies outside of its repository', async () => {
    const at = repository();
    at.write({ 'out/list.json': '{}' });
    const inner = inFolder(at, 'in');
    mkdirSync(inner.folder);
    at.git('-C', 'in', 'init', '--quiet');
    at.write({
      'in/p.yaml': planOf(bid('a', 1)),
      'in/ordo.config.yaml': 'version: 1\ninstruments: ../out/list.json\n',
    });
    at.git('-C', 'in', 'add', '--all');
    at.git('-C', 'in', 'commit', '--quiet', '--message', 'x');
    const { code, stderr } = await here(['diff', 'HEAD:p.yaml', 'p.yaml'], inner);
    expect(code).toBe(2);
    expect(stderr).toContain('at HEAD: the instruments');
    expect(stderr).toContain('it lies outside of the repository');
  });

  test('takes --config from the commit, or from outside of the repository as it is', async () => {
    const at = repository();
    at.commit({ 'p.yaml': planOf(bid('a', 1), bid('b', 2)), 'c.yaml': 'version: 1\npolicy: { maxOrders: 9 }\n' });
    at.write({ 'c.yaml': 'version: 1\n' });
    const { limits } = await jsonOf(at, 'p.yaml', '--config', 'c.yaml');
    expect(limits?.map(({ name }) => name)).toEqual(['policy.maxOrders']);
    const other = repository();
    other.write({ 'c.yaml': 'version: 1\npolicy: { maxOrders: 1 }\n' });
    expect((await here(['diff', 'p.yaml', '--config', join(other.folder, 'c.yaml')], at)).code).toBe(4);
  });
});

const withHead = (head: string): string => planOf(bid('a', 1)).replace('name: p', `name: p\n${head}`);

test('limits of the plan and its end are told where they are looser', async () => {
  const at = repository();
  const namesFrom = async (before: string, after: string): Promise<string[]> => {
    at.commit({ 'p.yaml': withHead(before) });
    at.write({ 'p.yaml': withHead(after) });
    return (await jsonOf(at, 'p.yaml')).limits?.map(({ name }) => name) ?? [];
  };
  const [tight, loose] = [
    'limits: { maxOrders: 5, maxPlanNotional: 100 }\nvalidUntil: 2099-01-01T00:00:00Z',
    'limits: { maxOrders: 5, maxPlanNotional: 100.1 }\nvalidUntil: 2099-01-01T00:00:01Z',
  ];
  expect(await namesFrom(tight, loose)).toEqual(['limits.maxPlanNotional', 'validUntil']);
  expect(await namesFrom(loose, tight)).toEqual([]);
  expect(await namesFrom(tight, 'generation: 1')).toEqual(['limits.maxOrders', 'limits.maxPlanNotional', 'validUntil']);
  expect(await namesFrom('generation: 1', tight)).toEqual([]);
});

describe('where a live exchange is configured', () => {
  test('the code is that of `run --live` now, and the command executes exactly that', async () => {
    const { paper, at: live } = await paperAndPlace();
    const at: Repository = { ...repository(), env: live.env };
    at.commit({ 'p.yaml': planOf(bid('a', 60_000)) });
    expect((await here(['run', 'p.yaml', '--live', '--execute', '--yes'], at)).code).toBe(0);
    at.write({ 'p.yaml': planOf(bid('a', 60_000), bid('b', 59_000)) });
    const { digest, approval } = loaded(await here(['run', 'p.yaml', '--live', '--output', 'ndjson'], at));
    expect(approval).toMatch(/^[0-9a-f]{64}$/);
    const keyless: Repository = {
      ...at,
      env: Object.fromEntries(Object.entries(at.env).filter(([name]) => !name.startsWith('ORDO_API'))),
    };
    expect(await jsonOf(keyless, 'p.yaml')).toMatchObject({ digest, approval, added: ['b'] });
    const told = (await here(['diff', 'p.yaml'], keyless)).stdout;
    const [, command] = /^\s*ordo (run p\.yaml --live --execute --approve [0-9a-f]{64})$/m.exec(told) ?? [];
    const sent = await here((command ?? '').split(' '), at);
    expect(sent.code).toBe(0);
    expect(paper.orders.length).toBe(2);
  });

  test('what `run --live` would refuse is said, and no code is given', async () => {
    const { at: live } = await paperAndPlace();
    const at: Repository = { ...repository(), env: live.env };
    const second = planOf(bid('a', 60_000)).replace('name: p', 'name: p\ngeneration: 2');
    at.commit({ 'p.yaml': second });
    await here(['run', 'p.yaml', '--live', '--execute', '--yes'], at);
    at.write({ 'p.yaml': planOf(bid('a', 60_000)) });
    const json = await jsonOf(at, 'p.yaml');
    expect(json.refusal).toContain('the journal knows generation 2');
    expect(json.approval).toBeUndefined();
    expect((await here(['run', 'p.yaml', '--live'], at)).code).toBe(5);
    const { stdout } = await here(['diff', 'p.yaml', '--output', 'markdown'], at);
    expect(stdout).toContain('> `a live run would be refused now: ');
    expect(stdout).not.toContain('--approve');
  });
});
