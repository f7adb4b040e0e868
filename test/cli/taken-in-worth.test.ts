/** What earlier lineages filled of an order that is taken into a new journal counts at what it was filled for, toward every cap. */
import { expect, test } from 'vitest';
import { FILLS } from '../../src/exchange/v2/requests.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { between } from '../support/between.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, type At } from '../support/live.ts';

const SECOND = ['--journal', 'second.db'];
const plan = (price: number, more = ''): string =>
  `version: 1\nname: worth\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: a, side: open-long, size: 1, price: ${price} }\n${more}`;
const MORE = '  - { id: b, side: open-long, size: 0.3, price: 60000 }\n';

/** 0.9 was filled at 60000; of the 0.1 that is left each lineage rests at another price. The journal is lost after that. */
async function takenIn(isTold: { readonly byTrades: boolean; readonly byRecord: boolean }): Promise<At> {
  const { paper, at } = await paperAndPlace();
  const { origin } = await between(paper, (path) =>
    path === FILLS.path && !isTold.byTrades ? { status: 500, body: '{"code":"500","msg":"try later"}' } : undefined,
  );
  at.write('plan.yaml', plan(60_000));
  expect((await run(at)).code).toBe(0);
  paper.fill(paper.orders[0]?.orderId ?? '', '0.9', '60000');
  at.write('plan.yaml', plan(30_000));
  expect((await run(at, '--replace', 'edited')).code).toBe(0);
  const [first, second] = paper.orders as PaperOrder[];
  if (!isTold.byRecord && first !== undefined) {
    const { averagePrice: _, ...silent } = first;
    (paper.orders as PaperOrder[])[0] = silent;
  }
  const there = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
  const taken = await here(['settle', 'plan.yaml', ...SECOND, '--placed', `a=${second?.orderId}`], there);
  expect([taken.code, taken.stderr]).toEqual([0, '']);
  return there;
}

/** 54,000 was filled, 3,000 rests, and 18,000 is to be opened. */
async function opensMore(at: At, cap: number) {
  at.write('ordo.config.yaml', `version: 1\npolicy: { maxStandingNotional: ${cap} }\n`);
  at.write('plan.yaml', plan(30_000, MORE));
  return run(at, ...SECOND);
}

test.each([
  ['its trades', { byTrades: true, byRecord: false }],
  ['its record, where its trades are not told', { byTrades: false, byRecord: true }],
])('by %s', async (_, isTold) => {
  const at = await takenIn(isTold);
  const refused = await opensMore(at, 74_999);
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('75000 in all')]);
  const status = await here(['status', 'plan.yaml', ...SECOND, '--output', 'ndjson'], at);
  expect(ofKind(eventsOf(status), 'order-state')[0]?.filledBefore).toMatchObject([
    { size: '0.9', averagePrice: '60000' },
  ]);
});

test('and the same once another lineage was placed from here', async () => {
  const at = await takenIn({ byTrades: true, byRecord: true });
  at.write('plan.yaml', plan(31_000));
  expect((await run(at, ...SECOND, '--replace', 'edited')).code).toBe(0);
  at.write('ordo.config.yaml', 'version: 1\npolicy: { maxStandingNotional: 75099 }\n');
  at.write('plan.yaml', plan(31_000, MORE));
  expect((await run(at, ...SECOND)).stderr).toContain('75100 in all');
});

test('and where neither tells it, nothing more is opened under a cap', async () => {
  const at = await takenIn({ byTrades: false, byRecord: false });
  const refused = await opensMore(at, 900_000);
  expect([refused.code, refused.stderr]).toEqual([
    4,
    expect.stringContaining('what a of worth, generation 1 is worth cannot'),
  ]);
  const status = await here(['status', 'plan.yaml', ...SECOND], at);
  expect(status.stdout).toContain('0.9 filled before at a price that is not known');
});
