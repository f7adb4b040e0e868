/** The lines of a follower in a pipe, beside an exchange whose orders are filled by hand. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen, type Following } from '../support/follow-desk.ts';

const PLAN = `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - id: target
    side: close-long
    size: { filled: entry }
    price: { from: 65000, to: 68000, steps: 3 }
    trigger: =price
`;

const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const isStop = ({ kind, trigger }: PaperOrder): boolean => kind === 'trigger' && trigger?.startsWith('58000') === true;
const isTarget = ({ kind, trigger }: PaperOrder): boolean => kind === 'trigger' && trigger?.startsWith('6') === true;

/** Without the head, and with the digits that differ from run to run as `#`. */
async function told(one: Following): Promise<string[]> {
  const { stdout } = await one.stop();
  return stdout
    .split('\n')
    .filter((line) => /^(?:\d\d:\d\d:\d\d {2}| {12}\S)/.test(line) && !line.endsWith(' parts'))
    .map((line) => line.replace(/^\d\d:\d\d:\d\d/, 'hh:mm:ss').replace(/\d+(\.\d)?( m?s after)/, '#$2'));
}

test('names each part, what was filled, and how long after the fill its stop worked', { timeout: 60_000 }, async () => {
  const { paper, begin, order } = await followDesk(PLAN);
  const one = begin('--output', 'lines');
  await one.until('the entry is there', () => paper.orders.some(isEntry));
  const { orderId } = order(isEntry);
  paper.fill(orderId, '0.06');
  await one.until('stop and targets', () => paper.orders.filter(isTarget).length === 3);
  paper.fill(orderId);
  await one.until('all parts', () => paper.orders.filter(isTarget).length === 6);
  expect(await told(one)).toEqual([
    'hh:mm:ss  ✓ entry     open-long 0.3, 60000',
    'hh:mm:ss  entry       filled 0.06 of 0.3 at 60000',
    'hh:mm:ss  ✓ stop      close-long 0.06, market at 58000   # ms after the fill',
    'hh:mm:ss  ✓ target-1  close-long 0.02, 65000 at 65000   and target-2, target-3',
    'hh:mm:ss  entry       filled 0.3 of 0.3 at 60000',
    'hh:mm:ss  ✓ stop/2    close-long 0.24, market at 58000   # ms after the fill',
    'hh:mm:ss  ✓ target-1/2  close-long 0.08, 65000 at 65000   and target-2/2,',
    '            target-3/2',
  ]);
});

test('a stop that somebody takes off twice is named with what has no stop', { timeout: 60_000 }, async () => {
  const { paper, begin, order } = await followDesk(PLAN);
  const one = begin('--output', 'lines');
  await one.until('the entry is there', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  await one.until('targets', () => paper.orders.filter(isTarget).length === 3);
  paper.cancelByExchange(order((is) => isStop(is) && isOpen(is)).orderId);
  await one.until('the stop is back', () => paper.orders.filter(isStop).length === 2);
  paper.cancelByExchange(order((is) => isStop(is) && isOpen(is)).orderId);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const lines = await told(one);
  expect(lines).toContain('hh:mm:ss  × stop      cancelled');
  expect(lines).toContain('hh:mm:ss  × stop/2    cancelled');
  expect(lines.filter((line) => line.includes('0.3 long cmt_btcusdt (entry) has no stop'))).not.toEqual([]);
});

test('a stop whose answer is lost says how much may be bare, until a look finds it', { timeout: 60_000 }, async () => {
  const { paper, begin, order } = await followDesk(PLAN, { faults: { 'drop-after': 1 }, seed: 4 });
  const one = begin('--output', 'lines');
  await one.until('the entry is there', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  await one.until('all of it', () => paper.orders.filter(isTarget).length === 3);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const lines = await told(one);
  const at = (start: string): number => lines.findIndex((line) => line.startsWith(start));
  expect(at('hh:mm:ss  ? stop      close-long 0.3, market at 58000: UNKNOWN')).toBeGreaterThan(0);
  expect(at('hh:mm:ss  ? 0.3 long cmt_btcusdt (entry) may be bare')).toBeGreaterThan(at('hh:mm:ss  ? stop '));
  expect(at('hh:mm:ss  ✓ stop      found: 0.3 works')).toBeGreaterThan(at('hh:mm:ss  ? 0.3 long'));
});
