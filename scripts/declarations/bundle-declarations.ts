/**
 * The declarations of the library as one file: what the compiler writes for each source, reduced to what the names of
 * `src/index.ts` reach. Two types of one name get two names; what only a package declares is refused.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDeclarations, type DeclarationFile, type Declared } from './declaration-file.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const HEAD = '/** The types of ordo (docs/library.md). Made by scripts/declarations from src/index.ts. */';

/** Compiles the sources anew, without checking them: `npm run typecheck` does. */
export function libraryDeclarations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-types-'));
  try {
    const compiler = join(ROOT, 'node_modules', '.bin', 'tsc');
    execFileSync(compiler, ['-p', join(ROOT, 'scripts', 'declarations'), '--outDir', folder], { stdio: 'inherit' });
    return bundled('src/index.d.ts', (file) => readFileSync(join(folder, file), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pure, but for what `read` does. Throws where a name leads nowhere. */
export function bundled(entry: string, read: (file: string) => string): string {
  const files = new Map<string, DeclarationFile>();
  const fileOf = (file: string): DeclarationFile => {
    const known = files.get(file) ?? readDeclarations(file, read(file));
    files.set(file, known);
    return known;
  };
  /** What a name means in a file; undefined where it is a global, a parameter or a property. */
  const meaningOf = (file: string, name: string): Declared | undefined => {
    const { declared, imported } = fileOf(file);
    const own = declared.get(name);
    if (own !== undefined) return own;
    const link = imported.get(name);
    if (link === undefined) return undefined;
    if (!link.file.endsWith('.d.ts')) throw new Error(`${file}: ${name} is of the package ${link.file}`);
    return meaningOf(link.file, link.name);
  };

  const names = new Map<Declared, string>();
  const taken = new Set<string>();
  const give = (one: Declared): void => {
    let name = one.name;
    for (let number = 2; taken.has(name); number++) name = `${one.name}_${number}`;
    taken.add(name);
    names.set(one, name);
  };
  const reached = new Set<Declared>();
  const reach = (one: Declared): void => {
    if (reached.has(one)) return;
    reached.add(one);
    if (!names.has(one)) give(one);
    for (const word of wordsOf(one.text)) {
      const meant = meaningOf(one.file, word);
      if (meant !== undefined) reach(meant);
    }
  };
  const exported = [...fileOf(entry).exported].map(([as, { file, name, isType }]) => {
    const one = meaningOf(file, name);
    if (one === undefined) throw new Error(`${entry}: ${file} has no ${name}`);
    return { as, one, isType };
  });
  // What is exported has its own name, whatever else is called so.
  for (const { one } of exported) give(one);
  for (const { one } of exported) reach(one);

  const parts = [...reached].map((one) =>
    shown(one, names.get(one) ?? '', (word) => nameIn(meaningOf(one.file, word), names)),
  );
  const list = exported.map(({ as, one, isType }) => `${isType ? 'type ' : ''}${nameIn(one, names)} as ${as}`);
  const exports = list.map((item) => `  ${item.replace(/(\w+) as \1$/, '$1')},`).toSorted();
  return [HEAD, ...parts, `export {\n${exports.join('\n')}\n};`, ''].join('\n');
}

const nameIn = (one: Declared | undefined, names: ReadonlyMap<Declared, string>): string | undefined =>
  one === undefined ? undefined : names.get(one);

/** Comments and texts, or a word that may name a declaration: a type, or what stands behind `typeof`. */
const WORDS =
  /\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|(?<=typeof )\w+|(?<![\w.$])[A-Z]\w*/g;

const wordsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(WORDS)].map(([word]) => word).filter((word) => /^\w/.test(word)));

/** Without its `export`, and with the names that the bundle gives. */
function shown({ name, text }: Declared, as: string, nameOf: (word: string) => string | undefined): string {
  const renamed = text.replaceAll(WORDS, (word) => (/^\w/.test(word) ? (nameOf(word) ?? word) : word));
  const own = as === name ? renamed : renamed.replaceAll(new RegExp(`(?<![\\w.$])${name}(?!\\w)`, 'g'), as);
  return own.replaceAll(/^export /gm, '');
}
