/** A stop that is let go is told once it is, and not first when the run ends. */
import { expect, test } from 'vitest';
import type { FaultName } from '../../src/paper/faults.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { PLAN } from '../support/closed-by-hand.ts';
import { followDesk } from '../support/follow-desk.ts';

const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const SENDS_STOP = /plan_order/;

test('a stop that is refused twice is said to come no more, while the run goes on', { timeout: 60_000 }, async () => {
  const faults: Partial<Record<FaultName, number>> = {};
  const { paper, begin, order } = await followDesk(PLAN, { faults });
  const one = begin('--output', 'lines');
  await one.until('the entry', () => paper.orders.some(isEntry));
  faults['reject-one'] = 1;
  paper.fill(order(isEntry).orderId);
  const refusals = (): number => paper.requests.filter(({ path }) => SENDS_STOP.test(path)).length;
  await one.until('two refusals', () => refusals() >= 2);
  faults['reject-one'] = 0;
  const asked = paper.requests.length;
  await one.until('some looks', () => paper.requests.length >= asked + 20);
  const { stdout } = await one.stop();
  const [before = ''] = stdout.split('Will not happen any more');
  const said = before.replaceAll(/\s+/g, ' ').match(/(tried again|nothing more of it)[^!✓]*/g) ?? [];
  expect(said.map((words) => words.trim().split(' ').slice(0, 2).join(' '))).toEqual([
    'tried again',
    'nothing more',
    // At its end.
    'nothing more',
  ]);
});
