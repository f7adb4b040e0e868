/** `ordo diff` in real git repositories: what is compared with what, and by whose words. */
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bid, ids, inFolder, jsonOf, planOf, type DiffJson } from '../support/differing.ts';
import { here } from '../support/here.ts';
import { repository, type Repository } from '../support/repository.ts';

const PLAN = `version: 1
name: btc-breakout
vars: { entry: 64000 }
defaults: { symbol: cmt_btcusdt }
limits: { maxOrders: 40, maxPlanNotional: 80000 }
orders:
  - { id: entry, side: open-long, size: 0.01, price: =entry, takeProfit: 68000, stopLoss: 62000 }
  - { id: probe, side: open-long, size: 0.02, price: 61000, stopLoss: 60000 }
  - id: pullback
    side: open-long
    price: { from: 63000, to: 60000, steps: 9, spacing: linear }
    size: { total: 0.9, shape: linear }
    timeInForce: post-only
  - { id: bail-out, side: close-long, size: 0.91, trigger: 59000, price: market, after: [entry] }
`;

const CHANGED = PLAN.replace('entry: 64000', 'entry: 64100')
  .replace('maxOrders: 40, ', '')
  .replace('size: 0.91', 'size: 0.5')
  .replace(/ {2}- \{ id: probe.*\n/, '')
  .concat(`  - { id: hedge, side: open-short, symbol: cmt_ethusdt, size: 3, price: 3000, stopLoss: 3060 }
  - id: lower
    side: open-long
    price: { from: 59900, to: 59000, steps: 4 }
    size: { total: 0.2, shape: flat }
`);

const POLICY = 'version: 1\npolicy: { maxOrders: 100, requireStop: true, maxOrderSize: { cmt_btcusdt: 2 } }\n';

/** What the price of the only changed order was and is. */
const priceOf = (json: DiffJson): unknown =>
  (json.changed[0] as { fields?: { price?: unknown } } | undefined)?.fields?.price;

describe('a plan against the last commit', () => {
  test.each([
    ['lines', 'txt', 80],
    ['lines', 'narrow.txt', 44],
    ['md', 'md.txt', 80],
    ['json', 'json.txt', 80],
  ])('is told as the golden file has it: %s, %s (UPDATE_GOLDEN=1 writes it anew)', async (output, ending, width) => {
    const at = repository();
    at.commit({ 'plans/breakout.yaml': PLAN, 'ordo.config.yaml': POLICY });
    at.write({ 'plans/breakout.yaml': CHANGED, 'ordo.config.yaml': POLICY.replace('100, requireStop: true', '200') });
    const { stdout, stderr, code } = await here(['diff', 'plans/breakout.yaml', '--output', output], at, { width });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const golden = new URL(`../report/golden/difference.${ending}`, import.meta.url);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, stdout);
    expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'no golden file').toBe(stdout);
  });

  test('that is the same is one line, and exit 0', async () => {
    const at = repository();
    at.commit({ 'plan.yaml': PLAN });
    const { stdout, code } = await here(['diff', 'plan.yaml', '--check'], at);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^plan.yaml is the same as HEAD:plan.yaml: 12 orders · digest [0-9a-f]{12}\n$/);
    const { stdout: markdown } = await here(['diff', 'plan.yaml', '--output', 'markdown'], at);
    expect(markdown).toMatch(
      /^<!-- ordo diff: plan.yaml -->\n\n`plan.yaml` is the same as `HEAD:plan.yaml`: 12 orders · digest [0-9a-f]{12}\n$/,
    );
  });

  test.each([
    ['an order', planOf(bid('a', 60_001))],
    ['the generation alone', planOf(bid('a', 60_000)).replace('name: p', 'name: p\ngeneration: 2')],
    ['the name alone', planOf(bid('a', 60_000)).replace('name: p', 'name: q')],
    ['the limits alone', planOf(bid('a', 60_000)).replace('name: p', 'name: p\nlimits: { maxOrders: 6 }')],
  ])('differs by %s: --check exits 5', async (_, text) => {
    const at = repository();
    at.commit({ 'plan.yaml': planOf(bid('a', 60_000)).replace('name: p', 'name: p\nlimits: { maxOrders: 5 }') });
    at.write({ 'plan.yaml': text });
    expect((await here(['diff', 'plan.yaml', '--check'], at)).code).toBe(5);
    expect((await here(['diff', 'plan.yaml'], at)).code).toBe(0);
  });

  test('that is new, or gone, has no orders on the other side', async () => {
    const at = repository();
    at.commit({ 'old/a.yaml': planOf(bid('a', 60_000)) });
    at.write({ 'b.yaml': planOf(bid('b', 60_000)) });
    rmSync(join(at.folder, 'old'), { recursive: true });
    expect(ids(await jsonOf(at, 'b.yaml'))).toEqual([['b'], [], []]);
    expect(ids(await jsonOf(at, 'old/a.yaml'))).toEqual([[], ['a'], []]);
    const { stdout } = await here(['diff', 'b.yaml'], at);
    expect(stdout).toContain('» nothing is there: HEAD:b.yaml\n');
    const neither = await here(['diff', 'c.yaml'], at);
    expect(neither).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('neither HEAD:c.yaml nor c.yaml') as string,
    });
  });
});

/** Three commits of one plan, the last of them tagged, and a fourth text in the working folder. */
function history(): Repository {
  const at = repository();
  for (const price of [1, 2, 3]) at.commit({ 'plans/p.yaml': planOf(bid('a', 60_000 + price)) });
  at.git('tag', 'v3');
  at.write({ 'plans/p.yaml': planOf(bid('a', 60_004)) });
  return at;
}

