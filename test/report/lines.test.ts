import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import { linesSink } from '../../src/report/run/run-lines.ts';
import {
  accepted,
  dryRun,
  execution,
  finished,
  loaded,
  planned,
  prologue,
  rejected,
  sent,
  started,
  twelve,
  withheld,
} from '../support/run-events.ts';

function told(events: readonly RunEvent[], { width = 80, color = false, isPipe = false } = {}): string {
  let text = '';
  const sink = linesSink({ write: (part) => (text += part), color, width, isPipe });
  for (const event of events) sink(event);
  return text;
}

const bodies = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.event === 'call-planned' ? [event.body] : []));

const LIVE = {
  target: 'live',
  exchange: 'https://api-contract.weex.com',
  approval: `62a81732f0b4${'0'.repeat(52)}`,
  live: { account: 'main', config: '/plans/ordo.config.yaml', journal: '/state/ordo/journal.db' },
} as const;
const RUNS = {
  'dry-run-paper': dryRun(),
  'dry-run-live': dryRun(LIVE),
  'execution-paper': execution(),
  'execution-live': execution(LIVE),
};

describe.each(Object.entries(RUNS))('%s', (name, events) => {
  test('is told as the golden file has it (UPDATE_GOLDEN=1 writes it anew)', () => {
    const golden = new URL(`golden/${name}.txt`, import.meta.url);
    const text = told(events);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
    expect(existsSync(golden)).toBe(true);
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });

  test.each([80, 60, 120, 40])('no line but a body and a command to copy is wider than %i columns', (width) => {
    const exact = new Set(bodies(events));
    // Of a wide page only the one that has a whole approval code.
    const command = width >= 80 ? /^ {2,4}ordo .* --approve [0-9a-f]{64}$/ : /^ {2,4}ordo /;
    const tooWide = told(events, { width })
      .split('\n')
      .filter((line) => widthOf(line) > width && !exact.has(line) && !command.test(line));
    expect(tooWide).toEqual([]);
  });

  test('in 40 columns the head keeps its words apart', () => {
    expect(told(events, { width: 40 })).toMatch(/^btc-breakout {2}generation 1 {2}(PAPER|LIVE)(?: |$)/m);
  });

  test('colour changes nothing but the colour', () => {
    const coloured = told(events, { color: true });
    expect(coloured).not.toBe(told(events));
    expect(stripVTControlCharacters(coloured)).toBe(told(events));
  });
});

const BYTES = { mode: 'dry-run', bytes: true } as const;

test('a dry run with --bytes shows the exact body of every call on a line of its own, in order of sending', () => {
  const events = dryRun(BYTES);
  expect(told(dryRun())).not.toContain('{');
  const exact = bodies(events);
  expect(
    told(events)
      .split('\n')
      .filter((line) => line.startsWith('{')),
  ).toEqual(exact);
});

test('a body of any length is neither cut nor wrapped', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({
    ...(twelve[1] as (typeof twelve)[number]),
    id: `order-${at}`,
  }));
  const call = planned(1, 'batch', many);
  const [body] = bodies([call]);
  expect((body as string).length).toBeGreaterThan(2000);
  expect(told([started(many, BYTES), call, finished(BYTES)]).split('\n')).toContain(body);
});

test('calls that come before it is said what run they are of are told with it', () => {
  const [plan, begin, ...rest] = dryRun(BYTES) as [RunEvent, RunEvent, ...RunEvent[]];
  const calls = rest.filter(({ event }) => event === 'call-planned');
  expect(
    told([plan, ...calls, begin, finished(BYTES)])
      .split('\n')
      .filter((line) => line.startsWith('{')),
  ).toEqual(bodies(calls));
  const [, begun] = execution() as [RunEvent, RunEvent];
  expect(told([plan, ...calls, begun, finished()])).not.toContain('{');
});

test('where the table is too wide, every number says what it is', () => {
  const numbers = { size: '0.1234567890123456789', price: '64000.1234567890123456789' };
  const orders = [
    { ...(twelve[0] as OrderHeadline), ...numbers, id: 'both' },
    { ...(twelve[1] as OrderHeadline), ...numbers, id: 'stop-only', stopLoss: '61000' },
  ];
  const text = told([started(orders, BYTES), planned(1, 'batch', orders), finished(BYTES)]).replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    `both open-long · size ${numbers.size} · price ${numbers.price} · target 68000 · stop 62000.5 `,
  );
  expect(text).toContain(
    `stop-only open-long · size ${numbers.size} · price ${numbers.price} · stop 61000 · post-only `,
  );
});

test('an id or a number too long for its column is shown whole', () => {
  const id = 'an-order-id-of-exactly-sixty-four-characters-which-is-the-longest';
  const size = '0.123456789012345678901234567890123456789';
  const order = {
    ...(twelve[0] as (typeof twelve)[number]),
    id,
    size,
    price: '99999999999999999999999999999999999999.5',
  };
  for (const events of [
    [started([order], BYTES), planned(1, 'single', [order]), finished(BYTES)],
    [started([order], { mode: 'dry-run' }), planned(1, 'single', [order]), finished({ mode: 'dry-run' })],
    [started([order]), planned(1, 'single', [order]), sent(1), rejected(id, 1, '1', 'no'), finished({ exitCode: 6 })],
  ]) {
    const lines = told(events)
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect(lines.some((line) => line.includes(id))).toBe(true);
    expect(lines.every((line) => widthOf(line) <= 80)).toBe(true);
  }
});

test('the second run of a stream has its own head and its own counts', () => {
  const one = [
    loaded(1, 'again'),
    started(twelve.slice(0, 1)),
    planned(1, 'single', twelve.slice(0, 1)),
    sent(1),
    accepted('entry', 1, 7),
    finished(),
  ];
  const text = told([...execution(), ...one]);
  expect(text.slice(text.lastIndexOf('again  generation'))).toBe(told(one));
});

test('a run that ends before its first call says why and claims nothing', () => {
  const text = told([...prologue().slice(0, 2), finished({ exitCode: 10 })]);
  expect(text).toContain('Nothing was sent: another run has the lock');
  expect(text).not.toContain('accepted');
});

test('of a run of which nothing is new no order is listed, and one line says so', () => {
  const quiet = twelve.map(({ id }) => withheld(id, 'already-accepted'));
  const text = told([...prologue().slice(0, 2), ...quiet, finished()]);
  expect(text.slice(text.indexOf('\n\n'))).toBe('\n\n12 accepted before, unchanged\n');
});

test('warnings and notes of a dry run stand below its picture, and the closing line counts them', () => {
  const [plan, begun, ...rest] = dryRun() as [RunEvent, RunEvent, ...RunEvent[]];
  const framed = { event: 'warnings-framed', amount: 2, text: 'warning[a/b]: one\n\nwarning[a/b]: two' } as const;
  const note = { event: 'note', message: 'and a note' } as const;
  const text = told([framed, plan, begun, note, ...rest], { isPipe: true });
  expect(text).toContain('\n\nwarning[a/b]: one\n\nwarning[a/b]: two\n» and a note\n\nNext\n');
  expect(text.indexOf('warning[')).toBeGreaterThan(text.indexOf('price |'));
  expect(text.trimEnd().split('\n').at(-1)).toContain(' · 3 warnings · ');
});
