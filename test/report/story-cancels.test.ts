/** Orders that were to go off have rows of their own in the reports of a run. */
import { expect, test } from 'vitest';
import { mixedStory } from '../../proofs/support/example-stories.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Story } from '../../src/model/story.ts';
import { junitReport } from '../../src/views/history/junit.ts';
import { markdownReport } from '../../src/views/history/lines.ts';

type End = Extract<RunEvent, { event: 'cancel-outcome' }>;

const off = (id: string, outcome: End['outcome']): Story['events'][number] => ({
  atMs: 1,
  event: { event: 'cancel-outcome', id, clientOid: `ordo${id}`, outcome, rule: 'planned', message: 'so it is' },
});

function withCancels(): Story {
  const story = mixedStory();
  const ends = [off('gone', 'cancelled'), off('stands', 'refused'), off('became', 'fired'), off('lost', 'unknown')];
  return { ...story, events: [...story.events.slice(0, 1), ...ends, ...story.events.slice(1)] };
}

const count = (text: string, name: string): number => Number(new RegExp(`${name}="(\\d+)"`).exec(text)?.[1]);

test('JUnit: refused and fired fail, unknown is an error', () => {
  const [before, after] = [junitReport([mixedStory()]), junitReport([withCancels()])];
  const more = (name: string): number => count(after, name) - count(before, name);
  expect([more('tests'), more('failures'), more('errors')]).toEqual([4, 2, 1]);
  expect(after).toContain('name="cancel of lost"');
});

test('Markdown: each is named, the loudest first', () => {
  const text = markdownReport([withCancels()]);
  expect(text).toMatch(/UNKNOWN\*\* \| `lost`[^]*refused \| `stands`[^]*FIRED\*\* \| `became`[^]*cancelled \| `gone`/);
});
