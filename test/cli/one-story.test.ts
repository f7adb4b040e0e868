/** A run's lines, its NDJSON, and all that is made of it later from the journal alone tell one story. */
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PublicEvent } from '../../src/model/event.ts';
import { EXAMPLES, eventsOf, ofKind, start, type Ended } from '../../proofs/support/ordo.ts';
import { REPORT_FORMS } from '../../src/views/history/report-text.ts';
import { here } from '../support/here.ts';
import { NO_LISTS, paperAndPlace, run, settle, type At } from '../support/live.ts';

/** Singles, a batch, presets, a trigger, what waits for another, and what the exchange refuses (a post-only that would take). */
const PLAN = `version: 1
name: story
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.01, price: 60000, stopLoss: 50000 }
  - { id: pullback, side: open-long, size: { total: 0.06 }, price: { from: 59000, to: 58000, steps: 6 } }
  - { id: ether, symbol: cmt_ethusdt, side: open-long, size: 0.1, price: 2000 }
  - { id: bail-out, side: close-long, size: 0.01, trigger: 50000, price: market, after: [entry] }
  - { id: behind, side: open-long, size: 0.01, price: 57000, after: [bail-out] }
`;
const IDS = ['entry', ...[1, 2, 3, 4, 5, 6].map((rung) => `pullback-${rung}`), 'ether', 'bail-out', 'behind'];

/** The plan with a config beside it; `exchange` has more of its keys. */
function write(at: At, onUnknown: string, exchange = 'queries: false, timeout: 300ms'): void {
  copyFileSync(`${EXAMPLES}invalid/instruments.json`, join(at.folder, 'instruments.json'));
  at.write('ordo.config.yaml', `version: 1\nexchange: { ${exchange} }\nexecution: { onUnknown: ${onUnknown} }\n`);
  at.write('plan.yaml', PLAN);
}

type Outcome = Extract<PublicEvent, { event: 'order-outcome' }>;

/** `id outcome what`, for each order. */
const told = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map((one) => `${one.id} ${one.outcome} ${wordOf(one)}`).toSorted();

function wordOf(one: Outcome): string {
  if (one.outcome === 'accepted') return one.orderId;
  if (one.outcome === 'rejected') return `${one.code} ${one.message}`;
  return one.outcome === 'unknown' ? one.message : `${one.reason} ${one.message ?? ''}`;
}

const report = async (at: At, as: string, ...more: string[]): Promise<string> => {
  const ended = await here(['report', 'plan.yaml', '--as', as, ...more], at);
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  return ended.stdout;
};

const happens = ({ event }: PublicEvent): boolean => event === 'call-sent' || event === 'order-outcome';

/**
 * The stream, but for warnings of the plan. What happened at one moment, such as answers that share a commit, has no order; all
 * else has: each call before its answers, the plan before its calls, the end last.
 */
function story(ended: Ended): { fixed: PublicEvent[]; happened: string[]; isInOrder: boolean } {
  // What it left is judged again from what it told.
  const events = eventsOf(ended).filter(({ event }) => event !== 'diagnostic' && event !== 'protection');
  const sentAt = new Map(events.flatMap((one, at) => (one.event === 'call-sent' ? [[one.call, at] as const] : [])));
  const isInOrder = ofKind(events, 'order-outcome').every(
    (one) => !('call' in one) || one.call === undefined || (sentAt.get(one.call) ?? Infinity) < events.indexOf(one),
  );
  const happened = events.filter(happens).map((one) => JSON.stringify(one));
  return { fixed: events.filter((one) => !happens(one)), happened: happened.toSorted(), isInOrder };
}

interface JsonOrder extends Record<string, unknown> {
  readonly id: string;
  readonly outcome: string;
}
const jsonRun = async (at: At, ...more: string[]): Promise<{ orders: JsonOrder[]; exitCode: number; end: string }> =>
  (JSON.parse(await report(at, 'json', ...more)) as { runs: { orders: JsonOrder[]; exitCode: number; end: string }[] })
    .runs[0] as never;

