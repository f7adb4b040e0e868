/**
 * Keeps `docs/architecture.md` true (`npm run docs`). What is between `<!-- order -->`, `<!-- rooms -->` and `<!-- insides -->`
 * and their ends is drawn from the imports of src as they are, with the words of the table; the rest of the page is written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { table } from '../docs/table.ts';
import { importsIn, readProject, type Import } from './imports.ts';
import { LayerTable } from './layers.ts';
import { ROOMS } from './rooms.ts';
import { UPWARD } from './upward.ts';

export const ARCHITECTURE_PAGE = new URL('../../docs/architecture.md', import.meta.url);

const layers = new LayerTable();

/** A layer of src by its name inside src. */
const nameOf = (file: string): string => (layers.layerOf(file)?.name ?? file).replace(/^src\//, '');
const roomOf = (name: string): string => name.split('/')[0] as string;
const insideOf = (name: string): string => name.split('/').slice(1).join('/');
const isOf = (room: string, name: string): boolean => roomOf(name) === room;

/** Layer to the layers of src that it imports, exceptions left out, in the order of the table. */
function links(imports: readonly Import[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map(ROOMS.map(({ name }) => [name, new Set<string>()]));
  for (const { from, to } of imports) {
    if (!from.startsWith('src/') || !to.startsWith('src/') || Object.hasOwn(UPWARD, `${from} → ${to}`)) continue;
    if (nameOf(from) !== nameOf(to)) found.get(nameOf(from))?.add(nameOf(to));
  }
  return new Map(
    [...found].map(([name, targets]) => [name, ROOMS.flatMap((room) => (targets.has(room.name) ? [room.name] : []))]),
  );
}

/** How many imports lie between each layer and the lowest, by the longest way. */
function heights(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const { name } of ROOMS)
    known.set(name, Math.max(0, ...(graph.get(name) ?? []).map((low) => (known.get(low) ?? 0) + 1)));
  return known;
}

/** `plan/{read rules}` for layers of one room. */
function grouped(names: readonly string[]): string {
  const byRoom = Map.groupBy(names, roomOf);
  const words = [...byRoom].map(([room, inRoom]) => {
    const folders = inRoom.map(insideOf).filter((name) => name !== '');
    if (folders.length === 0) return room;
    const within = folders.length === 1 ? `${room}/${folders[0]}` : `${room}/{${folders.join(' ')}}`;
    return folders.length === inRoom.length ? within : `${room} ${within}`;
  });
  return words.join('   ');
}

/** What the imports show: the layers of src that hold files, and for each those that it imports, low before high. */
interface Shown {
  readonly files: ReadonlySet<string>;
  readonly graph: ReadonlyMap<string, readonly string[]>;
}

const pathOf = (name: string, { files }: Shown): string => `\`${name}${files.has(`src/${name}.ts`) ? '.ts' : '/'}\``;
const listed = (names: readonly string[]): string => names.join(', ') || 'nothing';

/** The layers that have files of their own, low before high. */
function heldLayers({ files }: Shown): string[] {
  const held = new Set([...files].map(nameOf));
  return ROOMS.map(({ name }) => name).filter((name) => held.has(name));
}

/** The layers line by line, the highest first: a layer imports only from lines below its own. */
function order(seen: Shown): string {
  const high = heights(seen.graph);
  const lines = Map.groupBy(heldLayers(seen), (name) => high.get(name) ?? 0);
  const highestFirst = [...lines].toSorted(([one], [other]) => other - one);
  return ['```text', ...highestFirst.map(([, names]) => grouped(names)), '```'].join('\n');
}

/** Each room with the rooms that it imports. */
function rooms(seen: Shown): string {
  const all = ROOMS.filter(({ name }) => name === roomOf(name));
  const rows = all.map(({ name: room, is }) => {
    const targets = [...seen.graph].flatMap(([layer, lower]) => (isOf(room, layer) ? lower : []));
    const others = all.filter(({ name }) => name !== room && targets.some((target) => isOf(name, target)));
    return [pathOf(room, seen), is, listed(others.map(({ name }) => name))];
  });
  return table([['Room', 'What it is', 'Imports'], ...rows]);
}

/** What is inside the rooms that have an inside, each with what it imports of its own room. */
function insides(seen: Shown): string {
  const byRoom = Map.groupBy(heldLayers(seen), roomOf);
  const words = new Map(ROOMS.map(({ name, is }) => [name, is]));
  const rows = [...byRoom].flatMap(([room, names]) =>
    (names.length === 1 ? [] : names).map((name) => {
      const own = (seen.graph.get(name) ?? []).filter((low) => isOf(room, low));
      const lower = listed(own.map((low) => insideOf(low) || 'its own files'));
      const what = name === room ? 'The room’s own files.' : (words.get(name) ?? '');
      return [name === room ? `\`${room}/*.ts\`` : pathOf(name, seen), what, lower];
    }),
  );
  return table([['Inside', 'What it is', 'Imports of its room'], ...rows]);
}

/** The page with everything between its markers drawn anew. */
export function architecturePage(page: string): string {
  const texts = readProject();
  const files = new Set([...texts.keys()].filter((file) => file.startsWith('src/')));
  const seen: Shown = { files, graph: links(importsIn(texts)) };
  const drawn: Readonly<Record<string, string>> = { order: order(seen), rooms: rooms(seen), insides: insides(seen) };
  return page.replaceAll(
    /<!-- (order|rooms|insides) -->.*?<!-- end -->/gs,
    (_, name: string) => `<!-- ${name} -->\n\n${drawn[name]}\n\n<!-- end -->`,
  );
}

if (import.meta.main) writeFileSync(ARCHITECTURE_PAGE, architecturePage(readFileSync(ARCHITECTURE_PAGE, 'utf8')));
