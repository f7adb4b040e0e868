/** What an editor makes of the schemas, asked of the real yaml-language-server: offers, explanations and marked mistakes. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { exampleNames, exampleUrl, loadExample } from '../support/invalid-examples.ts';
import { documentOf, keysOf, nodeAt, offsetsOf, propertiesOf, type Schema } from './schema-keys.ts';
import type { EditorDiagnostic, Position } from './language-server.ts';
import { PLAN_LINE, Workspace } from './workspace.ts';

const root = new URL('../../', import.meta.url);
const textAt = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const schemaOf = (name: string): Schema => JSON.parse(textAt(`schemas/${name}.schema.json`)) as Schema;
const plan = schemaOf('plan');

/** A plan up to its orders, and an order up to its price. */
const HEAD = 'version: 1\nname: x\ndefaults: { symbol: cmt_btcusdt }\norders:\n';
const ORDER = `${HEAD}  - id: a\n    side: open-long\n`;

let editor: Workspace;
beforeAll(async () => {
  editor = await Workspace.open();
});
afterAll(() => editor.close());

const labels = (offers: readonly { readonly label: string }[]): string[] => offers.map(({ label }) => label).toSorted();

describe('keys are offered', () => {
  /** Where, a text that has the keys of the last column already, and the place in the schema whose others are offered. */
  test.each([
    ['at the top', 'version: 1\n‸', '', ['version']],
    ['in an order', `${ORDER}    ‸`, 'orders', ['id', 'side']],
    ['in an order of one line', `${HEAD}  - { id: a, s‸ }`, 'orders', ['id']],
    ['in a price range', `${ORDER}    price: { f‸ }`, 'orders.price', []],
    ['in a price range that has one', `${ORDER}    price: { from: 1, t‸ }`, 'orders.price', ['from']],
    ['below price', `${ORDER}    price:\n      ‸`, 'orders.price', []],
    ['in a sizing', `${ORDER}    size: { t‸ }`, 'orders.size', []],
    ['below size', `${ORDER}    size:\n      total: 1\n      ‸`, 'orders.size', ['total']],
    ['in limits', 'version: 1\nlimits:\n  ‸', 'limits', []],
    ['in defaults', 'version: 1\ndefaults:\n  ‸', 'defaults', []],
    ['in defaults of one line', 'version: 1\ndefaults: { s‸ }', 'defaults', []],
  ])('%s', async (_, text, place, present) => {
    const all = propertiesOf(plan, nodeAt(plan, place)).map(([key]) => key);
    const offered = labels(await editor.complete(text));
    expect(all.length).toBeGreaterThan(present.length);
    expect(offered).toEqual(expect.arrayContaining(all.filter((key) => !present.includes(key))));
    expect(offered.filter((label) => present.includes(label))).toEqual([]);
  });

  test('a price and a size as one value first: a range is one step further', async () => {
    const offers = await editor.complete(`${ORDER}    ‸`);
    const accepted = offers.filter(({ label }) => ['price', 'size'].includes(label)).map((offer) => offer.accepted);
    expect(accepted).toEqual([`${ORDER}    size: `, `${ORDER}    price: `]);
  });

  test('the name of a variable', async () => {
    expect(labels(await editor.complete('version: 1\nvars:\n  ‸'))).toEqual(['a variable', 'name']);
  });
});

