/**
 * Holds every import of the repository against the table of layers. The table is exact: an import that it does not allow is
 * refused, and so is a permission that no import needs. No file imports itself by way of others, not even for a type.
 */
import { cycles, drawn } from '../../src/model/cycles.ts';
import { importsIn, readProject, type Import } from './imports.ts';
import { LayerTable, permissions, wholeFolder } from './layers.ts';
import { sendersReached } from './no-sender.ts';
import { OUTSIDE } from './outside.ts';
import { UPWARD } from './upward.ts';
import { wireWords } from './wire.ts';

/** What the imports of a repository are held against. */
interface Rules {
  readonly table: LayerTable;
  readonly outside: Readonly<Record<string, string>>;
  /** `from → to` to the reason. */
  readonly upward: Readonly<Record<string, string>>;
}

export const RULES: Rules = { table: new LayerTable(), outside: OUTSIDE, upward: UPWARD };

const IN_REPOSITORY = /^(src|scripts|proofs|bench|test)\//;
const JSON_FILE = /^(?!\.\.)[^:]+\.json$/;

const shown = ({ from, to }: Import): string => `${from} → ${to}`;

function allowed({ from, to }: Import, { table, outside }: Rules): boolean {
  const layer = table.layerOf(from);
  if (layer === undefined) return false;
  if (IN_REPOSITORY.test(to))
    return table.layerOf(to) === layer || permissions(layer.may).some((name) => table.names(name, to));
  if (JSON_FILE.test(to) || (to.startsWith('node:') && !from.startsWith('src/'))) return true;
  return permissions(Object.hasOwn(outside, to) ? (outside[to] as string) : '').some((name) => table.names(name, from));
}

/** The imports that neither the table nor the list of exceptions allows, as sentences. */
export const violations = (imports: readonly Import[], rules: Rules = RULES): string[] =>
  imports
    .filter((link) => !allowed(link, rules) && !Object.hasOwn(rules.upward, shown(link)))
    .map(({ from, to }) => `${from} may not import ${to}`);

/** Files that no layer holds, as sentences. */
export const homeless = (files: Iterable<string>, { table }: Rules = RULES): string[] =>
  [...files].filter((file) => table.layerOf(file) === undefined).map((file) => `${file} is in no layer`);

/** What the table and its lists allow and no import needs, as sentences. */
export function stale(imports: readonly Import[], rules: Rules = RULES): string[] {
  const { table, outside, upward } = rules;
  const unused = table.layers.flatMap((layer) => {
    const targets = imports.filter(({ from }) => table.layerOf(from) === layer).map(({ to }) => to);
    return permissions(layer.may)
      .filter((name) => wholeFolder(name) === undefined && !targets.some((to) => table.names(name, to)))
      .map((name) => `${layer.name} does not import ${name}: take it off the table`);
  });
  const unusedOutside = Object.entries(outside).flatMap(([module, places]) => {
    const users = imports.filter(({ to }) => to === module).map(({ from }) => from);
    return permissions(places)
      .filter((name) => !users.some((from) => table.names(name, from)))
      .map((name) => `${name} does not import ${module}: take it off the list`);
  });
  const forbidden = new Set(imports.filter((link) => !allowed(link, rules)).map(shown));
  const mended = Object.keys(upward)
    .filter((link) => !forbidden.has(link))
    .map((link) => `${link}: mended, take it off the list of exceptions`);
  return [...unused, ...unusedOutside, ...mended];
}

/** Permissions that do not lead to an earlier line of the table, as sentences. */
export const misplaced = ({ table }: Rules = RULES): string[] =>
  table.layers.flatMap(({ name: layer, may }, line) =>
    permissions(may)
      .filter((name) => {
        const lines = table.linesOf(name);
        return lines.length === 0 || lines.some((at) => at >= line);
      })
      .map((name) => `${layer} may import ${name}, which is not an earlier line of the table`),
  );

/** Circles of imports among files, as sentences. */
export function circles(imports: readonly Import[]): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) {
    const targets = graph.get(from) ?? [];
    targets.push(to);
    graph.set(from, targets);
  }
  return cycles(graph).map((circle) => `${drawn(circle)}: a circle of imports`);
}

/** Everything that is wrong with the imports of the repository, with the table itself, and with where the wire is written. */
export function checkArchitecture(): string[] {
  const texts = readProject();
  const imports = importsIn(texts);
  return [
    ...homeless(texts.keys()),
    ...violations(imports),
    ...stale(imports),
    ...misplaced(),
    ...circles(imports),
    ...wireWords(texts),
    ...sendersReached(texts),
  ];
}

if (import.meta.main) {
  const found = checkArchitecture();
  for (const sentence of found) console.error(sentence);
  console.log(
    found.length === 0
      ? 'architecture: every import is allowed, and none leads back'
      : `architecture: ${found.length} things to mend`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
