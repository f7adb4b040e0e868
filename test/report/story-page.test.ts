/** The page that tells past runs, read by an HTML parser as a browser has it: what is on it, and what no text can make of it. */
import { createHash } from 'node:crypto';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, test } from 'vitest';
import { HOSTILE_MARKUP } from '../../proofs/page/hostile-markup.ts';
import { cutStory, hostileStory, largeStory, mixedStory, twoRuns } from '../../proofs/support/example-stories.ts';
import { storyOf } from '../../proofs/support/stories.ts';
import { firstUnsafe } from '../../src/model/safe-text.ts';
import type { Story } from '../../src/model/story.ts';
import { svgOf } from '../../src/show/page/charts.ts';
import { htmlReport } from '../../src/views/history/page.ts';
import { HOSTILE } from '../support/fake-terminal.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** Every element of a page, in its order. A mistake of its HTML fails the test. */
function elementsOf(page: string): Element[] {
  const mistakes: string[] = [];
  const document = parse(page, { sourceCodeLocationInfo: true, onParseError: ({ code }) => mistakes.push(code) });
  expect(mistakes).toEqual([]);
  const found: Element[] = [];
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      found.push(child);
      walk(child);
    }
  };
  walk(document);
  return found;
}

const textOf = (node: DefaultTreeAdapterTypes.ChildNode | Element): string => {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
};
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;
const named = (elements: readonly Element[], ...names: string[]): Element[] =>
  elements.filter(({ tagName }) => names.includes(tagName));
const words = (element: Element | undefined): string =>
  element === undefined ? '' : textOf(element).replaceAll(/\s+/g, ' ').trim();
const rows = (elements: readonly Element[]): string[] =>
  named(elements, 'tr')
    .filter((one) => attribute(one, 'data-o') !== undefined)
    .map(words);
const shape = (page: string): string[] =>
  elementsOf(page).map(({ tagName, attrs }) => `${tagName} ${attrs.map(({ name }) => name).join(' ')}`);

const page = (...stories: Story[]): string => htmlReport(stories, svgOf, { journalHead: 'ab'.repeat(32) });
const mixed = elementsOf(page(mixedStory()));
const all = mixed.map(textOf)[0] ?? '';

describe('what no text can make of the page', () => {
  const harmless = shape(page(hostileStory('harmless')));

  test.each([...HOSTILE_MARKUP, HOSTILE.join('')].map((text) => [JSON.stringify(text), text] as const))(
    '%s',
    (_, text) => {
      const made = page(hostileStory(text));
      expect(shape(made)).toEqual(harmless);
      const strange = made.replaceAll('\n', ' ');
      expect(firstUnsafe(strange)).toBeUndefined();
    },
  );

  test('a text is on the page as it was written', () => {
    const texts = elementsOf(page(hostileStory('<b>&amp;"\'`')));
    expect(words(named(texts, 'title')[0])).toBe('<b>&amp;"\'`, generation 1: run 1');
    expect(named(texts, 'dd').map(words)).toContain('<b>&amp;"\'`');
  });

  test('nothing on any page asks for something, runs, or has a style of its own', () => {
    const pages = [page(mixedStory()), page(...twoRuns()), page(), page(cutStory({ end: 'open' }))];
    for (const elements of pages.map(elementsOf)) {
      const links = elements.flatMap(({ attrs }) =>
        attrs.filter(({ name }) => /^(?:src|href|xlink:href|action|data|srcset)$/.test(name)),
      );
      expect(links.filter(({ value }) => !value.startsWith('#run-'))).toEqual([]);
      expect(elements.flatMap(({ attrs }) => attrs.filter(({ name }) => /^(?:on|style$)/.test(name)))).toEqual([]);
      expect(elements.filter(({ attrs }) => attrs.some(({ value }) => value.includes('url(')))).toEqual([]);
      expect(named(elements, 'script')).toHaveLength(1);
      expect(named(elements, 'style')).toHaveLength(1);
    }
  });

  test('the policy allows the page’s own style and script by their hashes, and nothing else', () => {
    const hash = (name: string): string =>
      `'sha256-${createHash('sha256')
        .update(textOf(named(mixed, name)[0] as Element))
        .digest('base64')}'`;
    const policy = named(mixed, 'meta').find((one) => attribute(one, 'http-equiv') === 'Content-Security-Policy');
    expect(attribute(policy as Element, 'content')).toBe(
      `default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; base-uri 'none'; form-action 'none'`,
    );
    const at = (name: string): number => mixed.findIndex(({ tagName }) => tagName === name);
    expect(mixed.indexOf(policy as Element)).toBeLessThan(Math.min(at('style'), at('script'), at('title')));
  });
});

