/** `ordo account` and the doctor ask beside a follower, which goes on for days: nobody waits for the other. */
import { expect, test } from 'vitest';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { BRACKET } from '../support/follow-run.ts';
import { here } from '../support/here.ts';

test.each(['v2', 'v3'] as const)(
  '%s: the account is asked while a plan is followed',
  { timeout: 60_000 },
  async (version) => {
    const desk = await followDesk(BRACKET, { version });
    const one = desk.begin();
    await one.until('the entry', () => desk.paper.orders.length === 1);
    desk.paper.fill(desk.order(isOpen).orderId, '0.06');
    await one.until('the stop and the targets', () => desk.paper.orders.filter(isOpen).length === 5);
    const before = desk.paper.orders.length;
    const { code, stdout, stderr } = await here(['account', '--out', 'account.json'], desk.at);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/hold long 0\.06 .*naked 0/);
    const checked = await here(['doctor'], desk.at);
    expect(checked.code).toBe(0);
    expect(checked.stdout).not.toContain('an earlier run ended');
    desk.paper.fill(desk.order(isOpen).orderId);
    await one.until('the stop for the rest', () => desk.paper.orders.length > before);
  },
);
