/** A follower waits a refusal by the rate limit out, and the next one too: what is held gets its stop. */
import { expect, test } from 'vitest';
import { between } from '../support/between.ts';
import { followDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';

const PLAN = `version: 1
name: limited
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.1, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;
const LIMITED = { status: 429, body: '{}' };
/** 10 s, then 20 s, and what a loaded machine takes. */
const IN_TIME_MS = 50_000;
/**
 * So long what was under way at a refusal may take to arrive. A look at the account is asked beside all else: one of its questions that
 * meets the first refusal on its way is refused with it, and counts as the same (`Restraint.refusedAgain`). So only what was begun after
 * the first wait is refused as the second.
 */
const UNDER_WAY_MS = 5_000;
/** A timer may fire that much early. */
const EARLY_MS = 10;

test('v3: a second 429 within a minute', { timeout: 120_000 }, async () => {
  const desk = await followDesk(PLAN, { version: 'v3' });
  const { paper, at, begin } = desk;
  const refusedMs: number[] = [];
  const arrivedMs: number[] = [];
  const { origin } = await between(paper, (path) => {
    if (paper.orders.length === 0 || paper.orders[0]?.status === 'open') return undefined;
    const nowMs = performance.now();
    arrivedMs.push(nowMs);
    const [first = nowMs, second] = refusedMs;
    const isDue =
      refusedMs.length === 0
        ? path.endsWith('/algoOrder')
        : second === undefined && nowMs - first > UNDER_WAY_MS && path.endsWith('/openOrders');
    if (isDue) refusedMs.push(nowMs);
    return isDue ? LIMITED : undefined;
  });
  at.env['ORDO_BASE_URL'] = origin;
  await here(['instruments'], at);
  const one = begin('--output', 'lines');
  await one.until('the entry', () => paper.orders.length === 1);
  paper.fill(paper.orders[0]?.orderId ?? '');
  const filledMs = performance.now();
  await one.until('the first refusal', () => refusedMs.length > 0);
  await one.until('the second', () => refusedMs.length > 1);
  const hasStop = (): boolean => paper.orders.some(({ kind }) => kind === 'trigger');
  expect(hasStop()).toBe(false);
  // Each wait is longer than half of what `until` waits for.
  await one.until('the second wait', () => performance.now() - (refusedMs[1] ?? 0) > 15_000);
  await one.until('the stop', hasStop);
  const afterMs = performance.now() - filledMs;
  expect(afterMs).toBeGreaterThan(30_000 - 2 * EARLY_MS);
  expect(afterMs).toBeLessThan(IN_TIME_MS);
  // Nothing is sent in either wait, but for what was under way as it began.
  const [first = 0, second = 0] = refusedMs;
  const within = (fromMs: number, forMs: number): number[] =>
    arrivedMs.filter((ms) => ms > fromMs + UNDER_WAY_MS && ms < fromMs + forMs - EARLY_MS);
  expect([within(first, 10_000), within(second, 20_000)]).toEqual([[], []]);
  const { code, stdout } = await one.stop();
  expect(code).toBe(130);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('(the exchange refused a request by its rate limit, so ordo waits)');
  expect(stdout).not.toMatch(/no answer|no look was read/);
});
