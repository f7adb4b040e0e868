/** What Ink draws on a terminal's emulator: after each frame the rows are those wanted, and what was above stays. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderHeadline, RunEvent } from '../../src/model/event.ts';
import { painter } from '../../src/report/text/tones.ts';
import { WatchFold } from '../../src/report/view/watch-view.ts';
import { atFirst } from '../../src/ui/keys/viewing.ts';
import { drawnRows } from '../support/drawn-screen.ts';
import { mount } from '../support/mounted-screen.ts';
import { accepted, loaded, planned, rejected, sent, started, twelve } from '../support/run-events.ts';
import { watching } from '../support/watch-events.ts';

/** Wide characters, marks, and ids that are cut. */
const IDS = ['a', 'order-1', '注文の説明', 'e\u0301te\u0301', '한국어', '注'.repeat(45), '0123456789'.repeat(9)];
const orders = IDS.map((id): OrderHeadline => ({ ...(twelve[1] as OrderHeadline), id }));
const begun: RunEvent[] = [loaded(orders.length), started(orders), planned(1, 'batch', orders), sent(1)];

const sizes = fc.record({ columns: fc.integer({ min: 20, max: 90 }), rows: fc.integer({ min: 2, max: 30 }) });
const step = fc.record({
  outcome: fc.nat(IDS.length - 1),
  isAccepted: fc.boolean(),
  size: fc.option(sizes, { nil: undefined, freq: 2 }),
});
const story = fc.record({ start: sizes, above: fc.nat(8), steps: fc.array(step, { minLength: 1, maxLength: 6 }) });
type Story = typeof story extends fc.Arbitrary<infer Of> ? Of : never;

async function played({ start, above, steps }: Story, stays: boolean): Promise<void> {
  const { terminal, clock, screen, tell } = mount(start.columns, start.rows, { stays });
  const before = Array.from({ length: above }, (_, at) => `above-${at}`);
  await terminal.write(before.map((text) => `${text}\n`).join(''));
  const first = stays ? [watching('reading'), ...begun] : begun;
  const fold = new WatchFold();
  const happens = (...events: RunEvent[]): Promise<void> => {
    for (const event of events) fold.apply(event, clock.monotonicMs());
    return tell(...events);
  };
  await happens(...first);
  let [{ columns, rows }, wasCut] = [start, false];
  for (const { outcome, isAccepted, size } of steps) {
    const id = IDS[outcome] as string;
    const event = isAccepted ? accepted(id, 1, outcome) : rejected(id, 1, '40015', id);
    if (size !== undefined) {
      wasCut ||= size.columns < columns || size.rows < rows;
      ({ columns, rows } = size);
      terminal.resize(columns, rows);
    }
    await happens(event);
    const moment = { nowMs: clock.monotonicMs(), wallMs: clock.wallMs(), hasKeys: true, canPlace: false };
    const page = { paint: painter(false), width: columns, rows };
    const wanted = timeless(drawnRows(page, fold.view, atFirst, moment));
    await terminal.until((text) => timeless(text.split('\n')).join('\n').includes(wanted.join('\n')));
    const shown = timeless(await terminal.screen());
    // On the other screen the frame is all there is; an inline one is below what was there.
    expect(stays ? shown : shown.slice(-wanted.length)).toEqual(wanted);
  }
  await screen.finish();
  if (!wasCut) expect((await terminal.history()).slice(0, above)).toEqual(before);
}

/** Without what counts time, and without empty rows at the end. */
const timeless = (rows: readonly string[]): string[] => {
  const shown = rows.map((row) => row.replaceAll(/(?:elapsed|in flight|saved) .*|[\d.]+ m?s\b.*/g, '').trimEnd());
  return shown.slice(0, shown.findLastIndex((row) => row !== '') + 1);
};

describe.each([
  ['on the other screen', true],
  ['inline', false],
] as const)('%s', (_, stays) => {
  test('whatever comes and in whatever sizes, the last frame is on the terminal', async () => {
    await fc.assert(
      fc.asyncProperty(story, (one) => played(one, stays)),
      { numRuns: 15 },
    );
  });
});
