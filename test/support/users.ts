/** Other users of this machine, for tests of whose a file is and who may read it. */
import { chmodSync } from 'node:fs';
import { afterTest } from './live.ts';
import type { Place } from '../../proofs/support/ordo.ts';

/** Only root may give files away and start a process of somebody else: tests that need it are left out for anyone else. */
export const isRoot = process.geteuid?.() === 0;
/** Users without a name. They own only what a test gives them. */
export const [ONE, OTHER] = [54_321, 54_322] as const;

/** Nobody may read the file, or enter the folder, until the test ends. */
export function closed(path: string): void {
  chmodSync(path, 0o000);
  afterTest(() => chmodSync(path, 0o700));
}

/** The same place, for somebody whom a mode keeps out. No mode keeps root out, so root asks as another user. */
export const keptOut = (at: Place): Place => (isRoot ? { ...at, uid: ONE } : at);
