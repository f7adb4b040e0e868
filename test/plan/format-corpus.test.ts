/** The plans of this repository under `ordo fmt`: as they are, and as somebody in a hurry would write them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { randomOf, type Random } from '../../proofs/random.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { formatPlan } from '../../src/plan/format/format-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { blocksOf } from '../support/language-page.ts';
import { loadText } from '../support/plans.ts';

const ROOT = new URL('../../', import.meta.url);
const textAt = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const filesIn = (folder: string, end: string): string[] =>
  readdirSync(new URL(folder, ROOT)).flatMap((name) => (name.endsWith(end) ? [folder + name] : []));

/** Its layout is the mistake that it shows. */
const NOT_FORMATTED = 'examples/invalid/26-key-unknown-dash.yaml';

const examples = filesIn('examples/', '.yaml').map((path) => [path, textAt(path)] as const);
const mistakes = filesIn('examples/invalid/', '.yaml').map((path) => [path, textAt(path)] as const);
const blocks = ['README.md', ...filesIn('docs/', '.md')].flatMap((path) =>
  blocksOf(textAt(path)).flatMap(({ language, text, line }) =>
    language === 'yaml' && /^[^#]/m.test(text) ? [[`${path}:${line}`, text] as const] : [],
  ),
);

const format = (text: string): ReturnType<typeof formatPlan> => formatPlan(new SourceFile('plan.yaml', text));

async function formatted(text: string): Promise<string> {
  const result = await format(text);
  if (!result.ok) throw new Error(`${result.error.map(({ code }) => code).join()}:\n${text}`);
  return result.value;
}

describe('is formatted', () => {
  test.each([...examples, ...blocks])('%s', async (_, text) => {
    expect(await formatted(text)).toBe(text);
  });

  test('every mistake that can be read, but one', async () => {
    const others: string[] = [];
    for (const [path, text] of mistakes) {
      const result = await format(text);
      if (result.ok && result.value !== text) others.push(path);
    }
    expect(others).toEqual([NOT_FORMATTED]);
  });

  test('the plan of README.md is among them', () => {
    expect(blocks.filter(([path, text]) => path.startsWith('README.md') && text.includes('orders:'))).toHaveLength(1);
  });
});

const KEY_LINE = /^(?: {4}|- | {2}- )\s*[a-zA-Z]+: (?![>|])[^"'#]*$/;
const isFirstOfOrder = (line: string): boolean => /^ *- /.test(line);

/** Lines of one order that hold a key and its value each change places; the first one, with the dash, stays. */
function shuffledKeys(lines: readonly string[], random: Random): string[] {
  const groups: string[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const isNext = KEY_LINE.test(line) && !isFirstOfOrder(line);
    if (isNext && group !== undefined && KEY_LINE.test(group[0] ?? '') && !isFirstOfOrder(group[0] ?? ''))
      group.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => random.shuffled(group));
}

/** The same plan under somebody's hands: keys in another order, comments, blank lines, spaces and quotes of any kind. */
function disturbed(text: string, random: Random): { readonly text: string; readonly comments: readonly string[] } {
  const comments: string[] = [];
  const comment = (): string => {
    comments.push(`# disturbed ${comments.length}`);
    return comments.at(-1) as string;
  };
  const lines: string[] = [];
  let blockText = -1;
  for (const line of shuffledKeys(text.trimEnd().split('\n'), random)) {
    const column = line.search(/\S/);
    if (blockText >= 0 && column > blockText) {
      lines.push(line);
      continue;
    }
    blockText = /: [>|]-/.test(line) ? column : -1;
    if (column >= 0 && random.chance(0.15)) lines.push(`${' '.repeat(column)}${comment()}`);
    if (random.chance(0.15)) lines.push('', ' '.repeat(random.int(0, 2)));
    const spaced = random.chance(0.2) ? line.replace(': ', ':  ') : line;
    const quoted = random.chance(0.1) ? spaced.replace(/: +([a-z-]+)$/, ": '$1'") : spaced;
    const isCommented = KEY_LINE.test(line) && random.chance(0.15);
    lines.push(
      isCommented ? `${quoted}${' '.repeat(random.int(1, 9))}${comment()}` : KEY_LINE.test(line) ? quoted : line,
    );
  }
  const written = lines.join(random.chance(0.1) ? '\r\n' : '\n');
  return { text: `${written}${'\n'.repeat(random.int(0, 3))}`, comments };
}

const asWritten = (key: string, value: unknown): unknown => {
  if (key === 'line') return undefined;
  return value instanceof Decimal ? value.toString() : value;
};

/** A plan with every value as it is written, and the codes of what is said of it; lines move. */
const contentOf = (text: string): string => {
  const { plan, diagnostics } = loadText(text, { instruments: paperInstruments });
  return JSON.stringify({ plan, codes: diagnostics.map(({ code }) => code).toSorted() }, asWritten, 1);
};

describe('disturbed and formatted', () => {
  test('the seeds disturb something', () => {
    const [, text = ''] = examples[0] ?? [];
    expect(contentOf(text)).toContain('"plan"');
    expect(new Set(Array.from({ length: 10 }, (_, run) => disturbed(text, randomOf(7, run)).text)).size).toBe(10);
  });

  test.each(examples)('%s says the same, comes out the same twice, and loses no comment', async (_, text) => {
    for (let run = 0; run < 8; run += 1) {
      const { text: was, comments } = disturbed(text, randomOf(11, run));
      const once = await formatted(was);
      expect(await formatted(once), `run ${run}`).toBe(once);
      expect(contentOf(once), `run ${run}`).toBe(contentOf(was));
      const kept = once.match(/# disturbed \d+/g) ?? [];
      // Those of another order of keys come in the order in which their lines were written.
      expect(kept.toSorted(), `run ${run}`).toEqual(comments.toSorted());
      expect(once, `run ${run}`).not.toMatch(/\n\n\n|[ \r]\n/);
    }
  });
});
