/** A cancel that has no answer is said once, soon; one that was taken is not said to have none. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { between } from '../support/between.ts';
import { followDesk, type FollowDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: either
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: other, side: open-long, size: 0.1, price: 59000, until: { filled: little } }
  - { id: little, side: open-long, size: 0.1, price: 60500 }
  - { id: stop, side: close-long, size: { filled: little }, trigger: 58000, price: market }
`;
/** It is told 2.5 s after it has left; what hangs takes 10 s. */
const IN_TIME_MS = 5_000;

const opens = (price: string) => (order: PaperOrder) => order.price?.startsWith(price) === true;
const isCancel = (path: string, method: string): boolean => method === 'DELETE' || /cancel/i.test(path);
const NO_ANSWER = 'other: its cancel has no answer yet, it may still fill';
const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');
const timesIn = (text: string): number => plainly(text).split(NO_ANSWER).length - 1;

type Answer = Awaited<ReturnType<Parameters<typeof between>[1]>>;

/** The answer to the first cancel is the test's. */
async function hangs(
  version: (typeof INTERFACES)[number],
  answer: (desk: FollowDesk) => Answer | Promise<Extract<Answer, { status: number }> | undefined>,
): Promise<{ readonly desk: FollowDesk; readonly left: () => number }> {
  const desk = await followDesk(PLAN, { version });
  let left = 0;
  const { origin } = await between(desk.paper, (path, method) => {
    if (!isCancel(path, method) || left > 0) return undefined;
    left += 1;
    return answer(desk);
  });
  desk.at.env['ORDO_BASE_URL'] = origin;
  return { desk, left: () => left };
}

test.each(INTERFACES)(
  '%s: one that hangs is told within seconds, once, and its end once',
  { timeout: 60_000 },
  async (version) => {
    const told = Promise.withResolvers<undefined>();
    afterTest(() => told.resolve(undefined));
    const { desk, left } = await hangs(version, () => told.promise);
    const { paper, order } = desk;
    const run = desk.begin('--output', 'lines');
    await run.until('both', () => paper.orders.length === 2);
    paper.fill(order(opens('60500')).orderId);
    await run.until('what hangs', () => left() === 1);
    const leftMs = performance.now();
    await run.until('that it has no answer', () => timesIn(run.written) === 1);
    expect(performance.now() - leftMs).toBeLessThan(IN_TIME_MS);
    told.resolve(undefined);
    await run.until('its end', () => /× other +cancelled/.test(run.written));
    const looked = paper.requests.length;
    await run.until('looks', () => paper.requests.length > looked + 12);
    const { stdout } = await run.stop();
    expect([timesIn(stdout), stdout.match(/other +cancelled/g)?.length]).toEqual([1, 1]);
    expect(stdout).not.toMatch(/\? other/);
  },
);

test.each(INTERFACES)(
  '%s: nothing is said of one whose order looks have seen to be off',
  { timeout: 60_000 },
  async (version) => {
    const told = Promise.withResolvers<undefined>();
    afterTest(() => told.resolve(undefined));
    const { desk } = await hangs(version, ({ paper, order }) => {
      paper.cancelByExchange(order(opens('59000')).orderId);
      return told.promise;
    });
    const { paper, order } = desk;
    const run = desk.begin('--output', 'lines');
    await run.until('both', () => paper.orders.length === 2);
    paper.fill(order(opens('60500')).orderId);
    await run.until('its end', () => /× other +cancelled/.test(run.written));
    const beganMs = performance.now();
    await run.until('the time of it', () => performance.now() - beganMs > IN_TIME_MS);
    told.resolve(undefined);
    // On a slow machine it may be told before that look, which is true then.
    const { stdout } = await run.stop();
    expect(timesIn(stdout.slice(stdout.search(/× other +cancelled/)))).toBe(0);
  },
);

test.each(INTERFACES)(
  '%s: of one that was taken, and that late lists show open, that is said',
  { timeout: 60_000 },
  async (version) => {
    const { paper, order, begin } = await followDesk(PLAN, { version, listLagMs: 4_000 });
    const run = begin('--output', 'lines');
    await run.until('both', () => paper.orders.length === 2);
    paper.fill(order(opens('60500')).orderId);
    await run.until('its end', () => /× other +cancelled/.test(run.written));
    const words = plainly((await run.stop()).stdout);
    expect(words).toContain('? other its cancel was taken; its end is not seen yet: it may still fill');
    expect(words).not.toContain('no answer');
    expect(words).not.toContain('still open');
  },
);

test.each(INTERFACES)(
  '%s: status says of one without an answer how it was last seen, and not that nobody looked',
  { timeout: 60_000 },
  async (version) => {
    const told = Promise.withResolvers<undefined>();
    const { desk } = await hangs(version, () => told.promise);
    const { paper, order } = desk;
    const run = desk.begin('--output', 'lines');
    await run.until('both', () => paper.orders.length === 2);
    paper.fill(order(opens('60500')).orderId);
    await run.until('that it has no answer', () => timesIn(run.written) === 1);
    const { code, stdout } = await run.stop();
    expect([code, stdout]).toEqual([7, expect.not.stringContaining('not looked at since')]);
    told.resolve(undefined);
    for (const more of [[], ['--refresh']]) {
      const status = plainly((await here(['status', 'plan.yaml', ...more], desk.at)).stdout);
      expect(status).not.toContain('not looked at since');
      if (more.length === 0)
        expect(status).toMatch(/its cancel: no whole answer.*; no look has seen its end; by the last look: open/);
    }
  },
);
