/** Every citation leads somewhere: links and anchors, decisions, paths of code, npm scripts; and none leads out of the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REFUSALS } from '../src/model/refusals.ts';
import { catalogue } from '../src/source/catalogue.ts';

const root = new URL('../', import.meta.url).pathname;

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => ending.test(file) && !/node_modules|src\/generated/.test(file));

const CODE = ['src', 'test', 'proofs', 'scripts', 'bench'].flatMap((folder) => filesIn(folder, /\.tsx?$/));
const SCHEMAS = filesIn('schemas', /\.json$/);
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md', ...filesIn('docs', /\.md$/)];

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const here = 'test/citations.test.ts';
/** Everything that may cite, but for this file, whose samples lead nowhere. */
const CITING = [...CODE, ...SCHEMAS, ...PAGES].filter((file) => file !== here);

test('every invariant of the safety page has a number of its own, in order', () => {
  const numbers = [...read('docs/safety.md').matchAll(/^\| (\d+) +\|/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expect(numbers.length).toBeGreaterThan(30);
});

/** The text of a page without its blocks of code; the other characters keep their places. */
const prose = (page: string): string => page.replaceAll(/^( *)(```+).*?^\1\2/gms, '');

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** These pages are cited from code, so their anchors stand in the text, and no rewording of a heading breaks them. */
const ANCHORED = new Set(['docs/contract.md', 'docs/exchange.md']);

const idsIn = (page: string): string[] => [...page.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id as string);

function anchorsOf(file: string): ReadonlySet<string> {
  const page = read(file);
  const headings = [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => slugOf(heading as string));
  return new Set([...idsIn(page), ...(ANCHORED.has(file) ? [] : headings)]);
}

const anchors = new Map(PAGES.map((file) => [file, anchorsOf(file)]));

/** Why a path with its anchor leads nowhere. */
function dead(path: string, anchor: string | undefined): string[] {
  if (!existsSync(join(root, path))) return [`no such file: ${path}`];
  if (anchor === undefined || anchors.get(path)?.has(anchor) === true) return [];
  return [`no such place: ${path}#${anchor}`];
}

/** Links of a page that lead nowhere; only those into the repository are judged. */
function deadLinks(file: string, page: string): string[] {
  const links = [...prose(page).matchAll(/\]\(<?([^)\s>]+)>?\)/g)].map(([, target]) => target as string);
  return links
    .filter((target) => !/^[a-z]+:/.test(target))
    .flatMap((target) => {
      const [path = '', anchor] = target.split('#');
      return dead(path === '' ? file : normalize(join(dirname(file), decodeURI(path))), anchor);
    });
}

/** Pages that a text names by their path from the root, `docs/exchange.md#weights`. */
const deadPages = (text: string): string[] =>
  [...text.matchAll(/(?<![\w./-])(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].flatMap(([, path, anchor]) =>
    dead(path as string, anchor),
  );

const decisions = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4)));

/** Decisions that a text cites and nobody recorded, or cites by another number than that of the record. */
const deadDecisions = (text: string): string[] =>
  [...text.matchAll(/\bdecisions? (\d+)/gi)]
    .filter(([, number]) => !decisions.has(number as string))
    .map(([words]) => `no such record: ${words}`);

const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const ROOTED = new RegExp(`^(src|test|proofs|scripts|bench|docs|schemas|examples|${rooms.join('|')})/[\\w./-]*$`);
const names = new Set([...CODE, ...PAGES].map((file) => basename(file)));
/** Codes of diagnostics, some of which begin like a path. */
const codes = new Set<string>([...catalogue.map(({ code }) => code), ...Object.values(REFUSALS).flatMap(Object.keys)]);
/** Files of other projects that a page speaks of. */
const FOREIGN = new Set(['weex.ts']);

