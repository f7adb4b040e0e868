/** The project's files, and what each imports. Paths are from the root, with `/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const FOLDERS = ['src', 'scripts', 'proofs', 'bench', 'test'];

/** The specifiers of every static, dynamic and type import, and re-export. */
export function importsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const pattern = /(?:^(?:import|export)\b[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|^import\s+)(['"])([^'"]+)\1/gm;
  return [...code.matchAll(pattern)].map((match) => match[2] as string);
}

/** Every import of a file: a path of the repository where the specifier is relative, else the specifier as it stands. */
const targetsOf = (file: string, text: string): string[] =>
  importsOf(text).map((specifier) =>
    specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
  );

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The TypeScript of the repository, path to text. */
export const readProject = (): ReadonlyMap<string, string> =>
  new Map(
    FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
        .map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')]),
    ),
  );

/** Every import of those files, types included. */
export const importsIn = (texts: ReadonlyMap<string, string>): Import[] =>
  [...texts].flatMap(([from, text]) => targetsOf(from, text).map((to) => ({ from, to })));