/** What JUnit says of each order; it has a test of its own for what protects them. */
function junitOf(xml: string): string[] {
  const cases = [...xml.matchAll(/<testcase classname="story" name="([^"]+)"[^>]*>\s*<([a-z-]+)/g)];
  const outcome = { 'system-out': 'accepted', failure: 'rejected', error: 'unknown', skipped: 'withheld' };
  const orders = cases.filter(([, name]) => name !== 'protection');
  return orders.map(([, id, element]) => `${id} ${outcome[element as keyof typeof outcome]}`).toSorted();
}

/** What the page says of each order. */
const pageOf = (page: string): string[] =>
  [...page.matchAll(/<tr data-o="(\w+)">\s*<td[^>]*>.*?<\/td>\s*<th scope="row">([^<]+)<\/th>/g)]
    .map(([, state, id]) => `${id} ${state}`)
    .toSorted();

/** What Markdown says of each order. */
const summaryOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^\| [*]*\S+ (\w+)[*]* \| `([^`]+)` \|/gm)]
    .map(([, state = '', id]) => `${id} ${state.toLowerCase()}`)
    .toSorted();

test('whatever the exchange does to it', async () => {
  const faults = fc.record({
    'drop-after': fc.constantFrom(0, 0, 0.3),
    'drop-before': fc.constantFrom(0, 0, 0.3),
    'http-502-after': fc.constantFrom(0, 0.3),
    'reject-one': fc.constantFrom(0, 0.5),
    missing: fc.constantFrom(0, 0.5),
  });
  const settings = fc.record({ faults, seed: fc.nat(1000), onUnknown: fc.constantFrom('continue', 'stop') });
  await fc.assert(
    fc.asyncProperty(settings, async ({ faults: wanted, seed, onUnknown }) => {
      const { at } = await paperAndPlace({ faults: wanted, seed });
      write(at, onUnknown);
      const ended = await run(at);
      const outcomes = ofKind(eventsOf(ended), 'order-outcome');
      expect(outcomes.map(({ id }) => id).toSorted()).toEqual(IDS.toSorted());
      const replayed = await here(['replay', 'plan.yaml', '--output', 'ndjson'], at);
      expect(story(replayed)).toEqual({ ...story(ended), isInOrder: true });
      const json = await jsonRun(at);
      expect(told(json.orders as unknown as Outcome[])).toEqual(told(outcomes));
      expect([json.exitCode, json.end]).toEqual([ended.code, 'finished']);
      const states = outcomes.map(({ id, outcome }) => `${id} ${outcome}`).toSorted();
      expect(pageOf(await report(at, 'html'))).toEqual(states);
      expect(summaryOf(await report(at, 'md'))).toEqual(states);
      expect(junitOf(await report(at, 'junit'))).toEqual(states);
    }),
    { numRuns: 6 },
  );
});

/** The lines that say what became of an order. */
const rows = (text: string): string[] => text.split('\n').filter((line) => /^[✓✗?–] /u.test(line));

test('the report’s lines are those that were written, and say later what was settled since', async () => {
  const { at } = await paperAndPlace({ faults: { 'drop-after': 0.5 }, seed: 5 });
  write(at, 'continue', 'timeout: 2s');
  const ended = await here(['run', 'plan.yaml', '--execute', '--live', '--yes'], at);
  expect(ended.code).toBe(7);
  const before = await report(at, 'lines');
  expect(rows(before)).toEqual(rows(ended.stdout));
  expect(before).toMatch(/^story {2}generation 1 {2}RUN 1 of \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/);
  expect(before).not.toContain('LIVE');
  expect(before).not.toMatch(/^Next/m);
  expect((await settle(at)).code).toBe(0);
  const after = await report(at, 'lines');
  expect(rows(after.split('Since then')[0] ?? '')).toEqual(rows(ended.stdout));
  expect(after).toMatch(/\nSince then\n {2}✓ accepted {2}\S+ +settled as accepted, order\s+\d{18}/);
  expect(junitOf(await report(at, 'junit'))).toEqual(junitOf(await report(at, 'junit', '--run', '1')));
  expect(
    (await jsonRun(at)).orders.some(({ since }) => (since as { state?: string } | undefined)?.state === 'accepted'),
  ).toBe(true);
});

test('a run that was killed: what was sent has no answer, what was not is said to be not sent', async () => {
  const { at } = await paperAndPlace({ latencyMs: 60_000 });
  write(at, 'stop', 'queries: false, timeout: 30s');
  const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
  await running.until(/"call-sent"/);
  const open = await jsonRun(at);
  expect(open.end).toBe('open');
  expect(open.orders.every(({ outcome }) => outcome === 'awaited')).toBe(true);
  running.child.kill('SIGKILL');
  await running.ended;
  const cut = await jsonRun(at);
  expect([cut.end, cut.exitCode]).toEqual(['cut', 7]);
  expect(cut.orders.find(({ id }) => id === 'entry')?.outcome).toBe('unknown');
  expect(cut.orders.find(({ id }) => id === 'behind')).toMatchObject({ outcome: 'withheld', reason: 'stopped' });
  expect(cut.orders).toHaveLength(IDS.length);
  const lines = await report(at, 'lines');
  expect(lines).toContain('the journal does not have the end of this run');
});

test('several runs are counted from 1, over generations; one that is not there is refused', async () => {
  const { at } = await paperAndPlace();
  at.write('ordo.config.yaml', NO_LISTS);
  const bid =
    'version: 1\nname: counted\norders: [{ id: a, symbol: cmt_btcusdt, side: open-long, size: 0.01, price: 60000 }]\n';
  at.write('plan.yaml', bid);
  expect((await run(at)).code).toBe(0);
  at.write('plan.yaml', `${bid}generation: 2\n`);
  expect((await run(at)).code).toBe(0);
  const all = JSON.parse(await report(at, 'json', '--run', 'all')) as { runs: { run: number; generation: number }[] };
  expect(all.runs.map(({ run: number, generation }) => [number, generation])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  const missing = await here(['report', 'plan.yaml', '--run', '3'], at);
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('the journal knows 2 runs of counted: 1 to 2'),
  ]);
  expect((await here(['report', '--name', 'counted', '--as', 'junit', '--out', 'run.xml'], at)).code).toBe(0);
  expect(readFileSync(join(at.folder, 'run.xml'), 'utf8')).toMatch(/^<\?xml .*\n<testsuites>/);
  // A report takes the place of a report, in whatever form, and of an empty file, and of nothing else.
  at.write('empty', '');
  for (const file of ['run.xml', 'empty'])
    for (const how of REPORT_FORMS.flatMap((form) => [
      ['--as', form],
      ['--as', form, '--run', 'all'],
    ]))
      expect((await here(['report', 'plan.yaml', ...how, '--out', file], at)).code).toBe(0);
  mkdirSync(join(at.folder, 'folder'));
  at.write('other.html', '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />\n</head></html>\n');
  at.write('notes.md', '## counted\n');
  symlinkSync('plan.yaml', join(at.folder, 'link.xml'));
  for (const file of ['plan.yaml', 'ordo.config.yaml', 'other.html', 'notes.md', 'link.xml', 'folder']) {
    const before = file === 'folder' ? '' : readFileSync(join(at.folder, file), 'utf8');
    const { code, stderr } = await here(['report', 'plan.yaml', '--as', 'html', '--out', file], at);
    expect([code, stderr]).toEqual([
      2,
      `ordo: --out ${file}: something that is not a report is there\n      name another file\n`,
    ]);
    if (before !== '') expect(readFileSync(join(at.folder, file), 'utf8')).toBe(before);
  }
  expect((await here(['report', 'plan.yaml', '--as', 'pdf'], at)).stderr).toContain('--as pdf is not one of');
  expect((await here(['replay', 'plan.yaml', '--speed', 'fast'], at)).code).toBe(2);
});
