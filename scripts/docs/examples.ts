/** The examples of mistakes in `examples/invalid/`, with what ordo says of each, as the pages in `docs/` show them. */
import { readdirSync, readFileSync } from 'node:fs';
import { safeText } from '../../src/model/safe-text.ts';

const root = new URL('../../', import.meta.url);

/** Plans, without a policy, under one, and of a symbol that no list has; and in `other/` what is no plan or cannot be read as text; and candles. */
const FOLDERS = ['', 'policy/', 'unlisted/', 'other/', 'candles/'].map((folder) => `examples/invalid/${folder}`);

export interface Example {
  /** From the root of the repository. */
  readonly path: string;
  /** Of the file, without its number and ending: `order-off-tick`. */
  readonly name: string;
  /** Each diagnostic, exactly as it is printed. */
  readonly blocks: readonly string[];
}

/** `error[order/off-tick]: …` to the severity and the code. */
export function headOf(block: string): { severity: string; code: string } {
  const [, severity = '', code = ''] = /^(\w+)\[([^\]]+)\]/.exec(block) ?? [];
  return { severity, code };
}

function blocksOf(text: string): string[] {
  return text.split('\n\n').filter((block) => headOf(block).code !== '');
}

/** Every example that has its text beside it, in the order of their names. */
export function readExamples(): Example[] {
  return FOLDERS.flatMap((folder) => {
    const names = readdirSync(new URL(folder, root)).toSorted();
    return names.flatMap((file) => {
      const bare = file.replace(/\.(?:yaml|json|csv)$/, '');
      if (bare === file || !names.includes(`${bare}.expected.txt`)) return [];
      const blocks = blocksOf(readFileSync(new URL(`${folder}${bare}.expected.txt`, root), 'utf8'));
      return [{ path: folder + file, name: bare.replace(/^\d+-/, ''), blocks }];
    });
  });
}

/** Longest file that is shown whole, and how much is shown around the first mistake of a longer one. */
const MOST_LINES = 24;
const AROUND = 4;
const MOST_CHARACTERS = 100;

/** The file of an example for people: what cannot be seen is escaped, what is long is cut, the cuts marked with `…`. */
export function excerptOf({ path, blocks }: Example): string {
  const lines = readFileSync(new URL(path, root), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => safeText(line, MOST_CHARACTERS));
  if (lines.length <= MOST_LINES) return lines.join('\n');
  const at = Number(/:(\d+):\d+$/m.exec(blocks[0] ?? '')?.[1] ?? 1);
  const from = Math.max(0, at - 1 - AROUND);
  const to = Math.min(lines.length, at + AROUND);
  return [...(from > 0 ? ['…'] : []), ...lines.slice(from, to), ...(to < lines.length ? ['…'] : [])].join('\n');
}
