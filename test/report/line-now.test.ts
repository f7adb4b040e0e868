/** The head of a follow's screen and the rows of its groups say the same of what is naked. */
import { expect, test } from 'vitest';
import type { ProtectionStated, RunEvent } from '../../src/model/event.ts';
import { groupPieces } from '../../src/views/run/group-words.ts';
import { lineNow } from '../../src/views/run/line-now.ts';
import { group, order, told } from '../support/follow-told.ts';
import { started, viewAfter } from '../support/run-events.ts';

const line = (sign: '!' | '✓', naked: string): ProtectionStated => ({
  event: 'protection-stated',
  line: { sign, hold: 'hold long 0.06', atStops: 'at stops 120', naked, unknown: 'unknown 0', asOf: '12:00:00Z' },
  reasons: [],
  more: 0,
});
const rows = (naked: string, is: 'works' | 'unknown' = 'works'): RunEvent => ({
  event: 'follow-stated',
  atMs: 0,
  orders: [told('stop', is, { kind: 'stop' })],
  groups: [group({ held: '0.3', naked })],
});
function head(...events: readonly RunEvent[]): string | undefined {
  const now = lineNow(viewAfter([started([order('entry', 'open-long'), order('stop', 'close-long')]), ...events]));
  return now && `${now.sign} ${now.naked} ${now.unknown}`;
}

test('a fill that the account was not looked at for since is in the head', () => {
  expect(head(rows('0'), line('✓', 'naked 0'), rows('0.24'))).toBe('! NAKED 0.24 unknown 0');
  expect(head(rows('0.06'), line('!', 'NAKED 0.06'), rows('0.3'))).toBe('! NAKED 0.3 unknown 0');
});

test('what a stop covers since is naked in neither', () => {
  expect(head(rows('0.24'), line('!', 'NAKED 0.24'), rows('0'))).toBe('✓ naked 0 unknown 0');
  expect(head(rows('0.24'), line('!', 'NAKED 0.24'), rows('0', 'unknown'))).toBe('? naked 0 UNKNOWN 1');
});

test('what else of the account is naked stays', () => {
  expect(head(rows('0.24'), line('!', 'NAKED 0.74'), rows('0'))).toBe('! NAKED 0.5 unknown 0');
  expect(head(rows('0'), line('!', 'NAKED 0.5'), rows('0'))).toBe('! NAKED 0.5 unknown 0');
});

test('no sign says that all is well while nothing is seen', () => {
  const blind: RunEvent = { event: 'blind-stated', sinceMs: 0, forMs: 10_000 };
  expect(head(rows('0'), line('✓', 'naked 0'), blind)).toBe('? naked 0 unknown 0');
  expect(head(rows('0.24'), line('!', 'NAKED 0.24'), blind)).toBe('! NAKED 0.24 unknown 0');
});

const words = (over: Parameters<typeof group>[0]): string =>
  groupPieces(viewAfter([started([order('entry', 'open-long')])]), group({ held: '0', ...over }))
    .map((piece) => (typeof piece === 'string' ? piece : piece[1]))
    .join('');

test('what was filled and closed is not said to have filled nothing', () => {
  const closed = { size: '0.1', profit: '46.07' };
  expect(words({ isEntered: false, average: '64000', closed })).toBe('entry: nothing held · closed 0.1: +46.07');
  expect(words({ isEntered: false })).toBe('entry: nothing filled yet');
});
