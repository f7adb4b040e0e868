/** A report of a run says of the account what the run said at its end: by the look before it, and the market that its check was told. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const plan = (name: string, order: string, stop: string): string =>
  `version: 1\nname: ${name}\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: e, side: open-long, size: 0.05, ${order} }\n  - { id: stop, side: close-long, size: 0.05, trigger: ${stop}, price: market }\n`;
const RUN = ['--execute', '--live', '--yes', '--output', 'lines'];
const lineOf = (text: string): string => (/^[!?✓–] hold [^\n]*/m.exec(text)?.[0] ?? text).trim();

test.each([
  ['a trigger, in the market of the check', 'trigger: 65000, price: 65010'],
  ['at market', 'price: market'],
])('%s', async (_, order) => {
  const { paper, at } = await paperAndPlace();
  at.write('held.yaml', plan('held', 'price: 62400', '60000'));
  at.write('plan.yaml', plan('reported', order, '61000'));
  const lines: string[] = [];
  const reported = async (file: string): Promise<void> => {
    const ran = await here(['run', file, ...RUN], at, { width: 120 });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const report = await here(['report', file, '--as', 'md'], at);
    lines.push(lineOf(ran.stdout));
    expect(report.stdout.replaceAll('`', '').replaceAll('\\', '')).toContain(lines.at(-1));
    const again = await here(['replay', file, '--output', 'lines'], at, { width: 120 });
    expect(lineOf(again.stdout)).toBe(lines.at(-1));
  };
  await reported('held.yaml');
  paper.fill(paper.orders.find(({ price }) => price?.toString() === '62400')?.orderId ?? '');
  expect((await here(['status', 'held.yaml', '--refresh'], at)).code).toBe(0);
  await reported('plan.yaml');
  expect(lines[0]).toContain('hold ? + long 0.05 working · at stops 120 · naked 0');
  expect(lines[1]).toContain('✓ hold long 0.05 + 0.05 working');
});

test('what only the check of the account saw is a fact of its run, with its time, and no look', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('held.yaml', plan('held', 'price: 62400', '60000'));
  at.write('plan.yaml', plan('reported', 'price: 62300', '61000'));
  expect((await here(['run', 'held.yaml', ...RUN], at)).code).toBe(0);
  const first = await here(['report', 'held.yaml'], at, { width: 120 });
  expect(first.stdout.replaceAll(/\s+/g, ' ')).toMatch(/held at the check 0 cmt_btcusdt \(\d{4}-\d\d-\d\d \S+ UTC\)/);
  paper.fill(paper.orders.find(({ price }) => price?.toString() === '62400')?.orderId ?? '');
  expect((await here(['run', 'plan.yaml', ...RUN], at)).code).toBe(0);
  const next = await here(['report', 'plan.yaml'], at, { width: 120 });
  expect(next.stdout.replaceAll(/\s+/g, ' ')).toContain('held at the check 0.05 long cmt_btcusdt at 62400 (');
  expect(lineOf(next.stdout)).toContain('hold ? + long 0.1 working');
  const { stdout } = await here(['report', 'plan.yaml', '--as', 'json'], at);
  expect(JSON.parse(stdout)).toMatchObject({
    runs: [{ checked: { held: [{ symbol: 'cmt_btcusdt', positions: [{ side: 'long', size: '0.05' }] }] } }],
  });
});

test('what fired or was filled in part before a run is held in its report, as it was in the run, and not twice', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('held.yaml', plan('held', 'trigger: 65000, price: market', '60000'));
  at.write('partly.yaml', plan('partly', 'price: 62400', '60000'));
  at.write('plan.yaml', plan('reported', 'price: 62300', '61000'));
  for (const file of ['held.yaml', 'partly.yaml']) expect((await here(['run', file, ...RUN], at)).code).toBe(0);
  paper.fire(paper.orders.find(({ trigger }) => trigger?.toString() === '65000')?.orderId ?? '');
  paper.fill(paper.orders.find(({ price }) => price?.toString() === '62400')?.orderId ?? '', '0.02');
  for (const file of ['held.yaml', 'partly.yaml']) await here(['status', file, '--refresh'], at);
  const ran = await here(['run', 'plan.yaml', ...RUN], at, { width: 120 });
  expect(lineOf(ran.stdout)).toContain('hold long 0.07 + 0.08 working');
  const report = await here(['report', 'plan.yaml'], at, { width: 120 });
  expect(lineOf(report.stdout)).toBe(lineOf(ran.stdout));
});

const protectionIn = (ended: Ended) => ofKind(eventsOf(ended), 'protection');

test.each(INTERFACES)('%s: a replay tells a program once what the run told it, and names the plan', async (version) => {
  const { at } = await paperAndPlace({ faults: { 'reject-one': 0.5 }, seed: 1 });
  at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version} }\n`);
  at.write('plan.yaml', plan('reported', 'trigger: 65000, price: 65010', '61000'));
  const ran = await here(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
  expect(ran.code).toBe(6);
  const told = protectionIn(ran);
  const because = { plan: 'reported', id: 'e', size: '0.05', reason: 'stop-rejected', stop: 'stop' };
  expect(told).toMatchObject([{ state: 'naked', basis: 'journal', positions: [{ naked: '0.05', why: [because] }] }]);
  const again = await here(['replay', 'plan.yaml', '--output', 'ndjson'], at);
  expect(protectionIn(again)).toEqual(told);
  expect(
    eventsOf(again)
      .map(({ event }) => event)
      .slice(-2),
  ).toEqual(['protection', 'run-finished']);
  const { stdout } = await here(['report', 'plan.yaml', '--as', 'json'], at);
  const [run] = (JSON.parse(stdout) as { runs: { protection: object }[] }).runs;
  expect([{ event: 'protection', ...run?.protection }]).toEqual(told);
});