const stopped = (price: number): string => bid('a', price).replace(' }', ', stopLoss: 50000 }');
const firstLine = async (at: Repository): Promise<string | undefined> =>
  (await here(['diff', 'plan.yaml', '--output', 'md'], at)).stdout.split('\n')[2];

describe('what has no stop', () => {
  test('stands in a bold line before all else, where it had one, or was not there', async () => {
    const at = repository();
    at.commit({ 'plan.yaml': planOf(stopped(60_000)) });
    at.write({ 'plan.yaml': planOf(bid('a', 60_000)) });
    expect(await firstLine(at)).toBe('**NAKED 0.01 `cmt_btcusdt` long, 0 before**');
    at.commit({ 'plan.yaml': planOf(bid('a', 60_000)) });
    at.write({ 'plan.yaml': planOf(bid('a', 60_001)) });
    expect(await firstLine(at)).toMatch(/^## /);
    at.write({ 'plan.yaml': planOf(stopped(60_000)) });
    expect(await firstLine(at)).toMatch(/^## /);
  });

  test('is warned of, with the line of the plan', async () => {
    const at = repository();
    at.commit({ 'plan.yaml': planOf(stopped(60_000)) });
    at.write({ 'plan.yaml': planOf(bid('a', 60_000)) });
    const { stdout } = await here(['diff', 'plan.yaml', '--output', 'md'], at);
    expect(stdout).toContain(
      '**1 warning**\n\n- `plan.yaml:5 order/unprotected: a opens a position without protection`\n',
    );
  });
});

describe('what is named', () => {
  test('is a file, or a path at a commit; one alone is compared with HEAD or --base', async () => {
    const at = history();
    for (const [args, prices] of [
      [['plans/p.yaml'], ['60003', '60004']],
      [
        ['plans/p.yaml', '--base', 'HEAD~2'],
        ['60001', '60004'],
      ],
      [
        ['HEAD~1:plans/p.yaml', 'v3:plans/p.yaml'],
        ['60002', '60003'],
      ],
      [
        ['plans/p.yaml', 'HEAD~1:plans/p.yaml'],
        ['60004', '60002'],
      ],
      [
        ['HEAD^{/x}:plans/p.yaml', 'plans/p.yaml'],
        ['60003', '60004'],
      ],
      [
        ['v3:plans/p.yaml', '--base', 'HEAD~2'],
        ['60001', '60003'],
      ],
    ] as const)
      expect([args, priceOf(await jsonOf(at, ...args))]).toEqual([args, prices]);
  });

  test('in a folder of the repository, ./ is that folder', async () => {
    const at = inFolder(history(), 'plans');
    expect(priceOf(await jsonOf(at, 'HEAD~1:./p.yaml', 'p.yaml'))).toEqual(['60002', '60004']);
    expect(priceOf(await jsonOf(at, 'HEAD~1:plans/p.yaml', 'p.yaml'))).toEqual(['60002', '60004']);
    expect(await jsonOf(at, 'p.yaml')).toMatchObject({ before: 'HEAD:plans/p.yaml', after: 'p.yaml' });
  });

  test('a file whose name looks like a ref is the file', async () => {
    const at = history();
    at.write({ 'v3:x.yaml': planOf(bid('b', 1)) });
    expect(ids(await jsonOf(at, 'plans/p.yaml', 'v3:x.yaml'))).toEqual([['b'], ['a'], []]);
  });

  test('is refused where there is none of it, or too much', async () => {
    const at = history();
    for (const [args, words] of [
      [['nope:plans/p.yaml', 'plans/p.yaml'], 'nope is not a commit of this repository'],
      [['--base=--output=x', 'plans/p.yaml'], '--output=x is not a commit'],
      [['v3:plans/q.yaml', 'plans/p.yaml'], 'at v3: the plan plans/q.yaml cannot be read: the commit has no such file'],
      [['v3:plans', 'plans/p.yaml'], 'at v3: the plan plans cannot be read: it is a folder'],
      [['v3:../p.yaml', 'plans/p.yaml'], '../p.yaml is outside of the repository'],
      [['plans/p.yaml', 'plans/p.yaml', '--base', 'v3'], '--base is for one plan'],
      [[], 'diff takes one plan or two'],
      [['plans/p.yaml', '--output', 'mardown'], 'write --output md'],
    ] as const) {
      const { code, stderr } = await here(['diff', ...args], at);
      expect({ args, code, stderr }).toEqual({ args, code: 2, stderr: expect.stringContaining(words) as string });
    }
  });

  test('outside of a repository, one plan has nothing to be compared with, and two do without git', async () => {
    const at = history();
    renameSync(join(at.folder, '.git'), join(at.folder, 'x.git'));
    const { code, stderr } = await here(['diff', 'plans/p.yaml'], at);
    expect(code).toBe(2);
    expect(stderr).toContain('name two plans: ordo diff <before> <after>');
    expect(ids(await jsonOf(at, 'plans/p.yaml', 'plans/p.yaml'))).toEqual([[], [], []]);
  });

  test('a link of a commit is not followed, whether it is the plan or its folder', async () => {
    const at = repository();
    at.write({ 'real/a.yaml': planOf(bid('a', 1)), 'secret.txt': 'hush' });
    symlinkSync('real', join(at.folder, 'linked'));
    symlinkSync('../secret.txt', join(at.folder, 'real/b.yaml'));
    at.commit();
    for (const path of ['HEAD:linked/a.yaml', 'HEAD:real/b.yaml']) {
      const { code, stderr, stdout } = await here(['diff', path, 'real/a.yaml'], at);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('links of a commit are not followed');
    }
  });
});
