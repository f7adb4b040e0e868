/**
 * Makes `src/generated/` from `schemas/`: the TypeScript types and the precompiled ajv validators. Makes `src/exchange/generated/`
 * from the list of versions of the interface: what finds each by its name. The schemas take the names from that list too.
 * Nothing in there is committed, so a type or a check that has drifted from its schema cannot exist.
 *
 * Plans and configs are read as text (no scalar is typed before our own readers do it), so wherever a schema lets an
 * editor see a number or a boolean beside a string, the type of what the code holds is the string.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';
import { INTERFACES } from '../src/model/interfaces.ts';

type Schema = { [key: string]: unknown };

const root = new URL('..', import.meta.url);
const generated = new URL('src/generated/', root);
const byName = new URL('src/exchange/generated/', root);
const NAMES = ['plan', 'config', 'instruments', 'account', 'event', 'reviewed'] as const;
/** What programs write: its numbers are numbers. */
const BY_PROGRAMS: ReadonlySet<string> = new Set(['event', 'reviewed']);

const load = (name: string): Schema =>
  JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, root), 'utf8')) as Schema;

/** What only people and their editors read. As the name of a property each stands for a schema, which is a mapping. */
const PROSE = new Set([
  '$comment',
  'title',
  'description',
  'examples',
  'default',
  'defaultSnippets',
  'enumDescriptions',
]);
const isProse = (key: string, value: unknown): boolean =>
  PROSE.has(key) && (typeof value !== 'object' || Array.isArray(value));

/** The same schema without prose: the compiled validators carry theirs, and every start of the command parses them. */
function bare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bare);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key, value]) => !isProse(key, value));
  return joined(Object.fromEntries(kept.map(([key, value]) => [key, bare(value)])));
}

/**
 * What `allOf` adds becomes a part of the schema that has it. A value that may be a scalar or a mapping keeps its keys in
 * there, because an editor that finds them right at a key writes the mapping as soon as the key is completed.
 */
function joined({ allOf, ...node }: Schema): Schema {
  if (allOf === undefined) return node;
  const parts = [node, ...(allOf as readonly Schema[])];
  const keywords = parts.flatMap(Object.keys);
  if (new Set(keywords).size < keywords.length) throw new Error(`allOf says a keyword twice: ${keywords.join(', ')}`);
  return Object.assign({}, ...parts) as Schema;
}

/** The same schema as a document of text satisfies it: unions and enumerations lose all but their strings. */
function asText(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asText);
  if (typeof node !== 'object' || node === null) return node;
  const out: Schema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'type' && Array.isArray(value) && value.includes('string')) {
      const kinds = value.filter((kind) => ['string', 'object', 'array'].includes(kind as string));
      out[key] = kinds.length === 1 ? 'string' : kinds;
    } else if (key === 'enum' && Array.isArray(value)) out[key] = value.filter((item) => typeof item === 'string');
    else if (key === 'description' || !isProse(key, value)) out[key] = asText(value);
  }
  return joined(out);
}

/** Types of a document's parts are named after their definitions, since a title is the heading that an editor shows. */
function named(schema: Schema): Schema {
  for (const [key, definition] of Object.entries((schema['$defs'] ?? {}) as Record<string, Schema>)) {
    definition['title'] = `${key.charAt(0).toUpperCase()}${key.slice(1)}Document`;
  }
  return schema;
}

/** Named definitions become named types, so the code can say `OrderDocument` rather than an index into an array. */
async function types(name: string, title: string, schema: Schema): Promise<string> {
  const source = await compile(schema, title, {
    additionalProperties: false,
    bannerComment: `/* Generated from schemas/${name}.schema.json by scripts/generate.ts. Not committed; do not edit. */`,
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
  });
  return source;
}

/** Strict, and with all errors of a value or the first. All of them are quadratic in their number. */
const ajvOf = (allErrors: boolean): Ajv2020 =>
  new Ajv2020({
    allErrors,
    strict: true,
    strictTypes: true,
    strictTuples: true,
    strictRequired: true,
    allowUnionTypes: true,
    ownProperties: true,
    code: { source: true, esm: true, lines: false },
  });

