/** docs/language.md says what ordo does: its plans are read, its results computed and its commands run (UPDATE_GOLDEN=1 writes them). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTION_NAMES } from '../src/plan/expression/syntax.ts';
import { formatPlan } from '../src/plan/format/format-plan.ts';
import { SourceFile } from '../src/source/source-file.ts';
import { blocksOf, HEAD, loaded, resultOf, type Block } from './support/language-page.ts';
import { facets, type Schema } from './support/schema-facets.ts';
import { ordo, place } from '../proofs/support/ordo.ts';

const PAGE = new URL('../docs/language.md', import.meta.url);
const SCHEMA = new URL('../schemas/plan.schema.json', import.meta.url);

const page = readFileSync(PAGE, 'utf8');
const blocks = blocksOf(page);
const named = (wanted: readonly Block[]): [string, Block][] =>
  wanted.map((block) => [`line ${block.line}: ${block.mark.join(' ')}`, block]);
const ofLanguage = (language: string): [string, Block][] =>
  named(blocks.filter((block) => block.language === language));

const isWriting = process.env['UPDATE_GOLDEN'] === '1';

/** The page with other texts in some of its blocks. */
const pageWith = (texts: ReadonlyMap<Block, string>): string =>
  [...texts]
    .toSorted(([a], [b]) => b.start - a.start)
    .reduce((text, [{ start, text: was }, now]) => text.slice(0, start) + now + text.slice(start + was.length), page);

const MARKS: Readonly<Record<string, readonly string[]>> = {
  yaml: ['head', 'plan', 'orders', 'invalid'],
  text: ['becomes', 'computed', 'calls', 'bodies', 'says'],
  console: ['console'],
};

/** What every small plan is warned of. */
const USUAL = 'order/unprotected';

test('no block is without its mark, and each mark is of its language', () => {
  expect(page.match(/^```/gm)).toHaveLength(2 * blocks.length);
  const strange = blocks.filter(({ mark, language }) => MARKS[language]?.includes(mark[0] ?? '') !== true);
  expect(strange.map(({ line }) => `line ${line}`)).toEqual([]);
});

test('the head that is left out is shown as it is', () => {
  expect(blocks.filter(({ mark }) => mark[0] === 'head').map(({ text }) => text)).toEqual([HEAD]);
});

describe('YAML', () => {
  test.each(ofLanguage('yaml').filter(([, { mark }]) => mark[0] !== 'head'))('%s', async (_, block) => {
    const [kind] = block.mark;
    const { plan, diagnostics } = loaded(block);
    expect(plan === undefined).toBe(kind === 'invalid');
    const next = blocks[blocks.indexOf(block) + 1];
    if (next?.mark[0] === 'says') return;
    expect(kind).not.toBe('invalid');
    expect(diagnostics.map(({ code }) => code).filter((code) => code !== USUAL)).toEqual([]);
    if (kind === 'plan')
      expect(await formatPlan(new SourceFile('plan.yaml', block.yaml))).toEqual({ ok: true, value: block.yaml });
  });
});

describe('each pattern under requireStop', () => {
  const [, patterns = ''] = /\n## Patterns\n([^]*?)\n## /.exec(page) ?? [];
  const from = page.indexOf(patterns);
  const sections = patterns.split(/^(?=### )/m).slice(1);

  test.each(sections.map((text) => [text.split('\n', 1)[0] ?? '', text] as const))('%s', (_, text) => {
    const start = from + patterns.indexOf(text);
    const own = blocks.filter((one) => one.language === 'yaml' && one.start > start && one.start < start + text.length);
    expect(own.length).toBeGreaterThan(0);
    const refused = own.filter((block) => {
      const yaml = block.yaml.replace(/^orders:$/m, 'limits: { requireStop: true }\norders:');
      const { diagnostics } = loaded({ ...block, yaml });
      const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      expect(errors.filter((code) => code !== 'policy/no-stop')).toEqual([]);
      return errors.length > 0;
    });
    // One that cannot pass says so, and why.
    expect(refused).toHaveLength(text.includes('does not pass under `requireStop: true`: ') ? 1 : 0);
  });

  test('all but the hedge', () => {
    expect(patterns).toContain('All but the hedge pass under `requireStop: true`.');
    expect(sections).toHaveLength(5);
    expect(
      sections.filter((text) => text.includes('does not pass under `requireStop')).map((text) => text.slice(4, 11)),
    ).toEqual(['A hedge']);
  });
});

