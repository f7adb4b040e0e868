/** What `ordo status` says without asking, once ordo itself or a hand has closed of a plan that nobody follows any more. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { closeByHand, openByHand } from '../support/by-hand.ts';
import { followDesk, isOpen, type FollowDesk } from '../support/follow-desk.ts';
import { openOn } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

const BRACKET = `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: target, side: close-long, size: { filled: entry }, price: { from: 65000, to: 66000, steps: 2 }, trigger: =price }
  - { id: even, side: close-long, size: { filled: entry }, trigger: 59000, price: market, after: { filled: target-1 } }
`;
const TWO = `version: 1
name: two
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: one, side: open-long, size: 0.1, price: 60000 }
  - { id: other, side: open-long, size: 0.2, price: 59000 }
  - { id: one-stop, side: close-long, size: { filled: one }, trigger: 58000, price: market }
  - { id: other-stop, side: close-long, size: { filled: other }, trigger: 57000, price: market }
`;
const LONG = { timeout: 90_000 };
const SLOWLY = { timeout: 30_000, interval: 200 };
const LIVE = ['--execute', '--live', '--yes'];

const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const isAt =
  (trigger: string) =>
  (order: PaperOrder): boolean =>
    order.kind === 'trigger' && order.trigger?.startsWith(trigger) === true && isOpen(order);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The entry is filled whole, the exits work, and the follower has ended. */
async function left({ paper, begin, order }: FollowDesk): Promise<void> {
  const one = begin();
  await one.until('the entry', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  await one.until('targets', () => paper.orders.filter((is) => isAt('6')(is)).length === 2);
  await one.stop();
}

async function statuses({ at }: FollowDesk): Promise<{ codes: (number | null)[]; plan: string; all: string }> {
  const [plan, all] = [await here(['status', 'plan.yaml'], at), await here(['status'], at)];
  return { codes: [plan.code, all.code], plan: flat(plan.stdout), all: flat(all.stdout) };
}

test.each(INTERFACES)('%s: flat by ordo flatten: nothing is held, due or waits', LONG, async (version) => {
  const desk = await followDesk(BRACKET, { version });
  const { paper, at, order } = desk;
  await left(desk);
  // `even` would be due by its target, were anything held.
  paper.fire(order(isAt('65000')).orderId);
  for (const one of paper.orders.filter((is) => is.kind !== 'trigger' && is.type === '3' && isOpen(is)))
    paper.fill(one.orderId);
  expect((await here(['status', 'plan.yaml', '--refresh'], at)).stdout).toContain('even is due');
  const flattened = await here(['flatten', '--why', 'enough', ...LIVE], at);
  expect([flattened.code, flattened.stdout]).toEqual([0, expect.stringContaining('FLAT')]);
  const { codes, plan, all } = await statuses(desk);
  expect(codes).toEqual([0, 0]);
  expect(plan).toContain('held 0 long cmt_btcusdt (entry) · covered 0 · naked 0 · unknown 0');
  for (const said of [plan, all]) expect(said).not.toMatch(/is due|NOT FOLLOWED|NAKED|even waits/);
});

test.each(INTERFACES)(
  '%s: ordo close of a part, then of all: what is left is held, and what is due of its exits',
  LONG,
  async (version) => {
    const desk = await followDesk(BRACKET, { version });
    const { paper, at } = desk;
    await left(desk);
    const close = (...share: string[]) => here(['close', 'cmt_btcusdt', 'long', ...share, ...LIVE], at);
    expect((await close('50%')).code).toBe(0);
    const half = await statuses(desk);
    expect(half.plan).toContain('held 0.15 long cmt_btcusdt (entry) · covered 0.15 · naked 0');
    expect(half.plan).toMatch(/it closes more than is held: NOT FOLLOWED/);
    expect((await close()).code).toBe(0);
    const { codes, plan, all } = await statuses(desk);
    expect(codes).toEqual([6, 6]);
    expect(plan).toContain('held 0 long cmt_btcusdt (entry) · covered 0 · naked 0');
    for (const said of [plan, all]) expect(said).toMatch(/the cancel of .* is due, nothing is held: NOT FOLLOWED/);
    // It is counted once: the trades of it that a look reads take nothing off a second time.
    const asked = await here(['status', 'plan.yaml', '--refresh'], at);
    expect(flat(asked.stdout)).toContain('held 0 long cmt_btcusdt (entry) · covered 0 · naked 0');
    expect(openOn(paper)).toHaveLength(3);
  },
);

test('what ordo close took of a hand’s position is not taken off the plan', LONG, async () => {
  const desk = await followDesk(BRACKET);
  await left(desk);
  await openByHand(desk.paper, '0.3');
  expect((await here(['close', 'cmt_btcusdt', 'long', '50%', ...LIVE], desk.at)).code).toBe(0);
  const { plan } = await statuses(desk);
  expect(plan).toContain('held 0.3 long cmt_btcusdt (entry) · covered 0.3 · naked 0');
});

const groups = (one: string, other: string): string[] => [
  `held ${one} long cmt_btcusdt (one)`,
  `held ${other} long cmt_btcusdt (other)`,
];

test('of two groups nobody knows whose a part was, but whose all of it was', LONG, async () => {
  const desk = await followDesk(TWO);
  const { paper, begin, at } = desk;
  const run = begin();
  await run.until('the entries', () => paper.orders.length === 2);
  for (const { orderId } of paper.orders.slice(0, 2)) paper.fill(orderId);
  await run.until('both stops', () => paper.orders.length === 4);
  await run.stop();
  const close = (...share: string[]) => here(['close', 'cmt_btcusdt', 'long', ...share, ...LIVE], at);
  expect((await close('50%')).code).toBe(0);
  const half = (await statuses(desk)).plan;
  for (const held of groups('0.1', '0.2')) expect(half).toContain(held);
  expect((await close()).code).toBe(0);
  const all = (await statuses(desk)).plan;
  for (const held of groups('0', '0')) expect(all).toContain(held);
});

test('what a hand closed, and no trade explains, is said with its time and not guessed', LONG, async () => {
  const desk = await followDesk(BRACKET);
  await left(desk);
  await closeByHand(desk.paper, '0.2');
  const seen = async (): Promise<string> => {
    await here(['account'], desk.at);
    return (await statuses(desk)).plan;
  };
  await expect
    .poll(seen, SLOWLY)
    .toMatch(
      /position 0\.1 long cmt_btcusdt, the plan counts 0\.3, as of \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ: no trade in the journal explains it/,
    );
  expect((await statuses(desk)).plan).toContain('held 0.3 long cmt_btcusdt (entry)');
  // Asked, the trades of it do.
  const asked = flat((await here(['status', 'plan.yaml', '--refresh'], desk.at)).stdout);
  expect(asked).toContain('held 0.1 long cmt_btcusdt (entry)');
  const after = (await statuses(desk)).plan;
  expect(after).toContain('held 0.1 long cmt_btcusdt (entry)');
  expect(after).not.toContain('no trade in the journal');
});

test('what a follower saw closed by hand stays closed for whoever asks later', LONG, async () => {
  const desk = await followDesk(BRACKET);
  const { paper, begin } = desk;
  await left(desk);
  const again = begin();
  await closeByHand(paper, '0.3');
  expect((await again.ended).code).toBe(0);
  const { codes, plan, all } = await statuses(desk);
  expect(codes).toEqual([0, 0]);
  expect(plan).toContain('held 0 long cmt_btcusdt (entry) · covered 0 · naked 0 · unknown 0');
  for (const said of [plan, all]) expect(said).not.toMatch(/is due|NOT FOLLOWED|NAKED/);
});
