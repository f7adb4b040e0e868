import { sendersReached } from '../scripts/architecture/no-sender.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  checkArchitecture,
  circles,
  homeless,
  misplaced,
  RULES,
  stale,
  violations,
} from '../scripts/architecture/check.ts';
import { importsIn, importsOf, readProject, type Import } from '../scripts/architecture/imports.ts';
import { layer } from '../scripts/architecture/layer.ts';
import { ARCHITECTURE_PAGE, architecturePage } from '../scripts/architecture/page.ts';
import { LayerTable } from '../scripts/architecture/layers.ts';
import { wireWords } from '../scripts/architecture/wire.ts';

const link = (from: string, to: string): Import => ({ from, to });

describe('the house', () => {
  test('every import is one the table of layers allows, every permission is used, and nothing leads back', () => {
    expect(checkArchitecture()).toEqual([]);
  });

  test.each([
    ['src/model/order.ts', 'node:fs'],
    ['src/exchange/v2/bodies.ts', 'ky'],
    ['src/exchange/v2/bodies.ts', 'src/exchange/keys/sign.ts'],
    ['src/exchange/v2/bodies.ts', 'src/journal/records/moment.ts'],
    ['src/paper/server.ts', 'src/exchange/answers/classify.ts'],
    ['src/plan/load-plan.ts', 'src/journal/sqlite/sqlite-journal.ts'],
    ['src/session/executor.ts', 'ky'],
    ['src/report/run/run-lines.ts', 'src/ui/run-screen.tsx'],
    ['src/commands/run-plan.ts', 'src/exchange/send/http-exchange.ts'],
    ['src/commands/run-plan.ts', 'src/watch/file-watcher.ts'],
    ['src/commands/run/dry-run.ts', 'src/commands/settle/settle.ts'],
    ['src/plan/read/amount.ts', 'src/plan/rules/order-rules.ts'],
    ['src/plan/expression/evaluate.ts', 'src/plan/load-plan.ts'],
    ['src/journal/records/state.ts', 'src/journal/sqlite/tables.ts'],
    ['src/report/text/columns.ts', 'src/report/view/run-view.ts'],
    ['src/model/order.ts', 'proofs/random.ts'],
    ['src/model/order.ts', 'test/support/users.ts'],
    ['src/model/order.ts', 'vitest'],
    ['src/model/order.ts', '../elsewhere.json'],
    ['scripts/build.ts', 'test/support/users.ts'],
    ['scripts/build.ts', 'proofs/proof.ts'],
    ['proofs/proof.ts', 'test/support/users.ts'],
    ['proofs/simulation/judge/judge.ts', 'src/environment.ts'],
    ['bench/run.ts', 'test/support/users.ts'],
    ['bench/place/client-ordo.ts', 'proofs/simulation/venue.ts'],
    ['test/model/ids.test.ts', 'test/plan/stop-plans.ts'],
    ['test/support/users.ts', 'scripts/build.ts'],
    // A file of the same name in a folder below has no share in what its namesake may.
    ['src/document/deep/parse-yaml.ts', 'yaml'],
  ])('%s may not import %s', (from, to) => {
    expect(violations([link(from, to)])).toEqual([`${from} may not import ${to}`]);
  });

  test('a file in a folder that the table does not have is refused', () => {
    expect(homeless(['src/attic/box.ts', 'src/model/box.ts'])).toEqual(['src/attic/box.ts is in no layer']);
    expect(violations([link('src/attic/box.ts', 'src/model/order.ts')])).toHaveLength(1);
  });

  test('docs/architecture.md is what `npm run docs` makes of the imports now', () => {
    const page = readFileSync(ARCHITECTURE_PAGE, 'utf8');
    expect(page.match(/<!-- (order|rooms|insides) -->/g)).toHaveLength(3);
    expect(architecturePage(page)).toBe(page);
  });

  test('the project is read whole', () => {
    const files = [...readProject().keys()];
    for (const folder of ['src', 'scripts', 'proofs', 'bench', 'test'])
      expect(files.filter((file) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(10);
    expect(importsIn(readProject()).length).toBeGreaterThan(files.length);
  });
});

describe('the wire', () => {
  test.each([
    ["const PATH = '/capi/v2/order/placeOrder';", '/capi/, a path'],
    ["const PATH = '/capi/v3/order';", '/capi/, a path'],
    ['const PATH = `/capi/${version}/order`;', '/capi/, a path'],
    ['JSON.stringify({ client_oid: order.clientOid })', 'client_oid, a field'],
    ["record['filled_qty']", 'filled_qty, a field'],
    ['JSON.stringify({ newClientOrderId: order.clientOid })', 'newClientOrderId, a field'],
    ['`?origClientOrderId=${clientOid}`', 'origClientOrderId, a field'],
    ['const { positionSide } = record;', 'positionSide, a field'],
    ["record['executedQty']", 'executedQty, a field'],
    ['tpTriggerPrice: takeProfit.toString()', 'tpTriggerPrice, a field'],
    ["type: price.kind === 'market' ? 'STOP_MARKET' : 'STOP'", "'STOP_MARKET', a value"],
    ["timeInForce: 'POST_ONLY'", "'POST_ONLY', a value"],
    ["if (code === '40015') return;", "'40015', a code"],
    ["if (code === '-1054') return;", "'-1054', a code"],
    ["new Set(['-3613'])", "'-3613', a code"],
    ["new Set(['-3200'])", "'-3200', a code"],
    ["word === 'ORDER_NOT_FOUND'", "'ORDER_NOT_FOUND', a code"],
    ['const weight = { ip: 2, uid: 5 };', 'ip: 2, a weight'],
  ])('may not stand outside of its version: %s', (text, what) => {
    const found = [
      `src/compile/group-calls.ts writes ${what} of the exchange: that belongs to a folder of its version`,
    ];
    expect(wireWords(new Map([['src/compile/group-calls.ts', text]]))).toEqual(found);
    const homes = ['src/exchange/v2/bodies.ts', 'src/paper/v3/wire.ts', 'test/compile/group-calls.test.ts'];
    expect(wireWords(new Map(homes.map((file) => [file, text])))).toEqual([]);
  });
});

describe('a table', () => {
  const table = new LayerTable([
    layer('src/low', ''),
    layer('src/low/inner', '', 'src/low'),
    layer('src/high', '', 'src/low/inner src/low/one'),
  ]);
  const rules = { table, outside: { yaml: 'src/low/one' }, upward: { 'src/low/a.ts → src/high/b.ts': 'a reason' } };
  const imports = [
    link('src/low/a.ts', 'src/high/b.ts'),
    link('src/low/inner/c.ts', 'src/low/a.ts'),
    link('src/high/b.ts', 'src/low/inner/c.ts'),
    link('src/high/b.ts', 'src/low/one.ts'),
    link('src/low/one.ts', 'yaml'),
  ];

  test('names layers without the layers inside them, and single files', () => {
    expect(violations(imports, rules)).toEqual([]);
    expect(violations([link('src/high/b.ts', 'src/low/a.ts')], rules)).toHaveLength(1);
    expect(violations([link('src/low/one.ts', 'src/low/inner/c.ts')], rules)).toHaveLength(1);
    expect(table.layerOf('src/low/inner/deep/d.tsx')?.name).toBe('src/low/inner');
  });

  test.each([
    ['an exception that was mended', 0, 'src/low/a.ts → src/high/b.ts: mended, take it off the list of exceptions'],
    ['a layer that nobody imports', 1, 'src/low/inner does not import src/low: take it off the table'],
    ['a file that nobody imports', 3, 'src/high does not import src/low/one: take it off the table'],
    ['a package that nobody imports', 4, 'src/low/one does not import yaml: take it off the list'],
  ])('may not keep %s', (_, without, sentence) => {
    expect(stale(imports, rules)).toEqual([]);
    expect(stale(imports.toSpliced(without, 1), rules)).toEqual([sentence]);
  });

  test('an exception that the table allows by now is refused too', () => {
    const upward = { ...rules.upward, 'src/high/b.ts → src/low/one.ts': 'a reason' };
    expect(stale(imports, { ...rules, upward })).toHaveLength(1);
  });

  test.each(['b', 'a/**', 'a', 'nowhere', 'nowhere/**'])('opens nothing that is not an earlier line: %s', (may) => {
    const upside = new LayerTable([layer('first', ''), layer('a', '', `first ${may}`), layer('b', '')]);
    expect(misplaced({ ...RULES, table: upside })).toEqual([
      `a may import ${may}, which is not an earlier line of the table`,
    ]);
  });
});

describe('imports', () => {
  test('every kind is seen, and comments are not', () => {
    // The escaped line break keeps this text from being an import of this file.
    const text = `import a from 'a';\nimport type { B } from "b";\nexport * from 'c';\nawait import(\n'd');\nimport 'e';\nimport {\n  f,\n} from 'f';\n// import 'g'\n/* from 'h' */`;
    expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('a circle is found, be it of types and through several files', () => {
    const files = new Map([
      ['src/a.ts', "import type { B } from './room/b.ts';"],
      ['src/room/b.ts', "const c = await import(\n'../c.ts');"],
      ['src/c.ts', "export { a } from './a.ts';\nimport './d.ts';"],
      ['src/d.ts', "import 'yaml';"],
    ]);
    expect(circles(importsIn(files))).toEqual(['src/a.ts → src/room/b.ts → src/c.ts → src/a.ts: a circle of imports']);
    files.delete('src/c.ts');
    expect(circles(importsIn(files))).toEqual([]);
  });
});

test('a way from ordo mcp to what sends is named, and a type is none', () => {
  const texts = new Map(readProject());
  expect(sendersReached(texts)).toEqual([]);
  texts.set('src/commands/mcp/more.ts', `import { account } from '../account/account.ts';\n`);
  expect(sendersReached(texts).join('\n')).toContain('src/session/session.ts');
  texts.set('src/commands/mcp/more.ts', `import type { Session } from '../../session/session.ts';\n`);
  expect(sendersReached(texts)).toEqual([]);
});