describe('words are offered, each with what it means', () => {
  test.each([
    ['side', `${HEAD}  - id: a\n    side: ‸`, 'orders.side', []],
    ['side, begun', `${HEAD}  - { id: a, side: o‸ }`, 'orders.side', []],
    ['timeInForce', `${ORDER}    timeInForce: ‸`, 'orders.timeInForce', []],
    ['marginMode', 'version: 1\ndefaults:\n  marginMode: ‸', 'defaults.marginMode', []],
    ['spacing', `${ORDER}    price: { from: 1, spacing: ‸}`, 'orders.price.spacing', []],
    ['spacing, begun', `${ORDER}    price: { from: 1, spacing: g‸ }`, 'orders.price.spacing', []],
    ['shape', `${ORDER}    size:\n      shape: ‸`, 'orders.size.shape', ['[1,1,2]']],
  ])('%s', async (_, text, place, more) => {
    const { anyOf, ...node } = nodeAt(plan, place);
    const { enum: words, enumDescriptions } = anyOf === undefined ? node : ((anyOf as Schema[])[0] as Schema);
    const offers = await editor.complete(text);
    expect(labels(offers)).toEqual([...(words as string[]), ...more].toSorted());
    const told = new Map(offers.map((offer) => [offer.label, offer.told]));
    expect((words as string[]).map((word) => told.get(word))).toEqual(enumDescriptions);
  });

  test.each(['orders', 'vars', 'limits', 'defaults'])('beside %s nothing that is no YAML', async (key) => {
    const offers = await editor.complete(`version: 1\n${key}: ‸`);
    expect(offers.filter(({ label, accepted }) => `${label}${accepted}`.includes('[object'))).toEqual([]);
  });

  test('a price: a number, the word market, a ladder', async () => {
    expect(labels(await editor.complete(`${ORDER}    price: ‸`))).toEqual(['64000', 'ladder', 'market']);
  });
});

describe('a whole order is offered, and is a valid plan as it comes', () => {
  const orders = new Map(propertiesOf(plan, plan)).get('orders');
  const names = ((orders?.['defaultSnippets'] ?? []) as { readonly label: string }[]).map(({ label }) => label);
  const first = '  - { id: first, side: open-long, size: 1, price: 1, stopLoss: 0.5 }\n';
  const places = [
    ['beside orders', `${HEAD.trimEnd()} ‸`],
    ['at a dash', `${HEAD}  - ‸`],
    ['at a further dash', `${HEAD}${first}  - ‸`],
    ['before a further dash', `${HEAD}${first}  ‸`],
  ];
  const cases = names.flatMap((name) => places.map(([where, text]) => [name, where, text] as [string, string, string]));

  test('an order, an entry, a ladder, a bail-out', () => {
    expect(names).toEqual(['limit order', 'entry with stop and target', 'ladder', 'bail-out']);
  });

  test.each(cases)('%s, %s', async (name, _, text) => {
    const offer = (await editor.complete(text)).find(({ label }) => label === name);
    const source = new SourceFile('plan.yaml', `${offer?.accepted ?? ''}\n`);
    const { plan: loaded, diagnostics } = loadPlan(source, { instruments: paperInstruments, strictSymbols: true });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
    expect(loaded?.orders.length).toBe((name === 'ladder' ? 9 : 1) + (text.includes('first') ? 1 : 0));
  });
});

describe.each([
  ['plan', 'plans/all.yaml', PLAN_LINE],
  ['config', 'ordo.config.yaml', ''],
])('every key of a %s explains itself', (name, path, line) => {
  const schema = schemaOf(name);
  const keys = keysOf(schema);
  const text = line + documentOf(schema);
  const offsets = offsetsOf(text);
  let shown: readonly string[] = [];
  beforeAll(async () => {
    shown = await editor.hover(
      path,
      text,
      keys.map(({ place }) => positionAt(text, offsets.get(place) ?? 0)),
    );
  });

  test.each(keys.map(({ place, description }, index) => [place, description, index] as const))(
    '%s',
    (_, description, index) => {
      expect(shown[index]).toContain(description);
    },
  );
});

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: (lines.at(-1) as string).length + 1 };
}

/** Of a number YAML leaves its value alone: how it was written, and what no number holds, only ordo sees. */
const isNumberToYaml = (written: string): boolean => typeof parse(written) === 'number' && Number(written) > 0;

