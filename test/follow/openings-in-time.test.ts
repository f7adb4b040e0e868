/** A dry run says how many rungs of a long ladder its follower can send in time, by the windows of the interface that it speaks. */
import { expect, test } from 'vitest';
import { followDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';

const planOf = (rungs: number, more = ''): string => `version: 1
name: dca
defaults: { symbol: cmt_btcusdt }
orders:
  - id: dca
    side: open-long
    size: { total: ${rungs / 10} }
    price: { from: 63000, to: 60000, steps: ${rungs} }
  - { id: stop, side: close-long, size: { filled: dca }, trigger: 58000, price: market }
${more}`;

async function noteOf(version: 'v2' | 'v3', rungs: number, more = '', config = ''): Promise<string | undefined> {
  const { at } = await followDesk(planOf(rungs, more), { version });
  at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version} }\n${config}`);
  const { stdout } = await here(['run', 'plan.yaml', '--live'], at, { width: 300 });
  return /about \d+ of \d+ orders that open.* may be missed/.exec(stdout.replaceAll(/\s+/g, ' '))?.[0];
}

const inTime = (note: string | undefined): number => Number(/^about (\d+) of/.exec(note ?? '')?.[1]);

test('v3: what is more than the windows let through in time', { timeout: 60_000 }, async () => {
  const note = await noteOf('v3', 400);
  // The windows count 50 orders a minute: none of five minutes lets more through, and stops keep room in each.
  expect(inTime(note)).toBeGreaterThan(200);
  expect(inTime(note)).toBeLessThan(300);
  expect(note).toContain(`of 400 orders that open can leave within execution.maxPause (300 s)`);
  expect(note).toContain(`the last ${400 - inTime(note)} may be missed`);
  expect(await noteOf('v3', 200)).toBeUndefined();
});

test('v3: by the limits, the time and the groups that it has', { timeout: 60_000 }, async () => {
  const all = inTime(await noteOf('v3', 400));
  expect(inTime(await noteOf('v3', 400, '', 'execution: { maxPause: 2m }\n'))).toBeLessThan(all / 2);
  const beside = `  - { id: other, side: open-long, size: 0.1, price: 59000 }
  - { id: other-stop, side: close-long, size: { filled: other }, trigger: 57000, price: market }
`;
  expect(inTime(await noteOf('v3', 400, beside))).toBeLessThan(all);
});

test('v2: whose windows let all of them through', { timeout: 60_000 }, async () => {
  expect(await noteOf('v2', 400)).toBeUndefined();
});