/** One module per schema, so that a command parses only the validators it uses. */
function validators(): Map<string, { code: string; declarations: string }> {
  const ajv = ajvOf(true);
  // Of a reviewed plan one error is enough: it is refused whole, and a hostile one has a million.
  const first = ajvOf(false);
  for (const name of NAMES) (name === 'reviewed' ? first : ajv).addSchema(bare(load(name)) as Schema);
  // A plan is checked in two parts, its frame once and then order by order, because ajv collects all errors and that is
  // quadratic in them: ten thousand bad orders must not take seconds.
  const frame = bare(load('plan')) as { $id: string; properties: { orders: Schema } };
  const planId = frame.$id;
  frame.$id = `${planId}:frame`;
  delete frame.properties.orders['items'];
  ajv.addSchema(frame);
  const id = (name: string): string => load(name)['$id'] as string;
  return new Map(
    Object.entries({
      plan: { validatePlanFrame: frame.$id, validateOrder: `${planId}#/$defs/order` },
      config: { validateConfig: id('config') },
      instruments: { validateInstruments: id('instruments') },
      account: { validateAccount: id('account') },
      event: { validateEvent: id('event') },
      reviewed: { validateReviewed: id('reviewed') },
    }).map(([name, exported]) => [
      name,
      { code: moduleOf(name === 'reviewed' ? first : ajv, exported), declarations: declarationsOf(exported) },
    ]),
  );
}

/** ajv's module still requires its runtime, which an ES module cannot: those lines become imports. */
function moduleOf(ajv: Ajv2020, exported: Record<string, string>): string {
  let imports = '';
  let count = 0;
  const code = standaloneCode
    .default(ajv, exported)
    .replace('"use strict";', '')
    .replaceAll(/require\("([^"]+)"\)\.default/g, (_, module: string) => {
      const name = `runtime${count++}`;
      imports += `import ${name} from ${JSON.stringify(`${module}.js`)};\n`;
      return `(${name}.default ?? ${name})`;
    });
  return imports + code;
}

const declarationsOf = (exported: Record<string, string>): string =>
  [
    "import type { ErrorObject } from 'ajv';",
    'type Validator = { (value: unknown): boolean; errors?: ErrorObject[] | null };',
    ...Object.keys(exported).map((name) => `export declare const ${name}: Validator;`),
    '',
  ].join('\n');

/** The names of the versions, where a schema lists them. */
const VERSION_NAMES = /("interface": \{\s+"description": "[^"]*",\s+"enum": )\[[^\]]*\]/g;

/** Writes a schema again if the list of versions has changed. */
function nameVersions(schema: string): void {
  const file = new URL(`schemas/${schema}.schema.json`, root);
  const text = readFileSync(file, 'utf8');
  const names = INTERFACES.map((version) => JSON.stringify(version)).join(', ');
  const renamed = text.replace(VERSION_NAMES, `$1[${names}]`);
  if (renamed !== text) writeFileSync(file, renamed);
}

/**
 * A value of each version, by its name. Dialects and operations are two modules, as the operations take time to load and most starts
 * send nothing.
 */
function byVersion(value: string, from: string, imported: (version: string) => string): string {
  const imports = INTERFACES.map((version) => `import { ${imported(version)} } from '../${version}/${from}.ts';\n`);
  return `${imports.join('')}\nexport const ${value} = { ${INTERFACES.join(', ')} };\n`;
}

for (const folder of [generated, byName]) mkdirSync(folder, { recursive: true });
for (const schema of ['config', 'reviewed']) nameVersions(schema);
writeFileSync(
  new URL('dialects.ts', byName),
  byVersion('DIALECTS', 'dialect', (version) => version),
);
writeFileSync(
  new URL('operations.ts', byName),
  byVersion('OPERATIONS', 'operations', (version) => `operationsFor as ${version}`),
);
const titles = {
  plan: 'PlanDocument',
  config: 'ConfigDocument',
  instruments: 'InstrumentsDocument',
  account: 'AccountDocument',
  event: 'PublicEvent',
  reviewed: 'ReviewedPlan',
};
for (const name of NAMES) {
  const schema = load(name);
  const text = BY_PROGRAMS.has(name) ? schema : (asText(schema) as Schema);
  const view = name === 'plan' ? named(text) : text;
  view['title'] = titles[name];
  writeFileSync(new URL(`${name}.ts`, generated), await types(name, titles[name], view));
}
const texts = NAMES.map((name) => [name, readFileSync(new URL(`schemas/${name}.schema.json`, root), 'utf8')]);
writeFileSync(
  new URL('schema-texts.ts', generated),
  `export const SCHEMA_TEXTS = ${JSON.stringify(Object.fromEntries(texts), null, 2)} as const;\n`,
);
for (const [name, { code, declarations }] of validators()) {
  writeFileSync(new URL(`validate-${name}.js`, generated), code);
  writeFileSync(new URL(`validate-${name}.d.ts`, generated), declarations);
}
