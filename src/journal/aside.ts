/**
 * The file beside a journal that takes verdicts the journal could not: a full or failing disk may refuse a database and
 * still take a line elsewhere in it. The next run that holds the account's lock moves them into the journal.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { err, ok, type Result } from '../model/result.ts';
import type { AsideVerdict } from '../ports.ts';

export const asideFile = (journalFile: string): string => `${journalFile}.aside.jsonl`;

/** Appends and syncs. The error is in words for a person. */
export function keepAside(journalFile: string, verdicts: readonly AsideVerdict[]): Result<string, string> {
  const file = asideFile(journalFile);
  try {
    const handle = openSync(file, 'a', 0o600);
    try {
      // All of it or a throw; and a line of its own, though the last one may have been cut off.
      writeFileSync(handle, `\n${verdicts.map((one) => `${JSON.stringify(one)}\n`).join('')}`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return ok(file);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

/** What was kept; a last line that was cut off is left out, since its order is then in flight in the journal and so unknown. */
export function readAside(journalFile: string): AsideVerdict[] {
  const file = asideFile(journalFile);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as AsideVerdict];
      } catch {
        return [];
      }
    });
}

/** After its verdicts are in the journal: kept under another name, never deleted. */
export function setAsideDone(journalFile: string, atMs: number): void {
  renameSync(asideFile(journalFile), `${asideFile(journalFile)}.${atMs}.done`);
}
