/** How long what was filled had no stop: until the answer that one works, whatever else has no answer by then. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { deskBetween } from '../support/desk-between.ts';
import { configOf } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: two
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: other, side: open-long, size: 0.1, price: 59000, after: { filled: entry } }
`;
const isEntry = ({ price }: PaperOrder): boolean => price?.startsWith('60000') === true;
const isStop = ({ trigger }: PaperOrder): boolean => trigger?.startsWith('58000') === true;

/** So late is the answer to what opens; looks are further apart, so it is awaited before anything is told. */
const LATE_MS = 4_000;

test.each(INTERFACES)('%s: no late answer of another order is in it', { timeout: 60_000 }, async (version) => {
  const late = Promise.withResolvers<undefined>();
  afterTest(() => late.resolve(undefined));
  const desk = await deskBetween(PLAN, version, (_path, method, sent) => {
    if (method !== 'POST' || !sent.includes('59000')) return undefined;
    setTimeout(() => late.resolve(undefined), LATE_MS);
    return { until: late.promise };
  });
  const { paper, order } = desk;
  desk.at.write('ordo.config.yaml', configOf(version).replace('500ms', '8s'));
  const one = desk.begin();
  await one.until('the entry', () => paper.orders.some(isEntry));
  const filledMs = Date.now();
  paper.fill(order(isEntry).orderId);
  await one.until('the other', () => /"order-outcome","id":"other"[^\n]*"accepted"/.test(one.written));
  await one.stop();
  const { stdout } = await here(['report', 'plan.yaml'], desk.at);
  const [, seconds = ''] = /naked for ([\d.]+) s\n/.exec(stdout) ?? [];
  // The line has tenths of a second, by a clock that was read from an answer.
  const bareMs = order(isStop).acceptedAtMs - filledMs;
  expect(seconds).not.toBe('');
  expect(Math.abs(Number(seconds) * 1000 - bareMs)).toBeLessThan(LATE_MS / 4);
});