describe('what follows from it', () => {
  const made = new Map<Block, string>();
  let at: ReturnType<typeof place>;
  beforeAll(() => {
    at = place();
  });
  afterAll(() => {
    at.remove();
    if (isWriting) writeFileSync(PAGE, pageWith(made));
  });

  test.each(ofLanguage('text'))('%s', (_, block) => {
    const result = resultOf(block);
    made.set(block, result);
    if (!isWriting) expect(block.text).toBe(result);
  });

  test.each(ofLanguage('console'))('%s', async (_, block) => {
    at.write('plan.yaml', block.yaml);
    const [command = ''] = block.text.split('\n');
    const { stdout, stderr } = await ordo(command.replace('$ ordo ', '').split(' '), at);
    const result = `${command}\n${(stdout + stderr).trimEnd()}\n`;
    made.set(block, result);
    if (!isWriting) expect(block.text).toBe(result);
  });
});

describe('the patterns, where stops are required', () => {
  const from = page.indexOf('\n## Patterns\n');
  const to = page.indexOf('\n## ', from + 1);
  const sections = page.slice(from, to).split('\n### ').slice(1);
  const plans = blocks.filter(({ start, language }) => language === 'yaml' && start > from && start < to);
  const titleOf = ({ start }: Block): string =>
    sections.findLast((section) => page.indexOf(section) < start)?.split('\n')[0] ?? '';
  const policy = { requireStop: true };

  test('are all found', () => expect(new Set(plans.map(titleOf)).size).toBe(sections.length));

  test.each(named(plans))('%s passes, or says why it cannot', (_, block) => {
    const errors = loaded(block, { policy }).diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return;
    expect(errors.map(({ code }) => code)).toEqual(['policy/no-stop']);
    const section = sections.find((one) => one.startsWith(titleOf(block)));
    expect(section).toContain('does not pass under `requireStop: true`:');
  });

  const carried = (title: string, id: string, stopLoss: string): string[] => {
    const block = plans.find((one) => titleOf(one) === title) as Block;
    const yaml = block.yaml.replace(`  - id: ${id}\n`, `  - id: ${id}\n    stopLoss: ${stopLoss}\n`);
    return loaded({ ...block, yaml }, { policy, triggerPresets: true }).diagnostics.map(({ code }) => code);
  };

  test('on version 3 each can carry its stop, and passes', () => {
    expect(carried('A hedge', 'hedge', '62500')).toEqual([]);
    expect(carried('A breakout', 'break', '=stop')).toEqual([]);
  });
});

describe('the table of keys', () => {
  const table = page.slice(page.indexOf('\n## Every key\n'));
  const rows = [...table.matchAll(/^\| `([\w.[\]*]+)` +\|/gm)].map(([, key]) => key as string);
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as Schema;
  const keys = [...facets(schema)].filter((facet) => /^[\w.[\]]+$/.test(facet) && !facet.endsWith('[]'));

  test('has every key of the schema, each once, and no other', () => {
    expect(keys.length).toBeGreaterThan(30);
    expect(rows.toSorted()).toEqual(keys.toSorted());
  });
});

test('every function has its row', () => {
  expect(FUNCTION_NAMES.filter((name) => !new RegExp(`^\\| .*\`${name}\\(x`, 'm').test(page))).toEqual([]);
});

test('links lead to files that are there', () => {
  const links = [...page.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path as string);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((path) => !existsSync(new URL(path, PAGE)))).toEqual([]);
});
