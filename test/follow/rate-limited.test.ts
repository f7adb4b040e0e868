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

test('v3: a second 429 within a minute', { timeout: 90_000 }, async () => {
  const desk = await followDesk(PLAN, { version: 'v3' });
  const { paper, at, begin } = desk;
  let refusals = 0;
  const { origin } = await between(paper, (path) => {
    if (paper.orders.length === 0 || paper.orders[0]?.status === 'open') return undefined;
    const isDue = refusals === 0 ? path.endsWith('/algoOrder') : refusals === 1 && path.endsWith('/openOrders');
    return isDue && (refusals += 1) > 0 ? LIMITED : undefined;
  });
  at.env['ORDO_BASE_URL'] = origin;
  await here(['instruments'], at);
  const one = begin('--output', 'lines');
  await one.until('the entry', () => paper.orders.length === 1);
  paper.fill(paper.orders[0]?.orderId ?? '');
  const filledMs = performance.now();
  await one.until('both refusals', () => refusals === 2);
  const before = paper.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  expect(paper.requests.length).toBe(before);
  await one.until('the stop', () => paper.orders.some(({ kind }) => kind === 'trigger'));
  const afterMs = performance.now() - filledMs;
  expect(afterMs).toBeGreaterThan(30_000);
  expect(afterMs).toBeLessThan(IN_TIME_MS);
  const { code, stdout } = await one.stop();
  expect(code).toBe(130);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('(the exchange refused a request by its rate limit, so ordo waits)');
  expect(stdout).not.toMatch(/no answer|no look was read/);
});
