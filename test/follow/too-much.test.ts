/** A target and the stop that both filled between two looks closed more than was held: the lines say by how much. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { openByHand } from '../support/by-hand.ts';
import { covered, isStop, LONG, PLAN } from '../support/closed-by-hand.ts';
import { followDesk } from '../support/follow-desk.ts';
import { openOn } from '../support/follow-run.ts';
import { INTERFACES } from '../support/spellings.ts';

const isTarget = ({ kind, trigger }: PaperOrder): boolean => kind === 'trigger' && Number(trigger) === 65_000;

test.each(INTERFACES)('%s: what was closed too much is said at once and in the last lines', LONG, async (version) => {
  const desk = await followDesk(PLAN, { version });
  const { paper, order } = desk;
  const one = await covered(desk, '--output', 'lines');
  await openByHand(paper, '0.3');
  paper.fire(order(isStop).orderId);
  paper.fire(order(isTarget).orderId);
  const resting = paper.orders.filter(
    ({ kind, price, status }) => kind !== 'trigger' && price === '65000' && status === 'open',
  );
  for (const { orderId } of resting) paper.fill(orderId);
  const { code, stdout } = await one.ended;
  expect({ code, open: openOn(paper) }).toEqual({ code: 6, open: [] });
  expect(stdout.match(/closed 0\.1 more than was held: long cmt_btcusdt \(entry\)/g)).toHaveLength(1);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /entry: nothing held · closed 0\.4: \S+ · closed 0\.1 more than was held/,
  );
});
