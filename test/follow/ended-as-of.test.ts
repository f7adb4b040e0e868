/** A follower that is ended says of each group as of when it holds: what was filled since the last look is not in it. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, type FollowDesk, type Following } from '../support/follow-desk.ts';

const PLAN = `version: 1
name: guarded
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Looks are a minute apart: the one after its entry was accepted is the last. */
async function lookedOnce(): Promise<{ desk: FollowDesk; one: Following }> {
  const desk = await followDesk(PLAN);
  desk.at.write('ordo.config.yaml', 'version: 1\nexchange: { interface: v2 }\nexecution: { lookEvery: 60s }\n');
  const one = desk.begin('--output', 'lines');
  await one.until('the entry', () => desk.paper.orders.some(isEntry));
  const { requests } = desk.paper;
  const placed = requests.findIndex(({ method }) => method === 'POST');
  const asked = (): number => requests.slice(placed).filter(({ path }) => /position/i.test(path)).length;
  // By the look, and by that at the account, which comes once the answers of the first are taken in.
  await one.until('two looks', () => asked() >= 2);
  return { desk, one };
}

/** The time in the line of the group, in ms since 1970. */
const asOfIn = (said: string): number => {
  const [, clock = ''] =
    /entry: nothing filled yet · as of (\d\d:\d\d:\d\d)Z guarded: ended by Ctrl-C/.exec(said) ?? [];
  return Date.parse(`${new Date().toISOString().slice(0, 11)}${clock}Z`);
};

test('what was filled since is in the line, by its own look, and not in the group', { timeout: 60_000 }, async () => {
  const { desk, one } = await lookedOnce();
  const filledMs = Date.now();
  desk.paper.fill(desk.order(isEntry).orderId, '0.1');
  const ended = await one.stop();
  expect(ended.code).toBe(130);
  const said = flat(ended.stdout);
  expect(asOfIn(said)).toBeLessThan(filledMs);
  expect(said).toMatch(/! hold long 0\.1 .*NAKED 0\.3/);
});

test('next to an exchange that answers nothing it ends as soon', { timeout: 60_000 }, async () => {
  const { desk, one } = await lookedOnce();
  desk.paper.fill(desk.order(isEntry).orderId, '0.1');
  desk.paper.standStill(true);
  const silentMs = Date.now();
  const ended = await one.stop();
  // One question without an answer takes 10 s.
  expect([ended.code, Date.now() - silentMs < 15_000]).toEqual([130, true]);
  expect(asOfIn(flat(ended.stdout))).toBeLessThan(silentMs);
  desk.paper.standStill(false);
});
