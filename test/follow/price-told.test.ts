/** An exit whose price is a formula: everything that shows it says what was sent, not what the plan expected. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { followDesk, isOpen, type FollowDesk } from '../support/follow-desk.ts';
import { here } from '../support/here.ts';

/** Of `dca` only the first rung is filled: its average is 60000, and the plan expects 59500. */
const PLAN = `version: 1
name: late
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: dca, side: open-long, size: { total: 0.2 }, price: { from: 60000, to: 59000, steps: 2 } }
  - { id: stop, side: close-long, size: { filled: dca }, trigger: =tick(average(dca) - 1000.4), price: market }
  - { id: out, side: close-long, size: { filled: dca }, price: =tick(average(dca) + 6000.4), trigger: =price }
`;
const [STOP, OUT] = ['58999.6', '66000.4'];
/** As the plan expects them. */
const PLANNED = /58499\.6|65500\.4/;
const isFirst = ({ price, type }: PaperOrder): boolean => price === '60000' && type === '1';
const withTrigger =
  (trigger: string) =>
  (one: PaperOrder): boolean =>
    isOpen(one) && one.trigger === trigger;

async function followed({ begin, paper, order }: FollowDesk, ...more: string[]) {
  const run = begin(...more);
  await run.until('the entry', () => paper.orders.some(isFirst));
  paper.fill(order(isFirst).orderId, '0.1');
  await run.until('both exits', () => [STOP, OUT].every((price) => paper.orders.some(withTrigger(price))));
  const seen = paper.requests.length;
  await run.until('looks go on', () => paper.requests.length > seen + 12);
  return run.stop();
}

const sent = (events: ReturnType<typeof eventsOf>): object[] =>
  ofKind(events, 'order-outcome').flatMap((event) =>
    'because' in event && event.id !== 'dca-1' && event.id !== 'dca-2'
      ? [{ id: event.id, price: event.price, trigger: event.trigger }]
      : [],
  );

test('the stream and what reads the journal say what was sent', { timeout: 90_000 }, async () => {
  const desk = await followDesk(PLAN);
  const ended = await followed(desk);
  const said = async (...words: string[]): Promise<string> => (await here(words, desk.at)).stdout;
  const expected = [
    { id: 'stop', price: 'market', trigger: STOP },
    { id: 'out', price: OUT, trigger: OUT },
  ];
  expect(sent(eventsOf(ended))).toEqual(expected);
  const replayed = await here(['replay', 'plan.yaml', '--speed', 'max', '--output', 'ndjson'], desk.at);
  expect(sent(eventsOf(replayed))).toEqual(expected);

  const lines = await said('replay', 'plan.yaml', '--speed', 'max');
  expect(lines).toMatch(/✓ stop +close-long 0.1, market at 58999.6/);
  expect(lines).toMatch(/✓ out +close-long 0.1, 66000.4 at 66000.4/);
  const { runs } = JSON.parse(await said('report', 'plan.yaml', '--as', 'json')) as {
    readonly runs: readonly [{ readonly orders: readonly { readonly id: string }[] }];
  };
  for (const [at, one] of expected.entries()) expect(runs[0].orders[at + 2]).toMatchObject(one);
  const markdown = (await said('report', 'plan.yaml', '--as', 'md')).split('\n');
  for (const id of ['stop', 'out']) {
    const row = markdown.find((line) => line.includes(`\`${id}\``));
    expect(row).toContain(id === 'stop' ? STOP : OUT);
    expect(row).not.toMatch(PLANNED);
  }
  const page = await said('report', 'plan.yaml', '--as', 'html');
  expect(page).toContain(STOP);
  const status = await said('status', 'plan.yaml');
  expect(status).toContain(`${STOP}→market`);
  expect(status).not.toMatch(PLANNED);
  const { orders } = JSON.parse(await said('status', 'plan.yaml', '--output', 'json')) as {
    readonly orders: readonly { readonly id: string }[];
  };
  for (const one of expected) expect(orders.find(({ id }) => id === one.id)).toMatchObject(one);
});

test('the lines of a follow say what was sent', { timeout: 90_000 }, async () => {
  const { stdout } = await followed(await followDesk(PLAN), '--output', 'lines');
  expect(stdout).toMatch(/✓ stop +close-long 0.1, market at 58999.6/);
  expect(stdout).toMatch(/✓ out +close-long 0.1, 66000.4 at 66000.4/);
  const below = stdout.slice(stdout.indexOf('Working on the exchange'));
  expect(below).toContain(OUT);
  expect(below).not.toMatch(PLANNED);
});

test('the report of a second life says which run it goes on from', { timeout: 90_000 }, async () => {
  const desk = await followDesk(PLAN);
  await followed(desk);
  const again = desk.begin();
  const seen = desk.paper.requests.length;
  await again.until('looks go on', () => desk.paper.requests.length > seen + 24);
  await again.stop();
  const { runs } = JSON.parse(
    (await here(['report', 'plan.yaml', '--run', 'all', '--as', 'json'], desk.at)).stdout,
  ) as {
    readonly runs: readonly { readonly startedAt: string; readonly goesOnFrom?: string }[];
  };
  expect(runs.map(({ goesOnFrom }) => goesOnFrom)).toEqual([undefined, runs[0]?.startedAt]);
  const { stdout } = await here(['report', 'plan.yaml', '--as', 'md'], desk.at);
  expect(stdout).toContain('goes on from: the run of ');
});
