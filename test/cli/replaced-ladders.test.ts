/** A ladder that was changed after it was sent, brought to the market by `run --replace`. */
import { describe, expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import type { Ended } from '../../proofs/support/ordo.ts';
import { ends } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, type At } from '../support/live.ts';

const plan = (steps: number, to: number, total: string): string =>
  `version: 1\nname: grown\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: pb, side: open-long, price: { from: 60000, to: ${to}, steps: ${steps} }, size: { total: ${total} } }\n`;

const LIST =
  '{"asOf":"2026-01-02T03:04:05Z","source":"a test","instruments":{"cmt_btcusdt":{"tick":"0.1","step":"0.0001","minSize":"0.0001"}}}';

interface Placed {
  readonly paper: PaperExchange;
  readonly at: At;
}

async function placed(text: string, ...more: string[]): Promise<Placed> {
  const world = await paperAndPlace();
  world.at.write('ordo.config.yaml', 'version: 1\n');
  world.at.write('instruments.json', LIST);
  world.at.write('plan.yaml', text);
  expect((await run(world.at, ...more)).code).toBe(0);
  return world;
}

const dry = (at: At, ...more: string[]): Promise<Ended> => here(['run', 'plan.yaml', '--live', ...more], at);
const resting = ({ orders }: PaperExchange): string[] =>
  orders.filter(({ status }) => status === 'open').map(({ size }) => size);

describe('a ladder that shrank', () => {
  test('is replaced only together with the rungs that it has no more', async () => {
    const { paper, at } = await placed(plan(9, 59_200, '0.9'));
    at.write('plan.yaml', plan(3, 59_200, '0.9'));
    for (const name of ['edited', 'pb-1']) {
      const refused = await run(at, '--replace', name);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('6 rungs that it no longer has')]);
      expect(refused.stderr).toContain(`--replace ${name} --removed`);
    }
    expect(resting(paper)).toHaveLength(9);
    const ended = await run(at, '--replace', 'edited', '--removed');
    expect([ended.code, ends(ended).length, said(ended)]).toEqual([
      0,
      9,
      ['pb-1 accepted', 'pb-2 accepted', 'pb-3 accepted'],
    ]);
    expect(resting(paper)).toEqual(['0.3', '0.3', '0.3']);
  });

  test('is not replaced rung by rung where more would stand than it says', async () => {
    const { paper, at } = await placed(plan(3, 59_200, '0.9'));
    at.write('plan.yaml', plan(3, 59_300, '0.6'));
    const refused = await run(at, '--replace', 'pb-2');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('0.8 of the ladder pb would be open')]);
    expect((await run(at, '--replace', 'edited', '--only', 'pb-2')).code).toBe(2);
    expect((await run(at, '--replace', 'edited')).code).toBe(0);
    expect(resting(paper)).toEqual(['0.2', '0.2', '0.2']);
  });
});

describe('a ladder that grew', () => {
  test('is brought to the market whole by one run', async () => {
    const { paper, at } = await placed(plan(3, 59_200, '0.9'));
    at.write('plan.yaml', plan(5, 59_200, '0.9'));
    const shown = (await dry(at, '--replace', 'edited')).stdout;
    expect(shown).toContain('2 new · 3 replaced');
    expect(shown).not.toContain('What stands is unchanged');
    const ended = await run(at, '--replace', 'edited');
    expect([ended.code, said(ended).length]).toEqual([0, 5]);
    expect(resting(paper)).toEqual(['0.18', '0.18', '0.18', '0.18', '0.18']);
    expect((await dry(at)).stdout).toContain('5 accepted before, unchanged');
  });

  test('of which one rung stands and says the same goes on by the command that is named', async () => {
    const { paper, at } = await placed(plan(3, 59_200, '0.3'), '--only', 'pb-1');
    at.write('plan.yaml', plan(3, 59_000, '0.3'));
    const before = (await dry(at)).stdout;
    expect(before).toMatch(/after 1 of its\s+rungs was sent/);
    expect(before).toContain('--replace edited');
    const ended = await run(at, '--replace', 'edited');
    expect([ended.code, ends(ended), said(ended).toSorted()]).toEqual([
      0,
      [],
      ['pb-1 already-accepted', 'pb-2 accepted', 'pb-3 accepted'],
    ]);
    expect(resting(paper)).toEqual(['0.1', '0.1', '0.1']);
    expect((await run(at)).code).toBe(0);
  });
});

describe('one order and a ladder of one name', () => {
  const SINGLE =
    'version: 1\nname: grown\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: pb, side: open-long, price: 60000, size: 0.9 }\n';

  test.each([
    ['an order that became a ladder', SINGLE, plan(3, 59_200, '0.9'), ['0.9'], ['0.3', '0.3', '0.3']],
    ['a ladder that became an order', plan(3, 59_200, '0.9'), SINGLE, ['0.3', '0.3', '0.3'], ['0.9']],
  ])('%s is not placed beside what stands', async (_, before, after, stands, then) => {
    const { paper, at } = await placed(before);
    at.write('plan.yaml', after);
    for (const more of [[], ['--replace', 'edited'], ['--again', 'cancelled']]) {
      expect([2, 6]).toContain((await run(at, ...more)).code);
      expect(resting(paper)).toEqual(stands);
    }
    expect((await run(at)).stdout).toMatch(/is open or filled, and .*Cancel what was removed\s+first/s);
    const off = await here(['cancel', 'plan.yaml', '--removed', '--execute', '--live', '--yes'], at);
    expect([off.code, resting(paper)]).toEqual([0, []]);
    expect([(await run(at)).code, resting(paper)]).toEqual([0, then]);
  });

  test('what was filled of the order is not placed once more as a ladder', async () => {
    const { paper, at } = await placed(SINGLE);
    paper.fill(paper.orders[0]?.orderId ?? '', '0.4');
    expect((await here(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], at)).code).toBe(0);
    at.write('plan.yaml', plan(3, 59_200, '0.9'));
    expect((await run(at, '--again', 'cancelled')).code).toBe(6);
    expect(resting(paper)).toEqual([]);
  });
});
