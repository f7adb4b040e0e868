/** Past runs as JSON and JUnit: what they say of every outcome, and that no text breaks their form. */
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { describe, expect, test } from 'vitest';
import { HOSTILE_MARKUP } from '../../proofs/page/hostile-markup.ts';
import { cutStory, hostileStory, mixedStory, twoRuns } from '../../proofs/support/example-stories.ts';
import { jsonReport } from '../../src/views/history/json.ts';
import { junitReport } from '../../src/views/history/junit.ts';
import { orderEnds } from '../../src/views/history/order-ends.ts';

type Node = DefaultTreeAdapterMap['node'];

/** Names and attributes of the elements of a text of XML, without its texts. */
function bones(xml: string): string[] {
  const found: string[] = [];
  const walk = (node: Node): void => {
    if ('tagName' in node) found.push(`${node.tagName} ${node.attrs.map(({ name }) => name).join(' ')}`);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parse(xml));
  return found;
}

describe('JUnit', () => {
  const story = mixedStory();
  const xml = junitReport([story]);

  test('an element for each outcome, and the sums of them', () => {
    const amount = (outcome: string): number =>
      orderEnds(story).filter((end) => (end.outcome?.outcome ?? 'withheld') === outcome).length;
    const [, suite = ''] = /<testsuite ([^>]*)>/.exec(xml) ?? [];
    const missed = orderEnds(story).filter(
      ({ outcome }) => outcome?.outcome === 'withheld' && /^(missed|let-go)$/.test(outcome.reason),
    ).length;
    // And one for what has no stop.
    const failures = amount('rejected') + missed + 1;
    expect(missed).toBe(2);
    expect(suite).toContain(
      `tests="${orderEnds(story).length + 1}" failures="${failures}" errors="${amount('unknown')}"`,
    );
    expect(xml).toMatch(
      /<testcase classname="[^"]+" name="protection">\s+<failure type="(naked|partly)" message="! hold \? /,
    );
    for (const [element, outcome] of [
      ['failure', 'rejected'],
      ['error', 'unknown'],
      ['system-out', 'accepted'],
    ] as const)
      expect(xml.match(new RegExp(`<${element}[ >]`, 'g'))).toHaveLength(
        outcome === 'rejected' ? failures : amount(outcome),
      );
    expect(xml).toContain('<system-err>since then accepted ');
  });

  test('a suite for each run', () => {
    expect(junitReport(twoRuns()).match(/<testsuite /g)).toHaveLength(2);
    expect(junitReport([cutStory()]).match(/<skipped /g)).toHaveLength(10);
  });

  const harmless = bones(junitReport([hostileStory('harmless')]));
  test.each(
    [...HOSTILE_MARKUP, '##[error]a', '\u0000\u0008\ufffe'].map((text) => [JSON.stringify(text), text] as const),
  )('no text breaks it: %s', (_, text) => {
    const written = junitReport([hostileStory(text)]);
    expect(bones(written)).toEqual(harmless);
    // oxlint-disable-next-line no-control-regex -- XML has no spelling for them
    expect(written).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|##\[/);
    expect(written.replaceAll(/&(?:amp|lt|gt|quot|apos|#35);/g, '')).not.toContain('&');
  });
});

test('JSON has every order with its outcome, and says what the story says', () => {
  for (const story of [mixedStory(), cutStory(), ...twoRuns()]) {
    const { plan, account } = story;
    const read = JSON.parse(jsonReport(plan, account, [story])) as {
      runs: { run: number; end: string; startedAt: string; orders: Record<string, unknown>[] }[];
    };
    expect(read).toMatchObject({ plan, account, runs: [{ run: story.run, end: story.end }] });
    const orders = read.runs[0]?.orders ?? [];
    for (const [at, { id, outcome, since }] of orderEnds(story).entries()) {
      const { event: _, ...said } = outcome ?? { event: '', id, outcome: 'awaited' };
      expect(orders[at]).toMatchObject(said);
      expect((orders[at]?.['since'] as { state?: string } | undefined)?.state).toBe(since?.state);
    }
  }
});
