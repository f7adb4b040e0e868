/**
 * Holds the imports of src against the table of layers, and prints each that it does not allow. No file of the project,
 * in src or beside it, imports itself by way of others, not even for a type.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { cycles, drawn } from '../../src/model/cycles.ts';
import { LAYERS, type Layer } from './layers.ts';

const root = new URL('../../', import.meta.url).pathname;
const FOLDERS = ['src', 'test', 'proofs', 'scripts', 'bench'];

/** The specifiers of every static, dynamic and type import, and re-export. */
export function importsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const pattern = /(?:^(?:import|export)\b[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|^import\s+)(['"])([^'"]+)\1/gm;
  return [...code.matchAll(pattern)].map((match) => match[2] as string);
}

const bare = (path: string): string => path.replace(/\.(tsx?|js|d\.ts)$/, '');
const roomOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] as string) : bare(path));
/** `expression/evaluate` of `plan/expression/evaluate.ts`. */
const withinRoom = (path: string): string => bare(path).split('/').slice(1).join('/');
const targetOf = (file: string, specifier: string): string => normalize(join(dirname(file), specifier));

/** What a file imports and the table does not allow it, as sentences. */
export function violations(file: string, text: string, layers: Readonly<Record<string, Layer>> = LAYERS): string[] {
  const room = roomOf(file);
  const layer = layers[room];
  if (layer === undefined) return [`${file}: the room ${room} is not in the table`];
  return importsOf(text).flatMap((specifier) => {
    if (!specifier.startsWith('.')) {
      const allowed = layer.outside[specifier] ?? [];
      return allowed.includes('*') || allowed.includes(withinRoom(file)) ? [] : [`${file} may not import ${specifier}`];
    }
    const target = targetOf(file, specifier);
    if (target.startsWith('..'))
      return target.endsWith('.json') ? [] : [`${file} may not import ${specifier}: outside of src`];
    if (layer.never?.includes(bare(target)) === true) return [`${file} may not import ${target}`];
    const allowed = roomOf(target) === room || layer.may.includes(roomOf(target)) || layer.may.includes(bare(target));
    return allowed ? [] : [`${file} may not import ${target}`];
  });
}

/** Circles of imports among files, given as their paths and texts. */
export function circles(texts: ReadonlyMap<string, string>): string[] {
  const imports = [...texts].map(([file, text]): [string, string[]] => [
    file,
    importsOf(text).flatMap((specifier) => (specifier.startsWith('.') ? [targetOf(file, specifier)] : [])),
  ]);
  return cycles(new Map(imports)).map((circle) => `${drawn(circle)}: a circle of imports`);
}

const textsIn = (folder: string): [string, string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [join(folder, name), readFileSync(join(root, folder, name), 'utf8')]);

/** Every violation in src, and every circle. */
export function checkArchitecture(): string[] {
  const texts = FOLDERS.flatMap(textsIn);
  return [
    ...texts.flatMap(([file, text]) => (file.startsWith('src/') ? violations(relative('src', file), text) : [])),
    ...circles(new Map(texts)),
  ];
}

if (import.meta.main) {
  const found = checkArchitecture();
  for (const sentence of found) console.error(sentence);
  console.log(
    found.length === 0
      ? 'architecture: every import is allowed, and none leads back'
      : `architecture: ${found.length} imports that are not allowed`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
