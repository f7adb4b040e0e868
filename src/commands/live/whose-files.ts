/**
 * Whose word a live run goes by. The config says where the keys go and which program prints them, the list of instruments what
 * a number means, the account file how large a share of the equity is: who may write one of them trades with the account. So each
 * is the user's or root's, and nobody else may write it, or put another in its place.
 */
import { dirname } from 'node:path';
import { shellWord } from '../../report/text/phrases.ts';
import { shown } from '../inputs/input-files.ts';
import { refuse } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import type { Access, Files } from '../world.ts';

/** Why others may have had their say, and what a person does about it. */
export interface Distrust {
  readonly why: string;
  readonly mend: string;
}

type LiveFiles = Pick<Setup, 'configFile' | 'instrumentsFile' | 'accountFile'>;

const ROOT = 0;
const GROUP_OR_OTHERS_WRITE = 0o022;
/** In a folder such as /tmp only the owner of a file may rename or delete it. */
const STICKY = 0o1000;

export function refuseOthersFiles(files: Files, read: LiveFiles): void {
  const found = distrustOf(files, read);
  if (found !== undefined)
    refuse('input/others-may-write', `a live run refuses what others may have written: ${found.why}`, found.mend);
}

/** The first of them that others could have written, as far as the system can tell. */
export function distrustOf(
  files: Files,
  { configFile, instrumentsFile, accountFile }: LiveFiles,
): Distrust | undefined {
  const named = (what: string, file: string): Distrust | undefined =>
    distrustOfFile(files, `${what} ${shown(files, file)}`, file);
  return (
    (configFile === undefined ? undefined : named('the config', configFile)) ??
    (instrumentsFile === undefined ? undefined : named('the instruments', instrumentsFile)) ??
    (accountFile === undefined ? undefined : named('the account file', accountFile))
  );
}

/** The file, the link that it may be, and the folders in which another could be put for it; `name` says what it is. */
export function distrustOfFile(files: Files, name: string, file: string): Distrust | undefined {
  const entry = files.entryAt(file);
  if (!('realPath' in entry)) return { why: `${name} is not there any more`, mend: 'nothing was sent' };
  const { realPath, access, linkOwner } = entry;
  if (linkOwner !== undefined && !isTrusted(files, linkOwner)) {
    return { why: `${name} is a link that user ${linkOwner} made`, mend: 'put the file itself there' };
  }
  // For a link both are judged: what it leads to, and the folder in which somebody could replace it.
  const folders = new Set([dirname(realPath), ...(linkOwner === undefined ? [] : [dirname(file)])]);
  return (
    distrustOfAccess(files, name, realPath, access) ??
    [...folders].map((folder) => distrustOfFolder(files, name, folder)).find((one) => one !== undefined)
  );
}

/** `path` has that access; `name` says what it is. */
export function distrustOfAccess(
  files: Files,
  name: string,
  path: string,
  access: Access | undefined,
): Distrust | undefined {
  if (access === undefined) return undefined;
  const { owner, mode } = access;
  const word = shellWord(shown(files, path));
  if (!isTrusted(files, owner)) {
    return {
      why: `${name} belongs to user ${owner}, neither to you (${files.userId}) nor to root`,
      mend: `check what it says; if it is right, as root: chown ${files.userId} ${word}`,
    };
  }
  if ((mode & GROUP_OR_OTHERS_WRITE) === 0) return undefined;
  return {
    why: `its group or others may write ${name} (mode ${mode.toString(8)})`,
    mend: `check that it is as you left it, then: chmod go-w ${word}`,
  };
}

function distrustOfFolder(files: Files, name: string, folder: string): Distrust | undefined {
  const entry = files.entryAt(folder);
  if (!('realPath' in entry) || entry.access === undefined) return undefined;
  const { owner, mode } = entry.access;
  const guarded = (mode & STICKY) === 0 ? mode : mode & ~GROUP_OR_OTHERS_WRITE;
  return distrustOfAccess(files, `the folder of ${name}`, folder, { owner, mode: guarded });
}

const isTrusted = ({ userId }: Files, owner: number): boolean => owner === ROOT || owner === userId;