/** Paths of code in backticks that do not exist, seen from the root or from src. */
function deadPaths(page: string): string[] {
  const quoted = [...prose(page).matchAll(/`([^`\n]+)`/g)].map(([, text]) => text as string);
  const paths = quoted.filter((text) => ROOTED.test(text) && !codes.has(text));
  const files = quoted.filter((text) => /^[\w.-]+\.tsx?$/.test(text) && !FOREIGN.has(text));
  return [
    ...paths.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path))),
    ...files.filter((file) => !names.has(file)),
  ].map((path) => `no such path: ${path}`);
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const deadScripts = (text: string): string[] =>
  [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
    .filter(([, name]) => !Object.hasOwn(scripts, name as string))
    .map(([words]) => `no such script: ${words}`);

/** Documents that a reader of the repository cannot open, and the ways they were cited. */
const OUT_OF_REACH =
  /exchange-facts|\b(product|reliability|performance|lifecycle|house|findings)\.md|futures-order-placement|\binterface('s)? sections?\b|architecture decision|\bsections? \d|\b(product|contract) promise \d|\brows? \d+ (of|and|to)\b/gi;

const outOfReach = (text: string): string[] =>
  [...text.matchAll(OUT_OF_REACH)].map(([words]) => `out of reach: ${words}`);

const inAll = (files: readonly string[], judge: (text: string, file: string) => string[]): string[] =>
  files.flatMap((file) => judge(read(file), file).map((words) => `${file}: ${words}`));

describe('in the repository', () => {
  test('every link of a page leads to a file and a place in it', () => {
    expect(inAll(PAGES, (text, file) => deadLinks(file, text))).toEqual([]);
  });

  test('every page that code or a page cites by its path exists, with the place in it', () => {
    expect(inAll(CITING, deadPages)).toEqual([]);
  });

  test('no page has an anchor twice', () => {
    const twice = PAGES.flatMap((file) => idsIn(read(file)).filter((id, at, ids) => ids.indexOf(id) !== at));
    expect(twice).toEqual([]);
  });

  test('every decision that is cited is on record', () => {
    // The text of a link may be worded freely: the link itself is judged.
    expect(inAll(CITING, (text) => deadDecisions(text.replaceAll(/\[[^\]]*\]\(/g, '[](')))).toEqual([]);
  });

  test('every path of code in a page exists', () => {
    expect(inAll(PAGES, deadPaths)).toEqual([]);
  });

  test('every npm script that is named exists', () => {
    expect(inAll(CITING, deadScripts)).toEqual([]);
  });

  test('nothing cites a document that is not here', () => {
    expect(inAll(CITING, outOfReach)).toEqual([]);
  });
});

describe('what leads nowhere is found', () => {
  test.each(['[x](nowhere.md)', '[x](contract.md#nowhere)', '[x](#nowhere)', '[x](contract.md#the-contract)'])(
    'link %s',
    (page) => expect(deadLinks('docs/contract.md', page)).toHaveLength(1),
  );

  test.each([
    '[x](contract.md#exit-codes)',
    '[x](#plan)',
    '[x](../README.md#more)',
    '[x](https://example.com/nowhere)',
  ])('and %s is fine', (page) => expect(deadLinks('docs/contract.md', page)).toEqual([]));

  const judges = { deadPages, deadDecisions, deadPaths, deadScripts, outOfReach };

  test.each([
    ['deadPages', 'docs/nowhere.md'],
    ['deadPages', '(docs/exchange.md#nowhere)'],
    ['deadDecisions', 'decision 0099'],
    ['deadDecisions', 'decision 3'],
    ['deadPaths', '`session/nowhere.ts`'],
    ['deadPaths', '`compile/wire`'],
    ['deadPaths', '`test/nowhere`'],
    ['deadPaths', '`nowhere.ts`'],
    ['deadScripts', 'npm run nowhere'],
    ['outOfReach', 'see product.md section 4'],
    ['outOfReach', 'Interface sections 2.1'],
    ['outOfReach', 'house.md'],
  ] as const)('%s: %s', (judge, text) => expect(judges[judge](text)).not.toEqual([]));

  test.each([
    ['deadPages', 'docs/exchange.md#weights, docs/language.md'],
    ['deadDecisions', 'decision 0003'],
    ['deadPaths', '`session/place/placing.ts`, `src/plan/`, `proofs/support`, `environment.ts`'],
    ['deadPaths', '`plan/too-many-orders`, `order/history`'],
    ['deadScripts', 'npm run check'],
    ['outOfReach', 'a product, performance, the contract; docs/architecture.md'],
  ] as const)('%s lets pass: %s', (judge, text) => expect(judges[judge](text)).toEqual([]));
});
