/** No edit on disk keeps a reviewed plan that is begun from being followed on; one of which nothing is held or works is refused by it. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen, type FollowDesk } from '../support/follow-desk.ts';
import { configOf, placedTwice } from '../support/follow-run.ts';
import { review } from '../support/reviewed-desk.ts';

const PLAN = `version: 1
name: reviewed
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const LONG = { timeout: 60_000 };
const stops = ({ orders }: FollowDesk['paper']): PaperOrder[] => orders.filter(({ kind }) => kind === 'trigger');

/** A part of the entry is held and has its stop, and the follower has ended; the order id of the entry. */
async function begun({ at, begin, paper, order }: FollowDesk): Promise<string> {
  expect((await review(at)).code).toBe(0);
  const one = begin('r.json');
  await one.until('the entry', () => paper.orders.length === 1);
  const { orderId } = order(isOpen);
  paper.fill(orderId, '0.1');
  await one.until('the stop', () => stops(paper).length === 1);
  await one.stop();
  return orderId;
}

const gone = ({ at }: FollowDesk, name: string): void => rmSync(join(at.folder, name));

const EDITS: readonly (readonly [what: string, edit: (desk: FollowDesk) => void, note: RegExp])[] = [
  ['a comment in the plan', ({ at }) => at.write('plan.yaml', `${PLAN}# later\n`), /plan\.yaml has changed/],
  ['another size in the plan', ({ at }) => at.write('plan.yaml', PLAN.replace('0.3', '0.9')), /plan\.yaml has changed/],
  ['a broken plan', ({ at }) => at.write('plan.yaml', 'orders: ['), /plan\.yaml has changed/],
  ['the plan is gone', (desk) => gone(desk, 'plan.yaml'), /plan\.yaml cannot be read/],
  ['the config is gone', (desk) => gone(desk, 'ordo.config.yaml'), /ordo\.config\.yaml cannot be read/],
  [
    'another setting, and a policy',
    ({ at }) => at.write('ordo.config.yaml', configOf('v3', 'policy: { maxPlanNotional: 1 }')),
    /ordo\.config\.yaml has changed/,
  ],
];

test.each(EDITS)('it is followed as it was reviewed: %s', LONG, async (_, edit, words) => {
  const desk = await followDesk(PLAN);
  const { paper, begin } = desk;
  const orderId = await begun(desk);
  edit(desk);
  const two = begin('r.json');
  paper.fill(orderId);
  await two.until('the rest of the stop', () => stops(paper).length === 2);
  const ended = await two.stop();
  expect(stops(paper).map(({ size }) => size)).toEqual(['0.1', '0.2']);
  expect([paper.orders.length, placedTwice(paper)]).toEqual([3, []]);
  const notes = (ended.stdout + ended.stderr)
    .split('\n')
    .filter((line) => line.includes('is followed as it was reviewed'));
  expect(notes.map((line) => words.test(line))).toEqual([true]);
  expect(ofKind(eventsOf(ended), 'run-finished')).toMatchObject([{ exitCode: 130 }]);
});

test('nothing of it is held or works: an edit is refused, and nothing is sent', LONG, async () => {
  const desk = await followDesk(PLAN);
  const { paper, begin, at } = desk;
  const orderId = await begun(desk);
  // The same files, kept by now, under another name.
  at.write('plan.yaml', PLAN.replace('name: reviewed', 'name: fresh'));
  expect((await review(at)).code).toBe(0);
  at.write('plan.yaml', PLAN.replace('name: reviewed', 'name: other'));
  const { code, stdout, stderr } = await begin('r.json').ended;
  expect([code, stdout + stderr]).toEqual([5, expect.stringContaining('plan.yaml has changed')]);
  expect(paper.orders.map((one) => one.orderId)).toContain(orderId);
  expect(paper.orders).toHaveLength(2);
});

test('over before it was edited: nothing is held, so the edit is refused', LONG, async () => {
  const desk = await followDesk(PLAN);
  const { paper, begin, at } = desk;
  await begun(desk);
  for (const one of paper.orders.filter(isOpen)) if (one.kind !== 'trigger') paper.cancelByExchange(one.orderId);
  const [stop] = stops(paper);
  paper.fire(stop?.orderId ?? '');
  for (const one of paper.orders.filter((is) => is.type === '3' && is.kind !== 'trigger' && isOpen(is)))
    paper.fill(one.orderId);
  expect((await begin('r.json').ended).code).toBe(0);
  at.write('plan.yaml', `${PLAN}# later\n`);
  const { code, stdout, stderr } = await begin('r.json').ended;
  expect([code, stdout + stderr]).toEqual([5, expect.stringContaining('plan.yaml has changed')]);
});

test('what is kept is not what was reviewed: nothing is read from it', LONG, async () => {
  const desk = await followDesk(PLAN);
  const { begin, at, paper } = desk;
  await begun(desk);
  const folder = join(at.env['XDG_STATE_HOME'] ?? '', 'ordo', 'reviewed');
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), PLAN.replace('0.3', '0.9'));
  at.write('plan.yaml', `${PLAN}# later\n`);
  const { code, stdout, stderr } = await begin('r.json').ended;
  expect([code, stdout + stderr]).toEqual([5, expect.stringContaining('plan.yaml has changed')]);
  expect(paper.orders).toHaveLength(2);
});
