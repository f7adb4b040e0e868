/** The time in the one line of a follower's screen: that of the last look that the line rests on, and of no look that did not see it. */
import { afterEach, describe, expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { closeByHand, openByHand } from '../support/by-hand.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { followDesk, type FollowDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const PLAN = `version: 1
name: guarded
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const OTHER = `version: 1
name: other
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: low, side: open-long, size: 0.1, price: 50000, stopLoss: 49000 }
`;

const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const open: DrivenTerminal[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

function onTerminal(desk: FollowDesk): DrivenTerminal {
  const words = ['run', 'plan.yaml', '--execute', '--live', '--follow', '--yes'];
  const one = new DrivenTerminal(words, desk.at, { columns: 100, rows: 30 });
  open.push(one);
  return one;
}

/** What the line says, and when. */
function lineIn(screen: string): { words: string; ms: number } | undefined {
  const [, words = '', clock = ''] = /^ ([✓!?–] hold .*) · (\d\d:\d\d:\d\d)Z$/m.exec(screen) ?? [];
  return clock === '' ? undefined : { words, ms: Date.parse(`${new Date().toISOString().slice(0, 11)}${clock}Z`) };
}

const positionsAsked = ({ paper }: FollowDesk): number =>
  paper.requests.filter(({ path }) => /position/i.test(path)).length;

async function looks(desk: FollowDesk, one: DrivenTerminal, more: number): Promise<string> {
  const before = positionsAsked(desk);
  return one.until(() => positionsAsked(desk) >= before + more);
}

describe.skipIf(!hasPseudoTerminal)('the time of the line', { timeout: 90_000 }, () => {
  test.each(['v2', 'v3'] as const)('is that of the last look, though nothing changed (%s)', async (version) => {
    const desk = await followDesk(PLAN, { version });
    const one = onTerminal(desk);
    await one.until(/✓ entry .* works$/m);
    desk.paper.fill(desk.order(isEntry).orderId);
    const first = lineIn(await one.until(/✓ hold long 0\.3 · .* · naked 0 · unknown 0 · \d/));
    const later = lineIn(
      await one.until((screen) => {
        const now = lineIn(screen);
        return now !== undefined && first !== undefined && now.ms >= first.ms + 4_000;
      }),
    );
    expect(later?.words).toBe(first?.words);
  });

  test('stands still while no look is read', async () => {
    const desk = await followDesk(PLAN);
    const one = onTerminal(desk);
    await one.until(/✓ entry .* works$/m);
    desk.paper.fill(desk.order(isEntry).orderId);
    await one.until(/✓ hold long 0\.3 · .* · naked 0 · unknown 0 · \d/);
    await looks(desk, one, 4);
    const silentMs = Date.now();
    desk.paper.standStill(true);
    const blind = lineIn(await one.until(/blind/i));
    expect(blind?.words).toMatch(/^\? hold long 0\.3/);
    expect(blind?.ms).toBeLessThanOrEqual(silentMs + 1_000);
  });

  test('is no later than the look at what another plan has in it', async () => {
    const desk = await followDesk(PLAN);
    desk.at.write('other.yaml', OTHER);
    await here(['run', 'other.yaml', '--execute', '--live', '--yes'], desk.at);
    const one = onTerminal(desk);
    await one.until(/✓ entry .* works$/m);
    desk.paper.fill(desk.order((order) => isEntry(order) && order.price === '60000').orderId);
    await one.until(/✓ hold long 0\.3 \+ 0\.1 working · .* · naked 0 · unknown 0 · \d/);
    const first = lineIn(await looks(desk, one, 2));
    const later = lineIn(await looks(desk, one, 8));
    expect(later).toEqual(first);
  });

  test('and what somebody else opens or closes on that side changes the line', async () => {
    const desk = await followDesk(PLAN);
    const one = onTerminal(desk);
    await one.until(/✓ entry .* works$/m);
    desk.paper.fill(desk.order(isEntry).orderId);
    await one.until(/✓ hold long 0\.3 · .* · naked 0 · unknown 0 · \d/);
    await openByHand(desk.paper, '0.1');
    await one.until(/! hold long 0\.4 · .* · NAKED 0\.1 · unknown 0 · \d/);
    await closeByHand(desk.paper, '0.1');
    await one.until(/✓ hold long 0\.3 · .* · naked 0 · unknown 0 · \d/);
  });
});

test('for programs a look without news says nothing', { timeout: 60_000 }, async () => {
  const desk = await followDesk(PLAN);
  const one = desk.begin();
  await one.until('the entry', () => desk.paper.orders.some(isEntry));
  desk.paper.fill(desk.order(isEntry).orderId);
  await one.until('what is covered', () => /"covered":"0\.3"/.test(one.written));
  const before = positionsAsked(desk);
  await one.until('looks without news', () => positionsAsked(desk) >= before + 2);
  const { length } = one.written;
  await one.until('more of them', () => positionsAsked(desk) >= before + 8);
  expect(one.written.length).toBe(length);
  const told = ofKind(eventsOf(await one.stop()), 'protection').map(({ state, positions }) => [
    state,
    positions.map(({ held, covered }) => `${held} ${covered}`).join(),
  ]);
  expect(told.at(-1)).toEqual(['covered', '0.3 0.3']);
});
