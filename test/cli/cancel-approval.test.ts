/** What approves a cancel: its whole code, of the whole of what it showed, or a person at the prompt. */
import { describe, expect, test } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { bids, eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { approved, cancel, codeOf, misshapen, planned, statuses } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, type At } from '../support/live.ts';

async function placed(plan = bids('off', 5), options: PaperOptions = {}): Promise<{ paper: PaperExchange; at: At }> {
  const world = await paperAndPlace(options);
  world.at.write('ordo.config.yaml', 'version: 1\nexecution: { onUnknown: continue, cancelWait: 700ms }\n');
  world.at.write('plan.yaml', plan);
  await run(world.at);
  return world;
}

describe('an approval', () => {
  test.each<[string, string[], number]>([
    ['--execute without --live', ['--execute'], 2],
    ['--approve without --execute', ['--approve', '0123456789ab'], 2],
    ['the beginning of a code', ['--execute', '--live', '--approve', '0123456789ab'], 2],
    ['a code that is none', ['--execute', '--live', '--approve', 'ABCDEFGH'], 2],
    ['another code', ['--execute', '--live', '--approve', '0123456789abcdef'.repeat(4)], 5],
    ['no approval, and no terminal to ask on', ['--execute', '--live'], 2],
  ])('%s: nothing is sent', async (_, more, code) => {
    const { paper, at } = await placed();
    const asked = paper.requests.length;
    const ended = await planned(at, ...more);
    expect([ended.code, paper.requests.length, misshapen(ended)]).toEqual([code, asked, []]);
    expect(eventsOf(ended).at(-1)).toMatchObject({
      event: 'run-finished',
      exitCode: code,
      counts: { cancelled: 0, filled: 0, refused: 0, unknown: 0 },
    });
  });

  test('by the code takes the orders off, and by the beginning of it nothing', async () => {
    const { paper, at } = await placed();
    const code = await codeOf(at);
    for (const length of [8, 12, 63]) {
      const refused = await approved(at, ['--approve', code.slice(0, length)]);
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining(`is only ${length} of the 64 digits`) as string,
      ]);
    }
    expect(new Set(statuses(paper))).toEqual(new Set(['open']));
    expect((await approved(at, ['--approve', code])).code).toBe(0);
    expect(new Set(statuses(paper))).toEqual(new Set(['canceled']));
  });

  test('of all does not take one of them off alone', async () => {
    const { paper, at } = await placed(bids('off', 3));
    const code = await codeOf(at);
    const wrong = { ...at, env: { ...at.env, ORDO_API_SECRET: '' } };
    expect((await approved(wrong, ['--approve', code])).code).toBe(2);
    expect((await approved(at, ['--approve', code, '--only', 'bid-1'])).code).toBe(5);
    expect(statuses(paper)).toEqual(['open', 'open', 'open']);
  });

  test('of a replace is none to take the order off alone', async () => {
    const { paper, at } = await placed(bids('off', 1), { cancelFaults: { 'drop-before': 1 } });
    at.write('plan.yaml', bids('off', 1).replace('price: 60000', 'price: 60001'));
    const dry = await here(['run', 'plan.yaml', '--live', '--replace', 'edited', '--output', 'ndjson'], at);
    const code = ofKind(eventsOf(dry), 'plan-loaded')[0]?.approval ?? '';
    const half = ['run', 'plan.yaml', '--execute', '--live', '--replace', 'edited', '--approve', code];
    expect((await here(half, at)).code).toBe(7);
    expect(statuses(paper)).toEqual(['open']);
    expect((await approved(at, ['--approve', code])).code).toBe(5);
    expect(statuses(paper)).toEqual(['open']);
  });

  test('of all covers what an interrupted command left, and not more', async () => {
    const { at } = await placed(bids('off', 3));
    const code = await codeOf(at);
    at.write('plan.yaml', bids('off', 4));
    await run(at);
    expect((await approved(at, ['--approve', code])).code).toBe(5);
    at.write('plan.yaml', bids('off', 3));
    await cancel(at, '--only', 'bid-4');
    expect((await approved(at, ['--approve', code])).code).toBe(0);
    expect((await approved(at, ['--approve', code, '--only', 'bid-1'])).code).toBe(0);
  });

  test('at the prompt takes the first six characters; anything else declines', async () => {
    const { paper, at } = await placed();
    const asked: string[] = [];
    const declined = await approved(at, [], { answer: (question) => (asked.push(question), 'yes') });
    expect([declined.code, statuses(paper)[0]]).toEqual([9, 'open']);
    const code = await codeOf(at);
    expect(asked[0]).toContain(
      `cancels 5 orders in 1 call, weight 5 IP, 10 UID\n  bid-1, bid-2, bid-3, bid-4, bid-5\n  approval ${code.slice(0, 12)}`,
    );
    expect((await approved(at, [], { answer: () => `${code.slice(0, 6)}\n` })).code).toBe(0);
    expect(statuses(paper)[0]).toBe('canceled');
  });

  test('is not asked for where exchange.queries is off: exit 2, as no end would be seen', async () => {
    const { paper, at } = await placed();
    at.write('ordo.config.yaml', 'version: 1\nexchange: { queries: false }\n');
    const asked = paper.requests.length;
    const ended = await cancel(at);
    expect([ended.code, paper.requests.length]).toEqual([2, asked]);
    expect(ended.stderr).toContain('exchange.queries is off');
  });
});
