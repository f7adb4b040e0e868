/** An edited file brought to the market: `run --replace` and `--removed`, through the command. */
import { describe, expect, test, vi } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { cancel, ends, misshapen, statuses } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, type At } from '../support/live.ts';

const plan = (...orders: string[]): string =>
  `version: 1\nname: edits\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((one) => `  - { ${one} }\n`).join('')}`;
const entry = (size: string, price: number): string => `id: entry, side: open-long, size: ${size}, price: ${price}`;
const stop = (trigger: number): string =>
  `id: stop, side: close-long, size: 0.01, trigger: ${trigger}, price: market, after: [entry]`;
const PROBE = 'id: probe, side: open-long, size: 0.01, price: 61000';

async function placed(
  before: string,
  options: PaperOptions = {},
  cancelWait = '700ms',
): Promise<{ paper: PaperExchange; at: At }> {
  const world = await paperAndPlace(options);
  world.at.write('ordo.config.yaml', `version: 1\nexecution: { cancelWait: ${cancelWait} }\n`);
  world.at.write('plan.yaml', before);
  expect((await run(world.at)).code).toBe(0);
  return world;
}

const replace = (at: At, ...more: string[]): Promise<Ended> => run(at, '--replace', 'edited', ...more);
const dry = (at: At, ...more: string[]): Promise<Ended> => here(['run', 'plan.yaml', '--live', ...more], at);
const told = (at: At, ...more: string[]): Promise<Ended> => dry(at, '--output', 'ndjson', ...more);
const sizes = ({ orders }: PaperExchange): string[] => orders.map(({ size, status }) => `${size} ${status}`);

describe('an edited order', () => {
  test('is cancelled, seen over, and placed as the plan says it now, in one run', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000), stop(50_000)), { cancelDelayMs: 50 });
    at.write('plan.yaml', plan(entry('0.02', 60_100), stop(50_500)));
    const ended = await replace(at);
    expect([ended.code, misshapen(ended)]).toEqual([0, []]);
    expect(ends(ended)).toEqual(['entry cancelled', 'stop cancelled']);
    expect(said(ended)).toEqual(['entry accepted', 'stop accepted']);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.01 canceled', '0.02 open', '0.01 untriggered']);
    expect(ofKind(eventsOf(ended), 'run-finished')[0]).toMatchObject({
      counts: { accepted: 2, rejected: 0, unknown: 0, withheld: 0 },
      cancels: { cancelled: 2, filled: 0, refused: 0, unknown: 0 },
    });
    // Once is enough: the file and the market agree.
    expect([(await dry(at)).stdout.includes('2 accepted before, unchanged'), (await run(at)).code]).toEqual([true, 0]);
  });

  test('is shown with both calls and one code, which approves exactly that', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000), PROBE));
    at.write('plan.yaml', plan(entry('0.01', 60_100)));
    const asked = paper.requests.length;
    const shown = await told(at, '--replace', 'edited', '--removed');
    const calls = ofKind(eventsOf(shown), 'call-planned');
    expect([paper.requests.length, misshapen(shown)]).toEqual([asked, []]);
    expect(calls.map(({ call, operation, orders }) => [call, operation ?? 'place', orders])).toEqual([
      [1, 'cancel', ['entry']],
      [2, 'cancel', ['probe']],
      [3, 'place', ['entry']],
    ]);
    expect(ofKind(eventsOf(shown), 'plan-compiled')[0]).toMatchObject({ calls: 3, weight: { ip: 6, uid: 11 } });
    const code = ofKind(eventsOf(shown), 'plan-loaded')[0]?.approval ?? '';
    const text = (await dry(at, '--replace', 'edited', '--removed')).stdout;
    expect(text).toContain('1 replaced · 1 removed');
    expect(text.trimEnd().split('\n').at(-1)).toContain('cancels 2 orders in 2 calls · 1 order in 1 call');
    const given = ['--execute', '--replace', 'edited', '--approve', code];
    // Without the removed one these are other calls.
    expect((await dry(at, ...given)).code).toBe(5);
    expect(statuses(paper)).toEqual(['open', 'open']);
    expect((await dry(at, ...given, '--removed')).code).toBe(0);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.01 canceled', '0.01 open']);
  });

  test('is approved with what goes off for it: no half of it is placed, whatever was tried before', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000), PROBE));
    at.write('plan.yaml', plan('id: fresh, side: open-long, size: 0.01, price: 60000', entry('0.01', 60_000)));
    const code = ofKind(eventsOf(await told(at, '--removed')), 'plan-loaded')[0]?.approval ?? '';
    const given = ['--execute', '--approve', code];
    const wrong = { ...at, env: { ...at.env, ORDO_API_SECRET: '' } };
    expect((await dry(wrong, ...given, '--removed')).code).toBe(2);
    expect((await dry(at, ...given)).code).toBe(5);
    expect(sizes(paper)).toEqual(['0.01 open', '0.01 open']);
  });

  test('is placed without what was filled of it, over all its lineages', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000)));
    paper.fill(paper.orders[0]?.orderId ?? '', '0.004');
    at.write('plan.yaml', plan(entry('0.01', 60_100)));
    expect((await replace(at)).code).toBe(0);
    paper.fill(paper.orders[1]?.orderId ?? '', '0.001');
    at.write('plan.yaml', plan(entry('0.02', 60_200)));
    expect((await replace(at)).code).toBe(0);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.006 canceled', '0.015 open']);
    expect((await dry(at)).stdout).toContain('1 accepted before, unchanged');
    // By what was sent of it last, with what was filled of it before.
    const looked = await here(['status', 'plan.yaml', '--refresh'], at);
    expect([looked.code, looked.stdout]).toEqual([
      0,
      expect.stringMatching(/accepted +entry +open-long +0\.015 .*open/),
    ]);
    expect(looked.stdout.replaceAll(/\s+/g, ' ')).toContain(
      '0.004 filled before at 60000; 0.001 filled before at 60100',
    );
  });

  test('that was filled as far as the plan wants it places nothing', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000)));
    paper.fill(paper.orders[0]?.orderId ?? '');
    at.write('plan.yaml', plan(entry('0.008', 60_100)));
    const ended = await replace(at);
    expect([ended.code, ends(ended), said(ended)]).toEqual([6, ['entry filled'], ['entry filled']]);
    expect(paper.orders).toHaveLength(1);
  });

  test('that somebody else took off is placed', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000)));
    paper.cancelByExchange(paper.orders[0]?.orderId ?? '');
    at.write('plan.yaml', plan(entry('0.01', 60_100)));
    const ended = await replace(at);
    expect([ended.code, ends(ended), said(ended)]).toEqual([0, ['entry cancelled'], ['entry accepted']]);
  });

  test.each([
    ['refused', { 'cancel-not-found': 1 }, '3s', 6, 'entry refused', 'entry edited-after-send'],
    ['not acted upon', { 'cancel-ignored': 1 }, '700ms', 7, 'entry unknown', 'entry unresolved'],
    ['lost', { 'drop-before': 1 }, '700ms', 7, 'entry unknown', 'entry unresolved'],
  ] as const)(
    'whose cancel is %s places nothing in its stead, and nothing new',
    async (_, cancelFaults, wait, code, end, outcome) => {
      const { paper, at } = await placed(plan(entry('0.01', 60_000), stop(50_000)), { cancelFaults }, wait);
      at.write('plan.yaml', plan(entry('0.01', 60_100), stop(50_000), PROBE));
      const ended = await replace(at);
      expect([ended.code, ends(ended), misshapen(ended)]).toEqual([code, [end], []]);
      expect(said(ended).toSorted()).toEqual([outcome, 'probe stopped', 'stop already-accepted'].toSorted());
      expect(sizes(paper)).toEqual(['0.01 open', '0.01 untriggered']);
    },
  );
});

