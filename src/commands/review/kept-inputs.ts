/**
 * The files of a reviewed plan that is followed, kept by what they say: an edit on disk, or a file that is gone, does not keep it from
 * being followed on (docs/contract.md#reviewed-plans). Whether one is what was reviewed, its SHA-256 tells.
 */
import { join, resolve } from 'node:path';
import type { ReviewedPlan } from '../../generated/reviewed.ts';
import { sha256 } from '../../actions/review/reviewed-text.ts';
import { stateFolderOf } from '../../journal/files/journal-folder.ts';
import { err } from '../../model/result.ts';
import type { Files, World } from '../world.ts';
import { portable } from './input-files.ts';

type Where = Pick<World, 'files' | 'variables' | 'home'>;

/** What of its files is not as it was reviewed, in words, and where what was reviewed is kept. */
export interface KeptInputs {
  readonly differs: readonly string[];
  /** By absolute path the file that stands for it; undefined where nothing was there. */
  readonly standIns: ReadonlyMap<string, string | undefined>;
}

const OWNER_ONLY = 0o600;

function keptAt({ variables, home }: Where, sum: string): string | undefined {
  const state = stateFolderOf(variables, home);
  return state === undefined ? undefined : join(state, 'ordo', 'reviewed', sum);
}

const isWhole = (files: Files, path: string, sum: string): boolean => {
  const bytes = files.read(path);
  return bytes.ok && sha256(bytes.value) === sum;
};

/** What stands for the files that differ; undefined where one of them is not kept. */
export function keptInputs(
  where: Where,
  { inputs, absent }: ReviewedPlan,
  differs: readonly string[],
): KeptInputs | undefined {
  const { files } = where;
  const standIns = new Map<string, string | undefined>(absent.map((path) => [resolve(files.folder, path), undefined]));
  for (const [path, sum] of Object.entries(inputs)) {
    const file = resolve(files.folder, path);
    if (isWhole(files, file, sum)) continue;
    const kept = keptAt(where, sum);
    if (kept === undefined || !isWhole(files, kept, sum)) return undefined;
    standIns.set(file, kept);
  }
  return { differs, standIns };
}

/** The files as they were reviewed. */
export const asReviewedIn = (files: Files, { standIns }: KeptInputs): Files => ({
  ...files,
  read: (path) => {
    if (!standIns.has(path)) return files.read(path);
    const kept = standIns.get(path);
    return kept === undefined ? err('it was not there when the plan was reviewed') : files.read(kept);
  },
  entryAt: (path) => {
    if (!standIns.has(path)) return files.entryAt(path);
    const kept = standIns.get(path);
    return kept === undefined ? { kind: 'nothing' } : files.entryAt(kept);
  },
});

/** Keeps what was read; why one could not be kept, in words. */
export async function keepInputs(
  where: Where,
  { inputs }: ReviewedPlan,
  bytesRead: ReadonlyMap<string, Uint8Array>,
): Promise<string | undefined> {
  const { files } = where;
  for (const [file, bytes] of bytesRead) {
    const sum = inputs[portable(files, file)];
    const kept = sum === undefined ? undefined : keptAt(where, sum);
    if (sum === undefined || kept === undefined || isWhole(files, kept, sum)) continue;
    const why = await keep(files, kept, bytes);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Only its owner reads it, whatever the file itself allows. */
async function keep(files: Files, path: string, bytes: Uint8Array): Promise<string | undefined> {
  if (files.entryAt(path).kind === 'nothing') {
    const made = await files.make(new Map([[path, '']]));
    if (!made.ok) return made.error.why;
  }
  const written = await files.replace(path, Buffer.from(bytes).toString(), OWNER_ONLY);
  return written.ok ? undefined : written.error;
}
