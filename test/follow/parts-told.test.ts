/** What explain and the reports say of a plan that was followed: parts under their order, why each was sent, and what was naked. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';

const PLAN = `version: 1
name: parts
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: late, side: open-long, size: 0.1, price: 59000, after: 2026-01-01T00:00:00Z }
`;
const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g;
const flat = (text: string): string => text.replaceAll(TIME, 'TIME').replaceAll(/ +/g, ' ');

test('explain and the reports of parts', { timeout: 90_000 }, async () => {
  const { paper, at, begin, order } = await followDesk(PLAN);
  const run = begin();
  const stops = (): number => paper.orders.filter((one) => isOpen(one) && one.trigger === '58000').length;
  await run.until('the entry', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId, '0.1');
  await run.until('its stop', () => stops() === 1);
  paper.fill(order(isEntry).orderId, '0.2');
  await run.until('the rest of it', () => stops() === 2);
  const seen = paper.requests.length;
  await run.until('looks go on', () => paper.requests.length > seen + 12);
  const ended = await run.stop();
  const parts = ofKind(eventsOf(ended), 'order-outcome').filter(({ id }) => id === 'stop');
  expect(parts.map((one) => 'size' in one && one.size)).toEqual(['0.1', '0.2']);

  const explained = flat((await here(['explain', 'plan.yaml', 'stop'], at)).stdout);
  expect(explained).toContain('entry 0.1 60000 TIME\n entry 0.2 60000 TIME\n');
  expect(explained).toMatch(
    /stop\n ✓ accepted · size 0.1 · .* · filled 0 · entries filled 0.1 ·\n TIME\n the first fill/,
  );
  // Both are true; which one is due depends on whether the look that sees the fill sees the entry over as well.
  expect(explained).toMatch(
    /stop\/2\n ✓ accepted · size 0.2 · .* · entries filled 0.3 ·\n TIME\n (more was filled|its entries are over)/,
  );

  const report = async (form: string): Promise<string> =>
    (await here(['report', 'plan.yaml', '--as', form], at)).stdout;
  const rows = (await report('md')).split('\n').filter((line) => line.includes('`stop'));
  expect(rows.map((row) => row.split(' | ').slice(1, 5))).toEqual([
    ['`stop`', '`cmt_btcusdt`', '`close-long`', '0.1'],
    ['`stop/2`', '`cmt_btcusdt`', '`close-long`', '0.2'],
  ]);
  for (const form of ['md', 'html']) expect(await report(form)).toMatch(/naked for \d+\.\d s, \d+\.\d s/);
  const junit = await report('junit');
  expect(junit).toMatch(/<testsuite name="parts run 1" tests="5" failures="1" errors="0" skipped="0"/);
  expect(junit).toMatch(/name="late">\s+<failure type="missed"/);
  expect(junit.indexOf('name="stop/2"')).toBeGreaterThan(junit.indexOf('name="stop"'));
  const replayed = flat((await here(['replay', 'plan.yaml', '--speed', 'max'], at)).stdout);
  expect(replayed).toContain('✓ stop/2 close-long 0.2, market at 58000');
});

const CLOSED = `version: 1
name: closed
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: out, side: close-long, size: { filled: entry }, price: 66000 }
`;
const isOut = (one: PaperOrder): boolean => isOpen(one) && one.type === '3' && one.price === '66000';
const withoutTime = (text: string): string => text.split(' · ').slice(0, 4).join(' · ');

test(
  'a report of a follow that is over says what status says, and counts what was sent',
  { timeout: 90_000 },
  async () => {
    const { paper, at, begin, order } = await followDesk(CLOSED);
    const run = begin();
    await run.until('the entry', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId, '0.3');
    await run.until('both exits', () => paper.orders.some(isOut));
    paper.fill(order(isOut).orderId, '0.3');
    const ended = await run.ended;
    expect(ended.code).toBe(0);
    const said = async (...words: string[]): Promise<string> => (await here(words, at)).stdout;
    const protection = /(?:– hold|hold \?|NAKED|[?!✓] hold)[^\n]*/;
    const line = (text: string): string => (protection.exec(flat(text))?.[0] ?? 'none').replace(/[*`]/g, '').trim();
    const status = line(await said('status', 'plan.yaml'));
    expect(status).toMatch(/hold 0/);
    expect(withoutTime(line(await said('report', 'plan.yaml', '--as', 'md')))).toBe(withoutTime(status));
    expect(withoutTime(line(await said('report', 'plan.yaml', '--as', 'junit')))).toBe(withoutTime(status));
    const { runs } = JSON.parse(await said('report', 'plan.yaml', '--as', 'json')) as {
      readonly runs: readonly [{ readonly protection: object; readonly sent: object }];
    };
    // Of these four calls the plan says one.
    const all = /\(3 orders sent, 1 cancel, 4 calls, /;
    for (const words of [
      ['report', 'plan.yaml'],
      ['report', 'plan.yaml', '--as', 'md'],
      ['replay', 'plan.yaml', '--speed', 'max'],
    ])
      expect(flat(await said(...words))).toMatch(all);
    expect(await said('report', 'plan.yaml', '--as', 'html')).toContain('4 calls sent, 1 planned at its start');
    const cost = /cost:? 4 calls with 3 orders and 1 cancel, (\d+) IP, (\d+) UID/.exec(
      flat(await said('report', 'plan.yaml', '--as', 'md')),
    );
    expect(runs[0].sent).toEqual({
      orders: 3,
      cancels: 1,
      calls: 4,
      weight: { ip: Number(cost?.[1]), uid: Number(cost?.[2]) },
    });
    const last = ofKind(eventsOf(ended), 'protection').at(-1);
    expect({ event: 'protection', ...runs[0].protection }).toEqual(last);
    const replayed = await here(['replay', 'plan.yaml', '--speed', 'max', '--output', 'ndjson'], at);
    expect(ofKind(eventsOf(replayed), 'protection').at(-1)).toEqual(last);
  },
);
