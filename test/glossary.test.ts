/** One word per idea: what docs/glossary.md says is what the code says, and no name means two things. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = new URL('../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const glossary = read('docs/glossary.md');
const [words = '', replaced = ''] = glossary.split('\n## Say, and do not say\n');

/** The two cells of each row of the table in a text, without its head. */
const rows = (text: string): [string, string][] =>
  [...text.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
    .map(([, one, other]): [string, string] => [one as string, other as string])
    .filter(([one], at) => at > 0 && !one.startsWith('--'));

const defined = rows(words).flatMap(([terms]) => terms.split(', '));
const banned = new Map(
  rows(replaced).flatMap(([say, not]) => not.split(', ').map((word): [string, string] => [word, say])),
);

/** Where the words of the exchange, of SQL and of other tools are read, and so stand as they are. */
const QUOTING =
  /^src\/(?:(?:paper|plan\/vocabulary|journal\/postgres)\/|exchange\/v[23]\/(?:lists|fills|position)\.ts$|commands\/(?:command-line\/synonyms|init\/starter-texts)\.ts$|simulate\/candles\/names\.ts$|views\/history\/junit\.ts$)/;
const SOURCES = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/generated/'));
const PAGES = [
  'README',
  'CONTRIBUTING',
  'docs/architecture',
  'docs/contract',
  'docs/editors',
  'docs/language',
  'docs/library',
  'docs/safety',
].map((name) => `${name}.md`);

/** A source without its comments. Texts are matched too, so that what looks like a comment inside them stays. */
const withoutComments = (source: string): string =>
  source.replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/.*/g, (part) =>
    part.startsWith('/') ? ' ' : part,
  );

/** The words of a text in small letters; `orderIds` has the words order and ids. */
const wordsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu)].map(([word]) => word.toLowerCase()));

/** The banned words of a text, singular or plural, each with what to say. */
function unsaid(text: string): string[] {
  const used = wordsOf(text);
  return [...banned]
    .filter(([word]) => [word, `${word}s`, `${word}es`].some((form) => used.has(form)))
    .map(([word, say]) => `${word}: say ${say}`);
}

/** Types that two files export under one name, by the name: only ever fewer. The paper exchange has types of its own by intent. */
const TWICE: Readonly<Record<string, string>> = {
  Answer: 'model/evidence paper/v2/order/refusals',
  Credentials: 'exchange/keys/secret paper/v2/authentication',
  Finding: 'document/findings session/lists/list-matches',
  Json: 'model/evidence paper/v2/order/json',
  JsonObject: 'exchange/answers/answers paper/v2/order/json',
  Refusal: 'document/yaml-tokens paper/v2/order/refusals refusal',
};

function exportedTwice(): Record<string, string> {
  const files = new Map<string, string[]>();
  for (const file of SOURCES) {
    const types = read(file).matchAll(/^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm);
    for (const [, type] of types) {
      const name = file.replace(/^src\/(.*)\.tsx?$/, '$1');
      files.set(type as string, [...(files.get(type as string) ?? []), name]);
    }
  }
  const twice = [...files].filter(([, names]) => names.length > 1);
  return Object.fromEntries(twice.map(([type, names]) => [type, names.toSorted().join(' ')]));
}

describe('the glossary', () => {
  test('defines each word once, and none that it tells not to say', () => {
    expect(defined.length).toBeGreaterThan(40);
    expect(defined.filter((word, at) => defined.indexOf(word) !== at)).toEqual([]);
    expect(defined.filter((word) => banned.has(word))).toEqual([]);
  });

  test('tells to say only what it defines, and each word not to say once', () => {
    const [say, not] = [rows(replaced).map(([word]) => word), rows(replaced).flatMap(([, list]) => list.split(', '))];
    expect(not.length).toBeGreaterThan(40);
    expect(say.filter((word) => !defined.includes(word))).toEqual([]);
    expect(not.filter((word, at) => not.indexOf(word) !== at)).toEqual([]);
  });

  test('defines only words that the code says', () => {
    const said = wordsOf(SOURCES.map(read).join('\n'));
    const isSaid = (word: string): boolean => said.has(word) || said.has(`${word}s`);
    expect(defined.filter((term) => !term.split(/[ -]/).every(isSaid))).toEqual([]);
  });
});

describe('what the glossary tells not to say', () => {
  test.each(SOURCES.filter((file) => !QUOTING.test(file)))('is in no name and no message of %s', (file) => {
    expect(unsaid(withoutComments(read(file)))).toEqual([]);
  });

  test.each(PAGES)('is not in %s', (page) => {
    // A block of code may show what somebody else would write.
    expect(unsaid(read(page).replaceAll(/^```.*?^```/gms, ''))).toEqual([]);
  });

  test('is found in names, messages and plurals, and not in comments', () => {
    for (const text of [
      'const orderVolume = 1;',
      "say('2 orders were skipped')",
      'venues',
      'QTY',
      '`https://a/ ${qty}`',
    ])
      expect(unsaid(withoutComments(text))).toHaveLength(1);
    for (const text of ['// volume', '/* the\nvenue */', 'demonstrate', 'unconfirmed', "'it is // a' // venue"])
      expect(unsaid(withoutComments(text))).toEqual([]);
  });
});

test('no two files export a type of one name, but for those that are listed', () => {
  expect(exportedTwice()).toEqual(TWICE);
});