describe('a run that was cut half-way', () => {
  test('is gone on with by the same command: nothing is cancelled or placed twice', async () => {
    // Its cancel is taken on, and its end is not seen in this run.
    const { paper, at } = await placed(plan(entry('0.01', 60_000)), { cancelDelayMs: 1500 });
    paper.fill(paper.orders[0]?.orderId ?? '', '0.002');
    at.write('plan.yaml', plan(entry('0.01', 60_100)));
    const before = await replace(at);
    expect([before.code, said(before)]).toEqual([7, ['entry unresolved']]);
    await vi.waitFor(() => expect(statuses(paper)).toEqual(['canceled']), 5000);
    const seen = await here(['status', 'plan.yaml', '--refresh'], at);
    expect(seen.stdout).toContain('× cancelled');
    expect(said(await run(at))).toEqual(['entry already-cancelled']);
    const ended = await replace(at);
    expect([ended.code, ends(ended), said(ended)]).toEqual([0, [], ['entry accepted']]);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.008 open']);
  });

  test('--again of a cancelled order places what is left of it', async () => {
    const { paper, at } = await placed(plan(entry('0.01', 60_000)));
    paper.fill(paper.orders[0]?.orderId ?? '', '0.002');
    expect((await cancel(at)).code).toBe(0);
    expect((await run(at, '--again', 'cancelled')).code).toBe(0);
    expect(sizes(paper)).toEqual(['0.01 canceled', '0.008 open']);
  });
});

describe('what is not a replace', () => {
  const LADDER = 'id: bids, side: open-long, price: { from: 60000, to: 59000, steps: 2 }, size: { total: 0.02 }';
  const LIST =
    '{"asOf":"2026-01-02T03:04:05Z","source":"a test","instruments":{"cmt_btcusdt":{"tick":"0.1","step":"0.0001","minSize":"0.0001"}}}';

  test.each([
    ['an order that says what was sent', 'entry', 'the plan says what was sent'],
    ['a ladder', 'bids', 'name its rungs: --replace bids-1'],
    ['a name that the plan lacks', 'entyr', 'did you mean entry?'],
    ['an order that was never sent', 'probe', 'only what was accepted is replaced'],
    ['an order that was removed', 'gone', '--removed cancels it'],
  ])('%s is exit 2, and nothing is asked', async (_, name, words) => {
    const { paper, at } = await paperAndPlace();
    at.write('instruments.json', LIST);
    at.write('ordo.config.yaml', 'version: 1\n');
    at.write('plan.yaml', plan(entry('0.01', 60_000), LADDER, PROBE.replace('probe', 'gone')));
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', plan(entry('0.01', 60_000), LADDER, PROBE));
    const asked = paper.requests.length;
    const ended = await run(at, '--replace', name);
    expect([ended.code, paper.requests.length]).toEqual([2, asked]);
    expect(ended.stderr).toContain(words);
  });

  test.each([
    [['--replace', 'edited'], '--replace goes with --live'],
    [['--removed'], '--removed goes with --live'],
    [['--live', '--watch', '--replace', 'edited'], 'does not go with --watch'],
    [['--live', '--out', 'r.json', '--removed'], 'does not go with --out'],
  ])('%j is exit 2', async (args, words) => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', plan(entry('0.01', 60_000)));
    const ended = await here(['run', 'plan.yaml', ...args], at);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
