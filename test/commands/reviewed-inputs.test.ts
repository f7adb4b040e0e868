/** Every input of a reviewed plan is changed, and the journal too: each change is named, and nothing is sent. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import type { ReviewedPlan } from '../../src/generated/reviewed.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { afterTest, localhost, LOSING, oids, paperAndPlace, run, said, settle } from '../support/live.ts';
import {
  CONFIG,
  execute,
  FILES,
  forge,
  LIST,
  look,
  PLAN,
  read,
  refusedFor,
  review,
  reviewedDesk,
  textOf,
} from '../support/reviewed-desk.ts';

describe('a byte changed in any input', () => {
  test('is refused with the file’s name, and nothing is sent', async () => {
    const { at, paper } = await reviewedDesk();
    const whole = new Map(FILES.map((name) => [name, readFileSync(join(at.folder, name))]));
    const edit = fc.record({
      name: fc.constantFrom(...FILES),
      where: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      how: fc.constantFrom('flip', 'insert', 'delete'),
      byte: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ name, where, how, byte }) => {
        const bytes = whole.get(name) as Buffer;
        const index = Math.floor(where * bytes.length);
        const [from, to] = [how === 'insert' ? index : index + 1, how === 'delete' ? [] : [byte]];
        const changed = how === 'flip' ? [(bytes[index] as number) ^ byte] : to;
        at.write(name, Buffer.concat([bytes.subarray(0, index), Buffer.from(changed), bytes.subarray(from)]) as never);
        const ended = await execute(at);
        at.write(name, bytes as never);
        expect(ended.code).toBe(5);
        expect(ended.stderr).toContain(name);
        expect(paper.requests).toHaveLength(0);
      }),
      { numRuns: 120 },
    );
    expect(said(await execute(at))).toEqual(['a accepted', 'b accepted', 'c accepted']);
  });

  const other = '0'.repeat(64);
  const forged: readonly (readonly [field: string, words: string, change: (plan: ReviewedPlan) => object])[] = [
    ['version', 'has version 2', (plan) => ({ ...plan, version: 2 })],
    ['tool', 'was written by ordo 0.0.0', (plan) => ({ ...plan, tool: '0.0.0' })],
    ['plan', 'name of the plan', (plan) => ({ ...plan, plan: 'another' })],
    ['generation', 'the generation is 1, and was 2', (plan) => ({ ...plan, generation: 2 })],
    ['planFile', 'has no hash of other.yaml', (plan) => ({ ...plan, planFile: 'other.yaml' })],
    ['target', 'it is for the paper exchange', (plan) => ({ ...plan, target: 'paper' })],
    ['origin', 'the exchange is', (plan) => ({ ...plan, origin: 'https://example.com' })],
    ['account', 'the account is main, and was other', (plan) => ({ ...plan, account: 'other' })],
    ['made', 'made', (plan) => ({ ...plan, made: 'now' })],
    ['expires', 'it expired at', (plan) => ({ ...plan, expires: plan.made })],
    ['a time that is none', 'a time that cannot be read', (plan) => ({ ...plan, expires: '2099-99-99T00:00:00.000Z' })],
    ['digest', 'has a digest', (plan) => ({ ...plan, digest: other })],
    ['approval', 'a setting', (plan) => ({ ...plan, approval: other })],
    ['options.var', 'other calls', (plan) => ({ ...plan, options: { ...plan.options, var: { entry: '59500' } } })],
    ['options.only', 'other calls', (plan) => ({ ...plan, options: { ...plan.options, only: ['a'] } })],
    ['inputs', 'plan.yaml has changed', (plan) => ({ ...plan, inputs: { ...plan.inputs, 'plan.yaml': other } })],
    ['an input more', 'extra cannot be read', (plan) => ({ ...plan, inputs: { ...plan.inputs, extra: other } })],
    ['absent', 'other files are missing', (plan) => ({ ...plan, absent: ['x'] })],
    ['known', 'what the journal knows of', (plan) => ({ ...plan, known: other })],
    ['orders', 'the orders of the plan', (plan) => ({ ...plan, orders: plan.orders.toReversed() })],
    [
      'a weight',
      'call 1',
      (plan) => ({ ...plan, calls: plan.calls.map((call) => ({ ...call, weight: { ip: 0, uid: 0 } })) }),
    ],
    ['a key more', 'must NOT have additional properties', (plan) => ({ ...plan, extra: 1 })],
    ['a wrong type', '/calls must be array', (plan) => ({ ...plan, calls: 'none' })],
  ];
  test.each(forged)('a forged %s is refused', async (_, words, change) => {
    const desk = await reviewedDesk();
    forge(desk.at, change);
    await refusedFor(desk, 'r.json', words);
  });

  test('a file that was not there, and one that is gone, are named', async () => {
    const desk = await reviewedDesk();
    const { at } = desk;
    rmSync(join(at.folder, 'instruments.json'));
    await refusedFor(desk, 'instruments.json cannot be read', `paths go from ${at.folder}`);
    expect(await review(at)).toMatchObject({ code: 0 });
    expect(read(at).absent).toEqual(['instruments.json']);
    at.write('instruments.json', LIST);
    await refusedFor(desk, 'instruments.json is read now, and was not there before');
    rmSync(join(at.folder, 'instruments.json'));
    rmSync(join(at.folder, 'ordo.config.yaml'));
    expect(await review(at)).toMatchObject({ code: 0 });
    expect(read(at).absent).toEqual(['ordo.config.yaml']);
    at.write('ordo.config.yaml', CONFIG.replace('maxOrders: 5', 'maxOrders: 1'));
    await refusedFor(desk, 'ordo.config.yaml is read now, and was not there before');
  });

  test('a later expiry, and every other digit that no compilation gives, is seen by the sum', async () => {
    const desk = await reviewedDesk();
    const text = textOf(desk.at);
    const { expires, made, sum } = read(desk.at);
    for (const value of [expires, made, sum]) {
      const edited = value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
      desk.at.write('r.json', text.replace(`"${value}"`, `"${edited}"`));
      await refusedFor(desk, 'r.json was edited after it was written');
    }
  });

  test('all differences are named together', async () => {
    const desk = await reviewedDesk();
    for (const name of FILES.slice(0, 3)) desk.at.write(name, 'x');
    await refusedFor(desk, 'plan.yaml has changed', 'ordo.config.yaml has changed', 'instruments.json has changed');
  });

  test('another spelling of the exchange’s address is another exchange', async () => {
    const { at, paper } = await reviewedDesk();
    await refusedFor({ at: localhost(at), paper }, 'the exchange is http://localhost');
  });

  test('a run for the other target is refused, and so is an option that would change it', async () => {
    const { at } = await reviewedDesk();
    expect(await here(['run', 'r.json', '--execute'], at)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('it is for the live exchange: add --live') as string,
    });
    const options = [
      ['--var', 'entry=1'],
      ['--only', 'a'],
      ['--again', 'a'],
      ['--config', 'c'],
      ['--out', 'o'],
      ['--watch'],
    ];
    for (const option of options) {
      expect(await here(['run', 'r.json', '--live', ...option], at)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`${option[0]} does not go with the reviewed plan r.json`) as string,
      });
    }
    expect(await execute(at, '--approve', 'f'.repeat(64))).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('r.json has the approval code') as string,
    });
  });
});

describe('what the journal knows', () => {
  test('an order placed by something else is refused', async () => {
    const desk = await reviewedDesk();
    await run(desk.at, '--only', 'a');
    await refusedFor(desk, 'orders of it were sent, and not by this reviewed plan');
    expect(desk.paper.orders).toHaveLength(1);
  });

  test('so is one that the reviewed plan does not carry', async () => {
    const desk = await reviewedDesk({}, '--only', 'b');
    await run(desk.at, '--only', 'a');
    await refusedFor(desk, 'what the journal knows of the plan’s orders has changed');
  });

  test('and one that was settled meanwhile', async () => {
    const desk = await paperAndPlace(LOSING);
    desk.at.write('ordo.config.yaml', CONFIG);
    desk.at.write('plan.yaml', PLAN);
    await run(desk.at, '--only', 'a');
    await review(desk.at, '--only', 'b');
    const [order] = desk.paper.orders;
    await settle(desk.at, '--placed', `a=${order?.orderId}`);
    await refusedFor(desk, 'what the journal knows of');
  });

  test('the rest of what it sent itself goes out, under the same code; what it placed again is not placed once more', async () => {
    const { at, paper } = await paperAndPlace({ faults: { 'reject-one': 1 } });
    const slow = 'execution: { maxOrdersPerCall: 1, rateRefusals: 0 }';
    at.write('ordo.config.yaml', `version: 1\nexchange: { queries: false }\n${slow}\n`);
    at.write('plan.yaml', bids('rest', 3));
    expect(said(await run(at))).toEqual(['bid-1 rejected', 'bid-2 rejected', 'bid-3 rejected']);
    await review(at, '--again', 'rejected');
    expect(read(at).options.again).toEqual(['bid-1', 'bid-2', 'bid-3']);
    await paper.close();
    // Two calls fit its window, and the third is refused.
    const uidWeight = { amount: 10, windowMs: 1500 };
    const back = await startPaperExchange({ port: Number(new URL(paper.origin).port), uidWeight });
    afterTest(() => back.close());
    const { approval } = read(at);
    const first = await execute(at, '--approve', approval);
    expect([first.code, ...said(first)]).toEqual([8, 'bid-1 accepted', 'bid-2 accepted', 'bid-3 rate-limit']);
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect((await look(at)).stdout).toContain(`--execute --live --approve ${approval}`);
    const rest = await execute(at, '--approve', approval);
    expect([rest.code, ...said(rest)]).toEqual([
      0,
      'bid-1 already-accepted',
      'bid-2 already-accepted',
      'bid-3 accepted',
    ]);
    expect((await execute(at, '--approve', approval)).code).toBe(0);
    expect(oids(back)).toEqual([1, 2, 3].map((n) => clientOrderId('rest', 1, `bid-${n}`, 1)));
    // What this plan did is no leave for others: the account's generation is another now.
    at.write('plan.yaml', bids('rest', 3).replace('name: rest', 'name: rest\ngeneration: 2'));
    await run(at);
    at.write('plan.yaml', bids('rest', 3));
    await refusedFor({ at, paper: back }, 'generation 2');
  });
});