describe('what is on the page', () => {
  test('the verdict and what needs a look, in the words of the lines', () => {
    const verdict = mixed.find((one) => attribute(one, 'class') === 'verdict');
    expect(words(verdict)).toBe(
      '42 orders: 19 accepted, 2 rejected, 15 withheld, 2 UNKNOWN, 1 accepted before, unchanged · 1 closed before · 1 not selected · 1 not needed (3 calls, 3.6 s)',
    );
    const look = named(mixed, 'table')[0];
    expect(words(look)).toContain('✗ rejected pullback-9 40015 post-only order would be filled at once as a taker');
    expect(words(look)).not.toContain('not-selected');
  });

  test('every order once, with its outcome, its order id or why not, and what became of it since', () => {
    const told = rows(mixed);
    expect(told).toHaveLength(42);
    expect(told[0]).toBe(
      '? UNKNOWN entry cmt_btcusdt open-long 0.01 64000 62000.5 68000 1 67 no answer within 10 s since then: settled as accepted, order 596471064624777001: found in the list of open orders',
    );
    expect(told.find((text) => text.includes(' pullback-1 '))).toMatch(/^✓ accepted .* 0\.02 63000 1 67 5964\d+$/);
    for (const reason of [
      'already-accepted',
      'unresolved',
      'edited-after-send',
      'dependency',
      'expired',
      'not-selected',
    ])
      expect(told.find((text) => text.startsWith(`– withheld was-${reason} `))).toContain(` ${reason}`);
  });

  test('who ran what, and how to make it again', () => {
    for (const text of [
      'https://api-contract.example.com',
      'mia@desk-2, process 4711',
      '/home/mia/plans/btc-breakout.yaml',
      '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
      '3f9c12ab34cd5d0e'.repeat(4),
      '62a81732f0b49c11'.repeat(4),
      'LIVE',
      '2026-11-20 14:03:11 UTC',
      '7: an outcome is unknown',
      'ab'.repeat(32),
      'ordo report --name btc-breakout --run 1 --as html',
    ])
      expect(all).toContain(text);
  });

  test('a commit that lacks changes of the file, and a run that was cut off, say so', () => {
    const { by } = mixedStory();
    expect(page(mixedStory({ by: { ...by, commit: { id: 'abc', isDirty: true } } }))).toContain(
      'abc, and the file had changes that are not in it',
    );
    expect(page(cutStory())).toContain('This run is cut off');
    expect(page(cutStory({ end: 'open' }))).toContain('This run is still running');
  });

  test('a picture for each symbol and each window, with its words; sells to the left', () => {
    const pictures = named(mixed, 'svg');
    expect(pictures.map((one) => attribute(one, 'aria-label'))).toEqual([
      'Prices of 19 orders of cmt_btcusdt, from 68000 down to 60000',
      'Prices of 5 orders of cmt_ethusdt, from 3120.25 down to 3072.25',
      'IP weight: at most 12 of 500 per 10.0 s',
      'UID weight: at most 25 of 500 per 10.0 s',
    ]);
    expect(words(pictures[0])).toContain('? 0.01 open-long, entry');
    expect(words(pictures[0])).toContain('stop of entry');
    expect(all).toContain('call 2 refused by the rate limit: 429 too many requests');
  });

  test('what a window held is drawn as high as it was', () => {
    const large = elementsOf(page(largeStory(400)));
    const heights = (part: string): number[] =>
      named(large, 'g')
        .filter((one) => attribute(one, 'aria-label') === part)
        .map((one) => {
          const drawn = attribute(elementsIn(one)[0] as Element, 'd') ?? '';
          return Math.min(...[...drawn.matchAll(/[,V]([\d.]+)/g)].map(([, y]) => Number(y)));
        });
    expect(heights('line')).toHaveLength(2);
    expect(heights('area')).toEqual(heights('line'));
  });

  test('can be read by a program that reads aloud', () => {
    const two = elementsOf(page(...twoRuns()));
    expect(named(two, 'h1')).toHaveLength(1);
    expect(attribute(named(two, 'html')[0] as Element, 'lang')).toBe('en');
    expect(named(two, 'th').filter((one) => attribute(one, 'scope') === undefined)).toEqual([]);
    for (const table of named(two, 'table')) expect(named(elementsIn(table), 'caption')).toHaveLength(1);
    for (const figure of named(two, 'figure')) expect(named(elementsIn(figure), 'figcaption')).toHaveLength(1);
    expect(named(two, 'svg').filter((one) => attribute(one, 'role') !== 'img')).toEqual([]);
    const ids = two.flatMap((one) => attribute(one, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const label of named(two, 'label').flatMap((one) => attribute(one, 'for') ?? [])) expect(ids).toContain(label);
    const [first = 0, ...levels] = two.flatMap(({ tagName }) => (/^h\d$/.test(tagName) ? Number(tagName[1]) : []));
    expect(first).toBe(1);
    levels.reduce((before, level) => {
      expect(level).toBeLessThanOrEqual(before + 1);
      return level;
    }, first);
  });

  test('two runs: a section each, and a way to both', () => {
    const two = elementsOf(page(...twoRuns()));
    expect(named(two, 'section')).toHaveLength(2);
    expect(named(two, 'a').map((one) => attribute(one, 'href'))).toEqual(['#run-1', '#run-2']);
    expect(rows(two)).toHaveLength(92);
  });

  test('many orders: every row, prices that share a row, and less than a kilobyte an order', () => {
    const large = page(largeStory(400));
    expect(large.length).toBeLessThan(400_000);
    const elements = elementsOf(large);
    expect(rows(elements)).toHaveLength(400);
    expect(words(named(elements, 'figcaption')[0])).toContain('Near prices may share a row');
  });

  test('a run of which little is known', () => {
    const story = mixedStory();
    const told = story.events.filter(({ event }) => event.event !== 'budget-changed');
    expect(page({ ...story, events: told })).toContain('How full the windows were is not known.');
    expect(page({ ...story, events: [] })).toContain('The run names no orders.');
  });

  test('a run that sent nothing', () => {
    const none = page(storyOf([{ id: 'a', state: 'withheld', reason: 'not-selected' }]));
    for (const text of ['No order was in a call.', 'No weight was spent.', 'No call was planned.'])
      expect(none).toContain(text);
  });
});

function elementsIn(element: Element): Element[] {
  return element.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []));
}
