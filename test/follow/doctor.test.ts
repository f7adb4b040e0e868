/** `ordo doctor` of a plan that is followed: it is judged as a start with --follow, and nothing is written. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followDesk } from '../support/follow-desk.ts';
import { configOf } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { review } from '../support/reviewed-desk.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: judged
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;

test.each(INTERFACES)('%s: as a start with --follow', { timeout: 60_000 }, async (version) => {
  const { at, begin, paper } = await followDesk(PLAN, { version });
  const first = await here(['doctor', 'plan.yaml'], at);
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('with --follow, which the plan needs')]);
  expect((await review(at)).code).toBe(0);
  expect((await here(['doctor', 'r.json'], at)).code).toBe(0);
  expect(existsSync(join(at.env['XDG_STATE_HOME'] ?? '', 'ordo', 'reviewed'))).toBe(false);
  at.write('ordo.config.yaml', configOf(version, 'policy: { maxPlanNotional: 10 }'));
  const tight = await here(['doctor', 'plan.yaml'], at);
  expect([tight.code, tight.stdout.replaceAll(/\s+/g, ' ')]).toEqual([4, expect.stringContaining('policy allows 10')]);
  expect(paper.orders).toEqual([]);
  at.write('ordo.config.yaml', configOf(version));
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  await one.stop();
  at.write('ordo.config.yaml', configOf(version, 'policy: { maxPlanNotional: 10 }'));
  // The entry works: what is tightened refuses no start of it.
  expect((await here(['doctor', 'plan.yaml'], at)).code).toBe(0);
});
