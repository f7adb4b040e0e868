/** A close of a size of its own, which is no exit, closes what a group holds: it counts where the position is smaller by it, and nowhere else. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { openByHand } from '../support/by-hand.ts';
import { elsewhereIn, heldIn, isStop, LONG, settles, shortIn } from '../support/closed-by-hand.ts';
import { followDesk } from '../support/follow-desk.ts';
import { openOn, placedTwice } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const planOf = (...more: readonly string[]): string => `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
${more.map((order) => `  - ${order}\n`).join('')}`;
const OUT = '{ id: out, side: close-long, size: 0.3, price: market, after: { filled: entry } }';
const isEntry = ({ kind, type, clientOid }: PaperOrder): boolean =>
  kind === 'single' && type === '1' && !clientOid.startsWith('hand');
const other = (name: string, ...orders: readonly string[]): string =>
  `version: 1\nname: ${name}\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((one) => `  - ${one}\n`).join('')}`;

test.each(INTERFACES)('%s: of the same plan: the stop goes, and it ends with 0', LONG, async (version) => {
  const { paper, at, begin, order } = await followDesk(planOf(OUT), { version });
  const run = begin();
  await run.until('the entry', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  const ended = await run.ended;
  expect({ code: ended.code, open: openOn(paper), twice: placedTwice(paper) }).toEqual({
    code: 0,
    open: [],
    twice: [],
  });
  expect([elsewhereIn(ended), shortIn(ended), heldIn(ended)]).toEqual([
    [['0.3', 'bracket: out']],
    undefined,
    [['0', '0', '0']],
  ]);
  const status = await here(['status', 'plan.yaml', '--refresh'], at);
  expect([status.code, status.stdout]).toEqual([0, expect.not.stringContaining('the plan counts')]);
});

test.each(INTERFACES)('%s: slices of the same plan: the stop becomes smaller with each', LONG, async (version) => {
  const slices =
    '{ id: slice, side: close-long, size: { total: 0.2 }, price: market, over: { for: 30s, steps: 2 }, after: { filled: entry } }';
  const { paper, begin, order } = await followDesk(planOf(slices), { version });
  const run = begin();
  await run.until('the entry', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  await settles(paper, ['3 0.2 58000']);
  await expect.poll(() => openOn(paper), { timeout: 30_000, interval: 50 }).toEqual(['3 0.1 58000']);
  const ended = await run.stop();
  expect([elsewhereIn(ended), heldIn(ended)]).toEqual([
    [
      ['0.1', 'bracket: slice-1'],
      ['0.1', 'bracket: slice-2'],
    ],
    [['0.1', '0.1', '0']],
  ]);
});

test.each(INTERFACES)('%s: slices of another plan that is followed count as well', LONG, async (version) => {
  const { paper, at, begin, order } = await followDesk(planOf(), { version });
  at.write(
    'sell.yaml',
    other('sell', '{ id: sell, side: close-long, size: { total: 0.3 }, price: market, over: { for: 20s, steps: 2 } }'),
  );
  const run = begin();
  await run.until('the entry', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  await run.until('its stop', () => openOn(paper).includes('3 0.3 58000'));
  const sold = await begin('sell.yaml').ended;
  expect(sold.code).toBe(0);
  const ended = await run.ended;
  expect([ended.code, openOn(paper), elsewhereIn(ended)]).toEqual([
    0,
    [],
    [
      ['0.15', 'sell: sell-1'],
      ['0.15', 'sell: sell-2'],
    ],
  ]);
});

test.each(INTERFACES)(
  '%s: beside another followed plan it is its own plan’s, and theirs goes on',
  LONG,
  async (version) => {
    const { paper, at, begin, order } = await followDesk(planOf(OUT), { version });
    at.write(
      'other.yaml',
      other(
        'other',
        '{ id: in, side: open-long, size: 0.1, price: 59000 }',
        '{ id: theirs, side: close-long, size: { filled: in }, trigger: 57000, price: market }',
      ),
    );
    const beside = begin('other.yaml');
    await beside.until('its entry', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId);
    await beside.until('its stop', () => openOn(paper).includes('3 0.1 57000'));
    const run = begin();
    const isMine = (one: PaperOrder): boolean => isEntry(one) && Number(one.size) === 0.3;
    await run.until('the entry', () => paper.orders.some(isMine));
    paper.fill(order(isMine).orderId);
    const ended = await run.ended;
    expect([ended.code, elsewhereIn(ended), openOn(paper)]).toEqual([0, [['0.3', 'bracket: out']], ['3 0.1 57000']]);
    const stopped = await beside.stop();
    expect([stopped.code, elsewhereIn(stopped), shortIn(stopped)]).toEqual([130, undefined, undefined]);
    const status = await here(['status', 'other.yaml', '--refresh'], at);
    expect(status.stdout).not.toContain('the plan counts');
  },
);

test.each(INTERFACES)(
  '%s: of what a hand holds beside: the position is no smaller, and the stop stays',
  LONG,
  async (version) => {
    const { paper, begin, order } = await followDesk(planOf(OUT), { version });
    await openByHand(paper, '0.3');
    const run = begin();
    await run.until('the entry', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId);
    await run.until('its close', () => paper.orders.some(({ kind, type }) => kind === 'single' && type === '3'));
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(openOn(paper)).toEqual(['3 0.3 58000']);
    const ended = await run.stop();
    expect([ended.code, elsewhereIn(ended), shortIn(ended)]).toEqual([130, undefined, undefined]);
  },
);

const FIXED = other(
  'fixed',
  '{ id: entry, side: open-long, size: 0.3, price: 60000 }',
  '{ id: stop, side: close-long, size: 0.3, trigger: 58000, price: market, after: { filled: entry } }',
  '{ id: target, side: close-long, size: { filled: entry }, trigger: 65000, price: market }',
);

test.each(INTERFACES)(
  '%s: a stop of a size of its own covers while it works, and ends the plan',
  LONG,
  async (version) => {
    const { paper, begin, order } = await followDesk(FIXED, { version });
    const run = begin();
    await run.until('the entry', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId);
    await run.until('both', () => openOn(paper).length === 2);
    await expect
      .poll(() => run.written, { timeout: 20_000 })
      .toContain('"entries":["entry"],"held":"0.3","covered":"0.3"');
    paper.fire(order(isStop).orderId);
    const ended = await run.ended;
    expect([ended.code, openOn(paper), elsewhereIn(ended)]).toEqual([0, [], [['0.3', 'fixed: stop']]]);
  },
);
