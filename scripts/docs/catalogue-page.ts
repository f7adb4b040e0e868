/** `docs/diagnostics.md`: every code of the catalogue with its meaning, its fix, and an example with what ordo says of it. */
import { catalogue, type CatalogueEntry } from '../../src/source/catalogue.ts';
import { excerptOf, headOf, readExamples, type Example } from './examples.ts';
import { blocksOfMade, madeExamples } from './made-examples.ts';
import { table } from './table.ts';

/** The chapters, each with the first words of its codes. A code of another word gets a chapter of that word. */
const CHAPTERS: readonly (readonly [title: string, words: readonly string[]])[] = [
  ['Text', ['text']],
  ['YAML and JSON', ['yaml', 'json']],
  ['Keys and values', ['key', 'value']],
  ['Expressions', ['expression', 'variable']],
  ['Orders', ['order']],
  ['Ladders', ['ladder']],
  ['Sizes', ['size']],
  ['Stages', ['stage']],
  ['Plans', ['plan']],
  ['Instruments', ['instrument']],
  ['Limits and policy', ['limit', 'policy']],
  ['Config', ['config']],
  ['Candles', ['candles']],
];

const MOST_BLOCKS = 3;

const wordOf = (code: string): string => code.replace(/\/.*/, '');
const anchorOf = (code: string): string => code.replaceAll('/', '-');
const fenced = (text: string): string => ['```text', text, '```'].join('\n');

/** What is said about one code: the file, the diagnostics, and further examples. */
interface Shown {
  readonly file: string;
  readonly blocks: readonly string[];
  readonly more: readonly Example[];
}

const mostLike = (examples: readonly Example[], code: string): Example | undefined =>
  examples.find(({ name }) => name === anchorOf(code)) ??
  examples.find(({ name }) => name.startsWith(anchorOf(code))) ??
  examples[0];

function shownOf(code: string, examples: readonly Example[]): Shown | undefined {
  const ofCode = (block: string): boolean => headOf(block).code === code;
  const made = madeExamples.find((one) => one.code === code);
  if (made !== undefined)
    return { file: `As an example, ${made.file}.`, blocks: blocksOfMade(made).filter(ofCode), more: [] };
  const having = examples.filter(({ blocks }) => blocks.some(ofCode));
  const best = mostLike(having, code);
  if (best === undefined) return undefined;
  const named = having.filter((one) => one !== best && one.name.startsWith(anchorOf(code)));
  const file = `As an example, ${linkTo(best)}:\n\n${fenced(excerptOf(best))}`;
  return { file, blocks: best.blocks.filter(ofCode), more: named };
}

const linkTo = ({ path }: Example): string => `[${path.split('/').at(-1) as string}](../${path})`;

/** The codes that no example shows. */
export function codesWithoutExample(): string[] {
  const examples = readExamples();
  return catalogue
    .map(({ code }) => code as string)
    .filter((code) => (shownOf(code, examples)?.blocks ?? []).length === 0);
}

function section({ code, title, meaning, fix }: CatalogueEntry, shown: Shown | undefined): string {
  const blocks = shown?.blocks.slice(0, MOST_BLOCKS) ?? [];
  const left = (shown?.blocks.length ?? 0) - blocks.length;
  return [
    `<a id="${anchorOf(code)}"></a>`,
    `### ${title}: \`${code}\``,
    meaning,
    `What to do: ${fix}`,
    ...(shown === undefined || blocks.length === 0 ? [] : [shown.file, 'ordo says:', fenced(blocks.join('\n\n'))]),
    ...(left > 0 ? [`And ${left} more of the kind in the same file.`] : []),
    ...(shown === undefined || shown.more.length === 0 ? [] : [`See also ${shown.more.map(linkTo).join(', ')}.`]),
  ].join('\n\n');
}

interface Listed {
  readonly entry: CatalogueEntry;
  readonly shown: Shown | undefined;
}

/** What the examples show; a code that no example shows counts as an error, as nearly all are. */
function severityOf({ shown }: Listed): string {
  const severities = new Set((shown?.blocks ?? []).map((block) => headOf(block).severity));
  return severities.size === 1 && severities.has('warning') ? 'warning' : 'error';
}

function chapters(listed: readonly Listed[]): (readonly [string, readonly Listed[]])[] {
  const known = new Set(CHAPTERS.flatMap(([, words]) => words));
  const others = [...new Set(listed.map(({ entry }) => wordOf(entry.code)))].filter((word) => !known.has(word));
  const all = [...CHAPTERS, ...others.map((word) => [word.replace(/^./, (a) => a.toUpperCase()), [word]] as const)];
  return all
    .map(([title, words]) => [title, listed.filter(({ entry }) => words.includes(wordOf(entry.code)))] as const)
    .filter(([, some]) => some.length > 0);
}

const chapter = ([title, some]: readonly [string, readonly Listed[]]): string =>
  [`## ${title}`].concat(some.map(({ entry, shown }) => section(entry, shown))).join('\n\n');

const HEAD = `<!-- Made by \`npm run docs\` from the catalogue in src/source and the examples in examples/invalid. Do not edit. -->

# Diagnostics

Every mistake that ordo finds in a plan, a config or a list of instruments has a code. Codes are only ever added, so scripts
may be written against them; the words may become better. An error means that nothing is sent; a warning lets the plan be
valid. The codes and their places are also to be had as events (\`ordo validate --output ndjson\`), next to the lines of a pull
request (\`--format github\`) and for code scanning (\`--format sarif\`).`;

export function cataloguePage(): string {
  const examples = readExamples();
  const listed = catalogue.map((entry) => ({ entry, shown: shownOf(entry.code, examples) }));
  const parts = chapters(listed);
  const rows = parts
    .flatMap(([, some]) => some)
    .map((one) => [`[\`${one.entry.code}\`](#${anchorOf(one.entry.code)})`, severityOf(one), one.entry.title]);
  return [HEAD, table([['Code', 'Severity', 'Title'], ...rows]), ...parts.map(chapter)].join('\n\n').concat('\n');
}
