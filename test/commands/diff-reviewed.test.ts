/** `ordo diff` with a reviewed plan before or behind. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bid, ids, jsonOf, planOf } from '../support/differing.ts';
import { here } from '../support/here.ts';
import { paperAndPlace } from '../support/live.ts';
import { repository, type Repository } from '../support/repository.ts';

const PLAN = planOf(
  bid('a', 60_000),
  '{ id: b, side: close-long, size: 0.010, trigger: 59000, price: market, after: [a] }',
  '{ id: c, side: open-short, size: 0.02, price: 70000.50, timeInForce: post-only, marginMode: isolated, stopLoss: 71000 }',
  '{ id: d, side: open-long, size: { total: 0.04, shape: flat }, price: { from: 59000, to: 58000, steps: 2 } }',
);

async function reviewed(...live: string[]): Promise<Repository> {
  const { at } = await paperAndPlace();
  const desk: Repository = { ...repository(), env: at.env };
  desk.write({ 'p.yaml': PLAN, 'ordo.config.yaml': LISTED, 'instruments.json': LIST });
  expect(await here(['run', 'p.yaml', ...live, '--out', 'r.json'], desk)).toMatchObject({ code: 0, stderr: '' });
  return desk;
}

const LISTED = 'version: 1\ninstruments: instruments.json\n';
const LIST =
  '{"asOf":"2026-11-21T08:00:00Z","source":"x","instruments":{"cmt_btcusdt":{"tick":"0.5","step":"0.001","minSize":"0.001","maxSize":"99"}}}';

test('the plan that it was made from does not differ from it', async () => {
  const at = await reviewed('--live');
  for (const [before, after] of [
    ['r.json', 'p.yaml'],
    ['p.yaml', 'r.json'],
  ] as const) {
    const { stdout, code } = await here(['diff', before, after, '--check'], at);
    expect({ stdout, code }).toEqual({
      code: 0,
      stdout: expect.stringMatching(`^${after} is the same as ${before}: 5 orders · digest [0-9a-f]{12}\n$`) as string,
    });
  }
});

test('a changed plan differs from it, and it is executed by its own file', async () => {
  const at = await reviewed('--live');
  at.write({ 'p.yaml': PLAN.replace('60000', '60001').replace('id: c', 'id: e') });
  expect(ids(await jsonOf(at, 'r.json', 'p.yaml'))).toEqual([['e'], ['c'], ['a']]);
  const { limits, approval } = await jsonOf(at, 'p.yaml', 'r.json');
  expect(limits).toBeNull();
  const { stdout } = await here(['diff', 'p.yaml', 'r.json'], at);
  expect(stdout).toContain('» limits are not compared');
  expect(stdout).toContain(`ordo run r.json --live --execute --approve ${approval}`);
  at.write({ 'p.yaml': PLAN });
  const sent = await here(['run', 'r.json', '--live', '--execute', '--approve', approval ?? ''], at);
  expect(sent.code).toBe(0);
});

test('of a commit it is read from there; one that was edited is refused, and one alone', async () => {
  const at = await reviewed();
  at.commit();
  rmSync(join(at.folder, 'r.json'));
  expect(ids(await jsonOf(at, 'HEAD:r.json', 'p.yaml'))).toEqual([[], [], []]);
  const text = at.git('show', 'HEAD:r.json');
  writeFileSync(join(at.folder, 'r.json'), `${text.replace('60000', '60001')}\n`);
  expect((await here(['diff', 'r.json', 'p.yaml'], at)).code).toBe(5);
  expect(await here(['diff', 'r.json'], at)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ordo diff <plan> r.json') as string,
  });
});
