/** Ends, slices, two sides of which one cancels the other, a halt, and who may not follow. */
import { expect, test } from 'vitest';
import { eventsOf } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { followDesk, isOpen, outcomesOf } from '../support/follow-desk.ts';
import { FOLLOW, openOn } from '../support/follow-run.ts';
import { INTERFACES } from '../support/spellings.ts';

const plan = (...orders: string[]): string =>
  [
    'version: 1',
    'name: rules',
    'defaults: { symbol: cmt_btcusdt }',
    'orders:',
    ...orders.map((one) => `  - ${one}`),
    '',
  ].join('\n');

test('an entry that is not filled in time goes off', { timeout: 30_000 }, async () => {
  const { paper, begin } = await followDesk(
    plan(
      '{ id: entry, side: open-long, size: 0.1, price: 60000, until: 2s }',
      '{ id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }',
    ),
  );
  const ended = await begin().ended;
  expect({ code: ended.code, open: openOn(paper) }).toEqual({ code: 0, open: [] });
  expect(outcomesOf(ended)).toEqual([
    'entry accepted: conditions',
    'entry cancelled: until-for',
    'stop withheld: not-needed',
  ]);
});

test.each(INTERFACES)(
  '%s: the end of a trigger order cancels the limit order that it became',
  { timeout: 30_000 },
  async (version) => {
    const { paper, begin, order } = await followDesk(
      plan(
        '{ id: up, side: open-long, size: 0.05, trigger: 63000, price: 60000, until: 4s }',
        '{ id: stop, side: close-long, size: { filled: up }, trigger: 58000, price: market }',
      ),
      { version },
    );
    const one = begin();
    await one.until('the trigger', () => paper.orders.length === 1);
    const { orderId } = order(({ kind }) => kind === 'trigger');
    paper.fire(orderId);
    await one.until('what it became rests', () => openOn(paper).join() === '1 0.05 60000');
    const ended = await one.ended;
    expect({ code: ended.code, open: openOn(paper) }).toEqual({ code: 0, open: [] });
    expect(paper.orders.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'trigger triggered',
      'single canceled',
    ]);
    expect(outcomesOf(ended)).toEqual([
      'up accepted: conditions',
      'up cancelled: until-for',
      'stop withheld: not-needed',
    ]);
  },
);

