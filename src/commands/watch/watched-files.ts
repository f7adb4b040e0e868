/** The files that a watch depends on: when one of them may differ, and whether the bytes do. */
import { dirname, resolve } from 'node:path';
import { findConfig, isThere } from '../inputs/input-files.ts';
import { refusalOf } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { World } from '../world.ts';

/** Looked at that often even without an event: some changes bring none, such as a folder behind a link that is swapped. */
export const BACKSTOP_MS = 1000;

type Taken = Pick<Setup, 'bytesRead' | 'missing' | 'configFile'>;

export class WatchedFiles {
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #planFile: string;
  #changed: () => void = () => {};
  #paths: readonly string[];
  /** What the files looked like at the last look. */
  #looked = '';
  #watching: { readonly paths: string; readonly closed: () => Promise<void> } | undefined;
  /** The bytes of the last read, the files that it missed, and its config. */
  #read: Taken | undefined;

  constructor(world: World, options: RunOptions) {
    this.#world = world;
    this.#options = options;
    this.#planFile = resolve(world.files.folder, options.planPath);
    this.#paths = [this.#planFile];
  }

  /** Calls back at each hint that a file may differ, until closed. */
  async follow(changed: () => void): Promise<void> {
    this.#changed = changed;
    await this.#watch();
  }

  /** Whether a file may differ since the last look: by its times, its size, or where a link leads. */
  hasMoved(): boolean {
    const now = this.#look();
    const moved = now !== this.#looked;
    this.#looked = now;
    return moved;
  }

  /** Whether the bytes are those of the last read. */
  isUnchanged(): boolean {
    if (this.#read === undefined) return false;
    // The config that was read, and not the one that is nearest once the read has ended: that may be another already.
    const { bytesRead, missing, configFile = '' } = this.#read;
    if (configFile !== this.#config()) return false;
    if (missing.some((file) => isThere(this.#world.files, file))) return false;
    return [...bytesRead].every(([file, before]) => {
      const now = this.#world.files.read(file);
      return now.ok && Buffer.compare(now.value, before) === 0;
    });
  }

  /** Takes in what was read; a read that failed depends on the files of the one before as well. */
  async took(read: Taken | undefined): Promise<void> {
    this.#read = read;
    const more = read === undefined ? [] : [...read.bytesRead.keys(), ...read.missing];
    const paths = [...new Set([this.#planFile, ...(read === undefined ? this.#paths : []), ...more])];
    if (paths.join('\0') === this.#paths.join('\0')) return;
    this.#paths = paths;
    this.#looked = this.#look();
    if (this.#watching !== undefined) await this.#watch();
  }

  async close(): Promise<void> {
    await this.#watching?.closed();
  }

  async #watch(): Promise<void> {
    const before = this.#watching;
    const paths = this.#paths.flatMap((path) => [path, ...this.#realPath(path)]);
    const watcher = await this.#world.files.watch([...new Set(paths)], () => this.#changed());
    this.#watching = { paths: paths.join('\0'), closed: () => watcher.close() };
    await before?.closed();
  }

  #realPath(path: string): string[] {
    const entry = this.#world.files.entryAt(path);
    return 'realPath' in entry ? [entry.realPath] : [];
  }

  /** A config that is put nearer to the plan shows only in where it is found. */
  #look(): string {
    return [this.#config(), ...this.#paths.map((path) => `${path} ${this.#world.files.stampOf(path)}`)].join('\n');
  }

  #config(): string {
    try {
      return findConfig(this.#world.files, this.#options.configPath, dirname(this.#planFile)) ?? '';
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      return refusal.message;
    }
  }
}
