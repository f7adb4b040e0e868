/** What a dry run of a plan that was followed says of margin modes: those of its orders, and nothing of what it does not have. */
import { expect, test } from 'vitest';
import { LONG, PLAN } from '../support/closed-by-hand.ts';
import { followDesk } from '../support/follow-desk.ts';
import { openOn } from '../support/follow-run.ts';
import { here } from '../support/here.ts';

test('parts that an earlier run placed and that are cancelled have no margin mode to be checked', LONG, async () => {
  const { paper, at, begin, order } = await followDesk(PLAN, { version: 'v3' });
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  const { orderId } = order(({ kind }) => kind === 'single');
  paper.fill(orderId, '0.06');
  await one.until('all exits', () => openOn(paper).length === 5);
  paper.fill(orderId);
  await one.until('their second parts', () => openOn(paper).length === 8);
  await here(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], at);
  await one.ended;
  const { stdout } = await here(['run', 'plan.yaml', '--live', '--again', 'stop'], at);
  expect(stdout).toContain('margin cross, to be checked against the account');
});