test('one side of a breakout fires: the other goes off, and its stop is placed', { timeout: 30_000 }, async () => {
  const { paper, begin, order } = await followDesk(
    plan(
      '{ id: up, side: open-long, size: 0.05, trigger: 65200, price: market, until: { filled: down }, reference: 64000, maxDistance: 3% }',
      '{ id: down, side: open-short, size: 0.05, trigger: 62800, price: market, until: { filled: up }, reference: 64000, maxDistance: 3% }',
      '{ id: up-stop, side: close-long, size: { filled: up }, trigger: 60400, price: market }',
      '{ id: down-stop, side: close-short, size: { filled: down }, trigger: 66600, price: market }',
    ),
  );
  const one = begin();
  await one.until('both sides', () => paper.orders.length === 2);
  paper.fire(order(({ type }) => type === '1').orderId);
  await one.until('the other is off, and the stop is on', () => {
    const rest = openOn(paper);
    return rest.length === 1 && rest[0]?.startsWith('3 0.05 60400') === true;
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const ended = await one.stop();
  expect(outcomesOf(ended)).toEqual([
    'up accepted: conditions',
    'down accepted: conditions',
    'up-stop accepted: first-fill',
    'down cancelled: until-filled',
    'down-stop withheld: not-needed',
  ]);
});

test('slices go at their times', { timeout: 60_000 }, async () => {
  const { paper, begin } = await followDesk(
    plan('{ id: buy, side: open-long, size: { total: 0.3 }, price: 60000, over: { for: 30s, steps: 3 } }'),
  );
  const ended = await begin().ended;
  expect(ended.code).toBe(0);
  const times = paper.orders.map(({ acceptedAtMs }) => acceptedAtMs);
  expect(times).toHaveLength(3);
  const [first = 0] = times;
  for (const [at, ms] of times.entries()) expect(Math.abs(ms - first - at * 10_000)).toBeLessThan(1_500);
});

test('a halt holds back what opens, and exits go on', { timeout: 30_000 }, async () => {
  const { paper, begin, at, order } = await followDesk(
    plan(
      '{ id: entry, side: open-long, size: 0.1, price: 60000 }',
      '{ id: more, side: open-long, size: 0.1, price: 59000, after: { filled: entry } }',
      '{ id: stop, side: close-long, size: { filled: [entry, more] }, trigger: 58000, price: market }',
    ),
  );
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  expect((await here(['halt', '--why', 'news'], at)).code).toBe(0);
  paper.fill(order(isOpen).orderId);
  await one.until('the stop', () => paper.orders.some(({ kind }) => kind === 'trigger'));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(paper.orders.map(({ type }) => type)).toEqual(['1', '3']);
  expect((await here(['halt', '--lift', '--why', 'over'], at)).code).toBe(0);
  await one.until('the second entry', () => paper.orders.length === 3);
  await one.stop();
});

test.each(['v2', 'v3'] as const)(
  'a halt and its end are told once each, also while nothing is due: %s',
  { timeout: 30_000 },
  async (version) => {
    const { paper, begin, at } = await followDesk(
      plan(
        '{ id: entry, side: open-long, size: 0.1, price: 60000 }',
        '{ id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }',
      ),
      { version },
    );
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    for (const turn of [
      ['--why', 'news'],
      ['--lift', '--why', 'over'],
    ]) {
      expect((await here(['halt', ...turn], at)).code).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
    }
    const { stderr } = await one.stop();
    expect(stderr.match(/HALTED by \S+ on \S+ since \d\d:\d\dZ: news; nothing that opens is sent/g)).toHaveLength(1);
    expect(stderr.match(/the halt is lifted: what opens may be sent again/g)).toHaveLength(1);
  },
);

test(
  'a second follower of the plan is refused; other plans go on, and a cancel ends it',
  { timeout: 30_000 },
  async () => {
    const { paper, begin, at } = await followDesk(
      plan(
        '{ id: entry, side: open-long, size: 0.1, price: 60000 }',
        '{ id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }',
      ),
    );
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    const refused = await here(FOLLOW, at);
    expect({ code: refused.code, said: refused.stderr.replaceAll(/\s+/g, ' ') }).toEqual({
      code: 10,
      said: expect.stringMatching(
        /the plan rules of this account: pid \d+ of \S+ on \S+, since \S+Z, it follows the plan: Ctrl-C in its terminal ends it .*then repeat this command/,
      ) as unknown,
    });
    at.write('other.yaml', plan('{ id: bid, side: open-long, size: 0.1, price: 50000 }').replace('rules', 'other'));
    expect((await here(['run', 'other.yaml', '--execute', '--live', '--yes'], at)).code).toBe(0);
    expect((await here(['cancel', 'plan.yaml', '--live', '--execute', '--yes'], at)).code).toBe(0);
    expect({ code: (await one.ended).code, open: openOn(paper) }).toEqual({ code: 6, open: ['1 0.1 50000'] });
  },
);

test('what cannot be followed is refused before anything is sent', { timeout: 30_000 }, async () => {
  const { paper, at } = await followDesk(
    plan(
      '{ id: entry, side: open-long, size: 0.1, price: 60000 }',
      '{ id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }',
    ),
  );
  const without = await here(
    FOLLOW.filter((word) => word !== '--follow'),
    at,
  );
  expect(without.code).toBe(2);
  expect(eventsOf(without).at(-1)).toMatchObject({ refusal: { code: 'plan/needs-follow', hint: 'add --follow' } });
  for (const other of ['--watch', '--removed']) expect((await here([...FOLLOW, other], at)).code).toBe(2);
  at.write('ordo.config.yaml', 'version: 1\nexchange: { queries: false }\n');
  const silent = await here(FOLLOW, at);
  expect(silent.code).toBe(2);
  expect(eventsOf(silent).at(-1)).toMatchObject({ refusal: { code: 'config/queries-off' } });
  expect(paper.orders).toEqual([]);
});
