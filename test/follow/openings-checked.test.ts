/** An opening that is due more than a minute after the account was checked is sent only if a new check says nothing against it. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { followDesk, isOpen, outcomesOf, type FollowDesk } from '../support/follow-desk.ts';

const LATER_MS = 68_000;

const planOf = (at: string): string => `version: 1
name: later
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 2% }
orders:
  - { id: now, side: open-long, size: 0.1, price: 63000, stopLoss: 60000 }
  - { id: late, side: open-long, size: 0.1, price: 63100, stopLoss: 60000, after: ${at} }
`;
const CONFIG = 'version: 1\nexchange: { interface: v2 }\nexecution: { lookEvery: 500ms, maxPause: 5s }\n';

const OTHER = `version: 1
name: other
defaults: { symbol: cmt_btcusdt, reference: 64000 }
orders:
  - { id: more, side: open-long, size: 0.1, price: 62000, stopLoss: 60000 }
`;

async function deskAt(atMs: number, policy = ''): Promise<FollowDesk> {
  const desk = await followDesk(planOf(new Date(atMs).toISOString()), { market: { seed: 4, stepMs: 0 } });
  desk.at.write('free.config.yaml', CONFIG);
  desk.at.write('other.yaml', OTHER);
  desk.at.write('ordo.config.yaml', CONFIG + policy);
  return desk;
}

/** How often the money of the account was asked for: only the check does. */
const checks = ({ paper }: FollowDesk): number => paper.requests.filter(({ path }) => path.endsWith('/assets')).length;

test(
  'the account is checked again before a late opening, and what that refuses is not sent',
  { timeout: 150_000 },
  async () => {
    const atMs = Date.now() + LATER_MS;
    const [same, moved] = [await deskAt(atMs), await deskAt(atMs)];
    const capped = await deskAt(atMs, 'policy: { maxStandingNotional: 13000 }\n');
    const runs = [same, moved, capped].map((desk) => desk.begin('--output', 'ndjson'));
    const [first, second, third] = runs as [(typeof runs)[0], (typeof runs)[0], (typeof runs)[0]];
    await first.until('the first order', () => same.paper.orders.length === 1);
    await second.until('the first order', () => moved.paper.orders.length === 1);
    await third.until('the first order', () => capped.paper.orders.length === 1);
    expect([checks(same), checks(moved)]).toEqual([1, 1]);
    const other = ['run', 'other.yaml', '--config', 'free.config.yaml', '--execute', '--live', '--yes'];
    expect((await here(other, capped.at)).code).toBe(0);
    moved.paper.advance(3_000);
    await new Promise((resolve) => setTimeout(resolve, atMs - Date.now()));
    await first.until('the late one', () => same.paper.orders.length === 2);
    expect(checks(same)).toBe(2);
    expect((await first.ended).code).toBe(0);
    const ended = await second.ended;
    expect([ended.code, outcomesOf(ended)]).toEqual([6, ['now accepted: conditions', 'late withheld: policy']]);
    const told = ofKind(eventsOf(ended), 'order-outcome').find(({ id }) => id === 'late');
    expect(told && 'message' in told ? told.message : undefined).toMatch(
      /^plan.yaml:6: the market is at .* more than 2 % from/,
    );
    const full = await third.ended;
    expect([full.code, outcomesOf(full)]).toEqual([6, ['now accepted: conditions', 'late withheld: policy']]);
    const why = ofKind(eventsOf(full), 'order-outcome').find(({ id }) => id === 'late');
    expect(why && 'message' in why ? why.message : undefined).toMatch(
      /^this run opens 6310, and 12500 is open in the account already: 18810 in all/,
    );
  },
);

const bareAt = (at: string): string => `version: 1
name: bare
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 8% }
orders:
  - { id: now, side: open-long, size: 0.1, price: 63000 }
  - { id: late, side: open-long, size: 0.1, price: 62900, after: ${at} }
  - { id: stop, side: close-long, size: { filled: [now, late] }, trigger: 60000, price: market }
`;

test.each(['v2', 'v3'] as const)(
  '%s: where stops are required, nothing is opened once the stop of its group was let go, however new the check is',
  { timeout: 60_000 },
  async (version) => {
    const faults: Partial<Record<FaultName, number>> = {};
    const atMs = Date.now() + 9_000;
    const config = 'policy: { requireStop: true }';
    const market = { seed: 4, stepMs: 0 };
    const plan = bareAt(new Date(atMs).toISOString());
    const desk = await followDesk(plan, { version, config, market, faults });
    const { paper, begin, order } = desk;
    const one = begin();
    await one.until('the entry', () => paper.orders.length === 1);
    const before = checksIn(desk, version);
    faults['reject-one'] = 1;
    paper.fill(order(isOpen).orderId);
    await one.until('two refusals', () => one.written.split('"outcome":"rejected"').length === 3);
    faults['reject-one'] = 0;
    expect(Date.now()).toBeLessThan(atMs);
    await one.until('its time', () => Date.now() > atMs);
    const asked = paper.requests.length;
    await one.until('some looks', () => paper.requests.length > asked + 6);
    expect(checksIn(desk, version)).toBe(before);
    const ended = await one.stop();
    const [held] = ofKind(eventsOf(ended), 'openings-held-back');
    expect(held).toMatchObject({ ids: ['late'], reason: 'policy' });
    expect(held?.message).toMatch(/^the account’s check refused it: /);
    expect(paper.orders.map(({ price }: PaperOrder) => price)).toEqual([expect.stringMatching(/^63000/)]);
    expect(outcomesOf(ended)).toContain('late withheld: policy');
  },
);

const checksIn = ({ paper }: FollowDesk, version: 'v2' | 'v3'): number =>
  paper.requests.filter(({ path }) => path.endsWith(version === 'v2' ? '/assets' : '/balance')).length;
