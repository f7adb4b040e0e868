/** The file beside which a server's journal is witnessed: the newest record that it acknowledged to this machine. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Witness, Witnessed } from '../postgres/witness.ts';
import { besideServer, makeFolderOf } from './journal-folder.ts';

/** In a user's state folder; without one there is no place for what a server cannot take either. */
export const witnessIn =
  (stateFolder: string | undefined) =>
  (name: string): Witness | undefined =>
    stateFolder === undefined ? undefined : headFile(`${besideServer(stateFolder, name)}.head.json`);

function headFile(file: string): Witness {
  return {
    read: () => {
      try {
        const value = JSON.parse(readFileSync(file, 'utf8')) as unknown;
        return isWitnessed(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    keep: (seen) => {
      const own = `${file}.${process.pid}`;
      try {
        makeFolderOf(file);
        writeFileSync(own, `${JSON.stringify(seen)}\n`, { mode: 0o600 });
        renameSync(own, file);
      } catch {
        rmSync(own, { force: true });
      }
    },
  };
}

function isWitnessed(value: unknown): value is Witnessed {
  const { head, acceptedMs } = value as Partial<Witnessed>;
  return typeof acceptedMs === 'number' && Number.isSafeInteger(head?.record) && /^[0-9a-f]{64}$/.test(head?.sum ?? '');
}
