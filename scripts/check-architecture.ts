/** Holds the imports of src against the table of layers, and prints each that it does not allow. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { LAYERS, type Layer } from './layers.ts';

const root = new URL('../src/', import.meta.url).pathname;

/** The specifiers of every static, dynamic and type import, and re-export. */
export function importsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const pattern = /(?:^(?:import|export)\b[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|^import\s+)(['"])([^'"]+)\1/gm;
  return [...code.matchAll(pattern)].map((match) => match[2] as string);
}

const bare = (path: string): string => path.replace(/\.(tsx?|js|d\.ts)$/, '');
const roomOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] as string) : bare(path));

/** What a file imports and the table does not allow it, as sentences. */
export function violations(file: string, text: string, layers: Readonly<Record<string, Layer>> = LAYERS): string[] {
  const room = roomOf(file);
  const layer = layers[room];
  if (layer === undefined) return [`${file}: the room ${room} is not in the table`];
  return importsOf(text).flatMap((specifier) => {
    if (!specifier.startsWith('.')) {
      const allowed = layer.outside[specifier] ?? [];
      const name = bare(file).split('/').at(-1) as string;
      return allowed.includes('*') || allowed.includes(name) ? [] : [`${file} may not import ${specifier}`];
    }
    const target = normalize(join(dirname(file), specifier));
    if (target.startsWith('..'))
      return target.endsWith('.json') ? [] : [`${file} may not import ${specifier}: outside of src`];
    if (layer.never?.includes(bare(target)) === true) return [`${file} may not import ${target}`];
    const allowed = roomOf(target) === room || layer.may.includes(roomOf(target)) || layer.may.includes(bare(target));
    return allowed ? [] : [`${file} may not import ${target}`];
  });
}

/** Every violation in src. */
export function checkArchitecture(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => violations(relative('.', name), readFileSync(root + name, 'utf8')));
}

if (import.meta.main) {
  const found = checkArchitecture();
  for (const sentence of found) console.error(sentence);
  console.log(
    found.length === 0
      ? 'architecture: every import is allowed'
      : `architecture: ${found.length} imports are not allowed`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