describe('mistakes are marked', () => {
  const SEEN_BY_SCHEMA = /^(key|value)\//;

  /** Each mistake in the shape of a plan that the examples show, with its line from 1. */
  const mistakes = exampleNames.flatMap((name) => {
    const text = readFileSync(exampleUrl(`${name}.yaml`), 'utf8');
    return loadExample(name)
      .diagnostics.filter(({ code }) => SEEN_BY_SCHEMA.test(code))
      .map(({ code, start, end }) => {
        const line = text.slice(0, start).split('\n').length;
        return { name, code, line, written: text.slice(start, end) };
      });
  });
  const told = new Map<string, readonly EditorDiagnostic[]>();
  beforeAll(async () => {
    const names = [...new Set(mistakes.map(({ name }) => name))];
    const answers = names.map((name) =>
      editor.diagnose(`plans/invalid/${name}.yaml`, readFileSync(exampleUrl(`${name}.yaml`), 'utf8')),
    );
    for (const [index, answer] of (await Promise.all(answers)).entries()) told.set(names[index] as string, answer);
  });

  test.each(mistakes)('$name line $line: $code of $written', ({ name, line, code, written }) => {
    const marked = told.get(name)?.some(({ range }) => range.start.line + 1 === line);
    const isUnseen = /^value\/(number|digits)$/.test(code) && isNumberToYaml(written);
    expect(marked).toBe(!isUnseen);
  });

  test('of every kind that a schema can see', () => {
    const codes = new Set(mistakes.map(({ code }) => code));
    expect(codes).toContain('key/unknown');
    expect(codes).toContain('value/word');
    expect(mistakes.length).toBeGreaterThan(25);
  });

  test.each([
    ['an unknown key of a range', 'price: { from: 1, to: 2, stps: 3 }', ['stps', 'steps']],
    ['nothing right in a range', 'price: { start: 1 }', ['start', 'from', 'to', 'steps']],
    ['an unknown key of a sizing', 'size: { foo: 1 }', ['foo']],
  ])('%s by its name', async (what, line, names) => {
    const answer = await editor.diagnose(
      `plans/${what.replaceAll(' ', '-')}.yaml`,
      `${PLAN_LINE}${ORDER}    ${line}\n`,
    );
    const words = answer.flatMap(({ message }) => /(?:Property|property) "?(\w+)"?/.exec(message)?.[1] ?? []);
    expect(words).toEqual(expect.arrayContaining(names));
  });
});

describe('what is valid is left alone', () => {
  const examples = readdirSync(new URL('examples', root)).filter((name) => name.endsWith('.yaml'));

  test.each(examples)('%s', async (name) => {
    const text = textAt(`examples/${name}`);
    const answer = await editor.diagnose(`examples/${name}`, text);
    expect(answer.map(({ range, message }) => `${text.split('\n')[range.start.line]}: ${message}`)).toEqual([]);
  });

  /** Whose mistakes are of meaning: the text is YAML, and of the structure of a plan. */
  const sound = exampleNames.filter((name) =>
    loadExample(name).diagnostics.every(({ code }) => !/^(key|value|text|yaml)\/|^ladder\/one-step$/.test(code)),
  );

  test.each(sound)('%s, of which only ordo knows what is wrong', async (name) => {
    const answer = await editor.diagnose(`plans/sound/${name}.yaml`, readFileSync(exampleUrl(`${name}.yaml`), 'utf8'));
    expect(answer).toEqual([]);
  });

  test('a config', async () => {
    expect(await editor.diagnose('a/ordo.config.yaml', textAt('examples/invalid/ordo.config.yaml'))).toEqual([]);
    expect(await editor.diagnose('b/ordo.config.yaml', 'version: 1\npolicy: { maxOrder: 3 }\n')).toHaveLength(1);
  });
});

describe('the schema is found', () => {
  const WRONG = `${ORDER}    size: 1\n    prize: 1\n`;

  test('by the line of JetBrains editors too', async () => {
    const answer = await editor.diagnose('other/a.yaml', `# $schema: ../schemas/plan.schema.json\n${WRONG}`);
    expect(answer.map(({ message }) => message)).toContain('Property prize is not allowed.');
  });

  test('and where no line names it, by the settings alone', async () => {
    expect(await editor.diagnose('other/b.yaml', WRONG)).toEqual([]);
    expect(await editor.diagnose('plans/deep/b.yaml', WRONG)).not.toEqual([]);
  });

  test('and nothing was asked of the network, which would have been heard', async () => {
    expect(editor.requested).toEqual([]);
    expect(editor.askedFor).toEqual([]);
    const elsewhere = 'http://schemas.invalid/plan.schema.json';
    await editor.diagnose('other/c.yaml', `# yaml-language-server: $schema=${elsewhere}\n${WRONG}`);
    expect(editor.requested).toEqual([elsewhere]);
  });
});
