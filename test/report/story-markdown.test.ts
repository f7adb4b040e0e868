import { describe, expect, test } from 'vitest';
import { HOSTILE_MARKUP } from '../../proofs/page/hostile-markup.ts';
import { cutStory, hostileStory, largeStory, mixedStory, twoRuns } from '../../proofs/support/example-stories.ts';
import { markdownReport } from '../../src/views/history/lines.ts';

/** What GitHub shows of a text: its code without the ticks round it. */
const shown = (text: string): string => text.replaceAll('`', '');
/** With a dot for every text that stands as code, which nothing in it ends. */
const bare = (text: string): string => text.replaceAll(/`[^`|\n]*`/gu, '·');
const rows = (text: string): string[] => text.split('\n').filter((line) => /^\| (?!:)/.test(line));

test('the verdict first, then the loudest orders, then who ran what', () => {
  const text = shown(markdownReport([mixedStory()]));
  expect(text).toContain(
    '## btc-breakout generation 1, run 1\n\n**LIVE** · https://api-contract.example.com main · 2026-11-20 14:03:11 UTC',
  );
  expect(text).toContain('**42 orders: 19 accepted, 2 rejected, 15 withheld, 2 UNKNOWN,');
  expect(rows(text).slice(0, 4)).toEqual([
    '| outcome | order | symbol | side | size | price | trigger | stop | target | call | took, ms | order id, or why not |',
    '| **? UNKNOWN** | entry | cmt_btcusdt | open-long | 0.01 | 64000 |  | 62000.5 | 68000 | 1 | 67 | no answer within 10 s since then: settled as accepted, order 596471064624777001: found in the list of open orders |',
    '| **? UNKNOWN** | fade-4 | cmt_btcusdt | open-short | 0.08 | 65750.5 |  |  |  | 1 | 67 | no answer within 10 s |',
    '| ✗ rejected | pullback-9 | cmt_btcusdt | open-long | 0.10 | 60000 |  |  |  | 1 | 67 | 40015 post-only order would be filled at once as a taker; it was not taken |',
  ]);
  expect(text).toContain('| bail-out | cmt_btcusdt | close-long | 0.46 | market | 61900 |');
  for (const line of [
    '- by: mia@desk-2, process 4711',
    '- exit code: 7: an outcome is unknown',
    '- the same again: ordo report --name btc-breakout --run 1 --as md',
  ])
    expect(text).toContain(line);
});

test('as large as a summary may be, whatever the number of orders and runs', () => {
  const text = markdownReport([largeStory(400)]);
  expect(rows(text)).toHaveLength(51);
  expect(text).toContain('… and 350 more: 350 accepted');
  const runs = markdownReport(Array.from({ length: 30 }, (_, run) => cutStory({ run })));
  expect(runs.match(/^## /gm)).toHaveLength(10);
  expect(runs).toContain('20 earlier runs left out.');
  expect(runs.length).toBeLessThan(1_000_000);
});

test('two runs, one cut off', () => {
  const text = markdownReport(twoRuns());
  expect(text.match(/^## /gm)).toHaveLength(2);
  expect(text).toContain('> **This run is cut off: it ended before it could say how.** Its orders are');
});

describe('a text is nothing to Markdown', () => {
  const marks = [
    '| a | b |',
    '[a](javascript:b)',
    '![a](https://a.b/c.png)',
    '@everyone #1',
    '::warning::a',
    '##[error]a',
    '\\',
    '`a`',
    '\n# a',
    '$$x$$',
    '- [ ] a',
  ];
  const harmless = bare(markdownReport([hostileStory('harmless')]));

  test.each([...HOSTILE_MARKUP, ...marks].map((text) => [JSON.stringify(text), text] as const))('%s', (_, text) => {
    expect(bare(markdownReport([hostileStory(text)]))).toBe(harmless);
  });
});
