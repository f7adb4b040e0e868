/**
 * What servers acknowledged to this machine, in the user's state folder. Each head is the name of an empty file, so it is never half
 * written, and nobody locks anything: a suspended run makes no other wait. A run only renames or removes a name that a newer one
 * of the same journal has replaced. So the newest name only gets newer, whichever runs write, in whichever container or on whichever host.
 * The name is there once the call returns, even if the process is killed then.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorWords } from '../../model/result.ts';
import { JournalError } from '../records/journal-error.ts';
import type { KeptHeads, Witness, Witnessed } from '../postgres/witness.ts';
import { makeFolder } from './journal-folder.ts';
import { isThere } from './journal-path.ts';
import { refuseOthers } from './private-file.ts';

/** For whoever looks into the folder. */
const NOTE = `The name of each file here is the newest record that a server acknowledged to this machine.
ordo removes the older ones by itself. Do not delete these files: without them, a server that has lost records goes unnoticed.
`;

/** A head of a journal, and the name of its file. */
interface Kept extends Witnessed {
  readonly name: string;
  readonly journal: string;
}

const NAME = /^([0-9a-f]{32})-([0-9.]+)-([0-9]+)-([0-9a-f]+)$/;

/** A journal may be called anything. */
const keyOf = (journal: string): string => createHash('sha256').update(journal).digest('hex').slice(0, 32);

const nameOf = (journal: string, { head: { record, sum }, acceptedMs }: Witnessed): string =>
  `${keyOf(journal)}-${acceptedMs}-${record}-${sum}`;

/** The same history only grows. A person who accepted a server as it is has begun another. */
const isNewer = (one: Witnessed, other: Witnessed): boolean =>
  one.acceptedMs > other.acceptedMs || (one.acceptedMs === other.acceptedMs && one.head.record > other.head.record);

/** In a user's state folder. */
export function witnessIn(stateFolder: string | undefined): Witness {
  const folder = stateFolder === undefined ? undefined : join(stateFolder, 'ordo', 'servers');
  return {
    read: (journals) => (folder === undefined ? [] : usable(folder, () => newestIn(folder, journals.map(keyOf)))),
    open: () => {
      if (folder !== undefined) return usable(folder, () => keptIn(folder));
      throw new JournalError(
        'there is no folder for what a server acknowledges, nor for what it cannot take',
        'set XDG_STATE_HOME to an absolute path',
        'environment/no-folder',
      );
    },
  };
}

/** Two heads of one journal that are equally new are both given: no server has both. */
function newestIn(folder: string, keys: readonly string[]): readonly Witnessed[] {
  refuseOthers(folder);
  const all = headsIn(folder);
  const newest = all.filter((one) => keys.includes(one.journal) && !isReplaced(one, all));
  return newest.map(({ head, acceptedMs }) => ({ head, acceptedMs }));
}

const isReplaced = (one: Kept, all: readonly Kept[]): boolean =>
  all.some((other) => other.journal === one.journal && isNewer(other, one));

/** Two looks: one alone may miss a file that another run renames meanwhile. */
const headsIn = (folder: string): readonly Kept[] =>
  [...new Set([...namesIn(folder), ...namesIn(folder)])].flatMap(headNamed);

/** Empty for a file that is not ours: it stays as it is. */
function headNamed(name: string): readonly Kept[] {
  const [, journal, acceptedMs, record, sum] = NAME.exec(name) ?? [];
  if (journal === undefined || sum === undefined) return [];
  return [{ name, journal, head: { record: Number(record), sum }, acceptedMs: Number(acceptedMs) }];
}

/** None before anything was kept. A link that leads nowhere throws: something may have been kept there. */
const namesIn = (folder: string): readonly string[] => (isThere(folder) ? readdirSync(folder) : []);

function keptIn(folder: string): KeptHeads {
  makeFolder(folder);
  refuseOthers(folder);
  // A folder that takes no new file is found now. Two runs that do this at once, or one that stops half-way, do no harm.
  rmSync(join(folder, 'read-me.txt'), { force: true });
  writeFileSync(join(folder, 'read-me.txt'), NOTE, { mode: 0o600 });
  removeReplaced(folder);
  const own = new Map<string, Witnessed>();
  return {
    keep: (journals, seen) => {
      try {
        for (const journal of journals) {
          const last = own.get(journal);
          if (last !== undefined && !isNewer(seen, last)) continue;
          const path = join(folder, nameOf(journal, seen));
          if (last === undefined || !isRenamed(join(folder, nameOf(journal, last)), path)) makeEmpty(path);
          own.set(journal, seen);
        }
      } catch {
        // The disk is full since then: this is one witness more, and the record is durable without it.
      }
    },
  };
}

/** False: the file is gone, because another run has kept a newer head of the journal. */
function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const makeEmpty = (path: string): void => closeSync(openSync(path, 'a', 0o600));

/** Earlier runs leave their last heads behind. Who wrote them, and whether that run has ended, does not matter: a newer one is there. */
function removeReplaced(folder: string): void {
  const all = headsIn(folder);
  const replaced = all.filter((one) => isReplaced(one, all));
  if (replaced.length === 0) return;
  try {
    syncFolder(folder);
    for (const { name } of replaced) rmSync(join(folder, name), { force: true });
  } catch {
    // A system may be unable to sync a folder. The older names then stay, and do no harm.
  }
}

/** The newer names are on disk before the older ones go. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** What `act` gives. Throws JournalError if the folder can be neither made nor used: nobody knows then what was acknowledged. */
function usable<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw new JournalError(
      `${folder} cannot be used: ${errorWords(error)}`,
      'it keeps what servers acknowledged to this machine, and next to it what they could not take: fix it or its folder, or set XDG_STATE_HOME to another folder',
    );
  }
}
