import { expect, test } from 'vitest';
import { validateEvent } from '../../src/generated/validate-event.js';
import type { RunEvent } from '../../src/model/event.ts';
import { ndjsonSink } from '../../src/report/formats/ndjson.ts';
import { HOSTILE } from '../support/fake-terminal.ts';
import { dryRun, execution, rejected, unknown, withheld } from '../support/run-events.ts';

function lines(events: readonly RunEvent[]): string[] {
  const written: string[] = [];
  const sink = ndjsonSink((line) => written.push(line));
  for (const event of events) sink(event);
  return written;
}

const diagnostic: RunEvent = {
  event: 'diagnostic',
  severity: 'error',
  code: 'order/off-tick',
  message: 'm',
  hint: 'h',
  file: 'plan.yaml',
  line: 12,
  column: 3,
};

test.each([
  ['an execution', execution()],
  ['a dry run', dryRun()],
  ['a diagnostic', [diagnostic]],
])('%s: every line is one event that the schema takes', (_, events) => {
  const written = lines(events);
  expect(written.length).toBeGreaterThan(0);
  for (const line of written) {
    expect(line).toMatch(/^[ -~]+\n$/);
    const event: unknown = JSON.parse(line);
    validateEvent(event);
    expect(validateEvent.errors).toBeNull();
  }
});

const names = (events: readonly unknown[]): unknown[] => events.map((event) => (event as RunEvent).event);
const parsed = (line: string): unknown => JSON.parse(line) as unknown;

test('the events of the screen are left out, and no other', () => {
  const screen = new Set(['run-started', 'assumptions-stated', 'budget-changed', 'run-stopping', 'note']);
  const all = [...execution(), { event: 'note', message: 'm' } as RunEvent];
  expect(names(lines(all).map(parsed))).toEqual(names(all).filter((name) => !screen.has(name as string)));
});

test('a line says exactly what its event says, whatever is in it', () => {
  for (const text of [...HOSTILE, 'naïve 日本 😀 \ud800 lone']) {
    const events: RunEvent[] = [
      rejected('a', 1, text, text),
      unknown('a', 1, text),
      withheld('a', 'stopped', text),
      { event: 'order-outcome', id: 'a', clientOid: 'a', outcome: 'accepted', orderId: text, rule: 'r' },
    ];
    const written = lines(events);
    expect(written.map(parsed)).toEqual(events);
    for (const line of written) expect(line).toMatch(/^[ -~]+\n$/);
  }
});
