/** The table of layers, from low to high, and how files and permissions are looked up in it. */
import { BESIDE } from './beside.ts';
import type { Layer } from './layer.ts';
import { ROOMS } from './rooms.ts';

const inSrc = (names: string): string => names.replaceAll(/\S+/g, 'src/$&');

const LAYERS: readonly Layer[] = [
  ...ROOMS.map(({ name, is, may }) => ({ name: inSrc(name), is, may: inSrc(may) })),
  ...BESIDE,
];

/** A path without its ending. */
const bare = (path: string): string => path.replace(/(\.d)?\.(tsx?|js)$/, '');

export const permissions = (names: string): string[] => names.split(' ').filter((name) => name !== '');

/** The folder that a permission opens whole: `src` of `src/**`. Such a permission need not be used. */
export const wholeFolder = (permission: string): string | undefined => /^(.*)\/\*\*$/.exec(permission)?.[1];

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

export class LayerTable {
  readonly layers: readonly Layer[];
  readonly #lines: ReadonlyMap<string, number>;

  constructor(layers: readonly Layer[] = LAYERS) {
    this.layers = layers;
    this.#lines = new Map(layers.map(({ name }, line) => [name, line]));
  }

  /** The layer that a file belongs to: the one with the longest name that its path begins with. */
  layerOf(file: string): Layer | undefined {
    for (let path = bare(file); path !== ''; path = parentOf(path)) {
      const line = this.#lines.get(path);
      if (line !== undefined) return this.layers[line];
    }
    return undefined;
  }

  /** Whether a permission names this file: as one of its layer, as one of a whole folder, or by itself. */
  names(permission: string, file: string): boolean {
    const folder = wholeFolder(permission);
    if (folder !== undefined) return file.startsWith(`${folder}/`);
    return this.#lines.has(permission) ? this.layerOf(file)?.name === permission : bare(file) === permission;
  }

  /** The lines of the layers that a permission opens. */
  linesOf(permission: string): number[] {
    const folder = wholeFolder(permission);
    const inside = (name: string): boolean => name === folder || name.startsWith(`${folder}/`);
    const opened = folder === undefined ? [this.layerOf(permission)] : this.layers.filter(({ name }) => inside(name));
    return opened.flatMap((layer) => (layer === undefined ? [] : [this.layers.indexOf(layer)]));
  }
}
