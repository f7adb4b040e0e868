/** A reviewed plan sends exactly what was reviewed, or nothing; it has its time, and is written over nothing else. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { here } from '../support/here.ts';
import { paperAndPlace, said } from '../support/live.ts';
import {
  execute,
  forge,
  look,
  PLAN,
  read,
  refusedFor,
  review,
  reviewedDesk,
  textOf,
} from '../support/reviewed-desk.ts';

describe('a reviewed plan', () => {
  test('sends what was reviewed, under its code; and nothing the second time', async () => {
    const { at, paper } = await reviewedDesk();
    const reviewed = read(at);
    expect(reviewed).toMatchObject({ target: 'live', origin: paper.origin, account: 'main', planFile: 'plan.yaml' });
    expect(Object.keys(reviewed.inputs).toSorted()).toEqual(['instruments.json', 'ordo.config.yaml', 'plan.yaml']);
    expect((await look(at)).stdout).toContain(`ordo run r.json --execute --live --approve ${reviewed.approval}`);
    const ended = await execute(at, '--approve', reviewed.approval);
    expect(said(ended)).toEqual(['a accepted', 'b accepted', 'c accepted']);
    expect(paper.requests.flatMap(({ body }) => (body === '' ? [] : [body]))).toEqual(
      reviewed.calls.map(({ body }) => body),
    );
    expect(await execute(at, '--approve', reviewed.approval)).toMatchObject({ code: 0 });
    expect(paper.orders).toHaveLength(3);
  });

  test('holds no secret, and no path of this machine', async () => {
    const { at } = await reviewedDesk();
    expect(textOf(at)).not.toContain(at.folder);
    expect(textOf(at)).not.toContain('paper');
  });

  test('is compiled again with the options that it was reviewed with', async () => {
    const { at, paper } = await reviewedDesk({}, '--var', 'entry=59990', '--only', 'a', '--expires', '90m');
    expect(read(at).options).toEqual({ var: { entry: '59990' }, only: ['a'], again: [] });
    expect(Date.parse(read(at).expires) - Date.parse(read(at).made)).toBe(90 * 60_000);
    expect(said(await execute(at))).toEqual(['b not-selected', 'c not-selected', 'a accepted']);
    expect(paper.orders.map(({ price }) => price)).toEqual(['59990']);
  });

  test('on paper goes to the paper exchange, under its digest', async () => {
    const { at, paper } = await reviewedDesk();
    await here(['run', 'plan.yaml', '--out', 'r.json'], at);
    const { approval, digest } = read(at);
    expect(approval).toBe(digest);
    const ended = await here(['run', 'r.json', '--execute', '--approve', approval], at);
    expect(ended).toMatchObject({ code: 0 });
    await refusedFor({ at, paper }, 'it is for the paper exchange: leave --live out');
  });

  test('never expires after its plan, and says so', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', `${PLAN}validUntil: 2099-01-01T00:00:00Z\n`);
    const written = await review(at, '--expires', '366d');
    expect(written.stdout).not.toContain('validUntil');
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    at.write('plan.yaml', `${PLAN}validUntil: ${soon.slice(0, 19)}Z\n`);
    expect((await review(at)).stdout).toContain('the plan’s validUntil');
    expect(read(at).expires).toBe(`${soon.slice(0, 19)}.000Z`);
    at.write('plan.yaml', `${PLAN}validUntil: 2020-01-01T00:00:00Z\n`);
    expect(await review(at)).toMatchObject({ code: 5, stderr: expect.stringContaining('validUntil') as string });
  });
});

describe('time', () => {
  test('that runs out in the middle withholds the rest as expired', async () => {
    const desk = await reviewedDesk();
    const { at } = desk;
    at.write('ordo.config.yaml', 'version: 1\nexchange: { account: main, queries: false, orderCalls: 1/2s }\n');
    await review(at);
    forge(at, (plan) => ({ ...plan, expires: new Date(Date.now() + 1500).toISOString() }));
    const ended = await execute(at);
    expect(said(ended)).toEqual(['a accepted', 'b expired', 'c dependency']);
    expect(ended.code).toBe(5);
    await refusedFor(desk, 'it expired at');
  });
});

describe('writing it', () => {
  test.each([
    [['--execute'], '--out is for the dry run'],
    [['--watch'], '--out is for the dry run'],
    [['--expires', '24'], 'write 24m, 24h or 24d'],
    [['--expires', '2 days'], 'write 2d'],
    [['--expires', '999d'], 'more than 366 days'],
  ])('%j is refused', async (more, words) => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', PLAN);
    expect(await review(at, ...more)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) as string });
    expect(() => textOf(at)).toThrow('ENOENT');
  });

  test('over a plan, or any file that is not a reviewed plan, is refused; over a broken plan nothing is written', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', PLAN);
    at.write('r.json', '{}');
    expect(await review(at)).toMatchObject({ code: 2 });
    expect(await here(['run', 'plan.yaml', '--live', '--out', 'plan.yaml'], at)).toMatchObject({ code: 2 });
    expect(readFileSync(join(at.folder, 'plan.yaml'), 'utf8')).toBe(PLAN);
    rmSync(join(at.folder, 'r.json'));
    at.write('plan.yaml', PLAN.replace('open-long', 'buy'));
    expect(await review(at)).toMatchObject({ code: 3 });
    expect(() => textOf(at)).toThrow('ENOENT');
  });

  test('a plan in JSON is still a plan, and hostile contents are refused in words', async () => {
    const { at } = await reviewedDesk();
    at.write('p.json', JSON.stringify({ version: 1, name: 'j', description: '"digest" "approval"', orders: [] }));
    expect((await here(['run', 'p.json', '--live'], at)).code).toBe(3);
    const head = '{\n"digest": 1,\n"approval": 2,\n"calls": 3,\n';
    const hostile = [
      [`${head}"x": \u001b[31m}`, 'is not JSON'],
      [`${head}"x": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'has no sum'],
      [`[${head}"sum": ""}]`, 'is not a mapping'],
      [`${head}"sum": 7}`, 'has no sum'],
      [`${head}"sum": "7"}`, 'was edited'],
    ] as const;
    for (const [text, words] of hostile) {
      at.write('r.json', text);
      const ended = await execute(at);
      expect(ended).toMatchObject({ code: 5, stderr: expect.stringContaining(words) as string });
      expect(ended.stderr).not.toContain('\u001b');
    }
    forge(await reviewedDesk().then((desk) => (at.write('r.json', textOf(desk.at)), at)), (plan) => ({
      ...plan,
      calls: Array.from({ length: 300_000 }, () => 1),
    }));
    expect(await execute(at)).toMatchObject({ code: 5, stderr: expect.stringContaining('/calls/0') as string });
  });
});
