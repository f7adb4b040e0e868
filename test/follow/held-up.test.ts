/** What must not keep a stop from going: an exchange that answers slowly, and other runs that take the account's weight. */
import { expect, test } from 'vitest';
import { LISTS } from '../../src/exchange/v2/requests.ts';
import { openLedger } from '../../src/journal/open.ts';
import type { Claim } from '../../src/journal/records/ledger.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import { followDesk, isOpen, type FollowDesk } from '../support/follow-desk.ts';
import { TWO_ENTRIES } from '../support/follow-run.ts';
import { afterTest, journalOf } from '../support/live.ts';

/** Another run of the account, on the same journal. */
async function beside({ paper, at }: FollowDesk): Promise<Claim> {
  const self = { host: 'here', user: 'tester', pid: process.pid, since: '' };
  const clocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now(), defer: (act: () => void) => act() };
  const account = { origin: paper.origin, name: 'default' };
  const window = { amount: 500, windowMs: 10_000 };
  const limits = { ip: window, uid: window, orderCalls: { amount: 100, windowMs: 1000 }, inFlight: 8 };
  const ledger = openLedger(sqliteUrl(journalOf(at)), { self, ...clocks });
  const claimed = await ledger.claim({ account, plan: { plan: 'beside', generation: 1 } }, limits);
  if (!claimed.ok) throw new Error('held');
  return claimed.value;
}

/** It takes whatever weight nobody keeps. */
async function takeAll(claim: Claim): Promise<void> {
  for (;;) {
    const { attempts } = await claim.intend([LISTS.history]);
    const [attempt] = attempts;
    if (attempt === undefined) return;
    await claim.conclude(attempt, { how: 'answered', verdicts: [], latencyMs: 1 });
  }
}

test.each(['v2', 'v3'] as const)(
  'looks that take longer than they are apart keep no stop from going: %s',
  { timeout: 60_000 },
  async (version) => {
    const { paper, begin } = await followDesk(TWO_ENTRIES, { version, latencyMs: 250 });
    const run = begin();
    await run.until('the stop', () => paper.orders.some(({ kind }) => kind === 'trigger'));
    await run.stop();
  },
);

test(
  'what is filled while others take the weight has its stop at once, whatever else is looked at',
  { timeout: 60_000 },
  async () => {
    const desk = await followDesk(TWO_ENTRIES, { latencyMs: 150 });
    const { paper } = desk;
    const run = desk.begin();
    const stops = (): number => paper.orders.filter((one) => one.kind === 'trigger' && isOpen(one)).length;
    await run.until('the stop', () => stops() === 1);
    const claim = await beside(desk);
    const before = paper.requests.length;
    // It begins once nothing is due, and asks for the market first.
    await run.until('the look', () => {
      const names = paper.requests.slice(before).map(({ path }) => path.split('/').at(-1));
      return names.includes('history') && names.lastIndexOf('ticker') > names.indexOf('history');
    });
    const taking = setInterval(() => void takeAll(claim).catch(() => {}), 20);
    afterTest(() => clearInterval(taking));
    await takeAll(claim);
    paper.fill(paper.orders.find(({ price }) => price === '60000')?.orderId ?? '');
    const filledMs = performance.now();
    await run.until('the second stop', () => stops() === 2);
    expect(performance.now() - filledMs).toBeLessThan(5000);
    clearInterval(taking);
    await claim.release();
    await run.stop();
  },
);
