/** What `--out` may take the place of. */
import { resolve } from 'node:path';
import { refuse } from '../../refusal.ts';
import type { Files } from '../world.ts';

/** A kind of file that a command writes. */
interface OwnKind {
  /** With its article, such as `a report`. */
  readonly what: string;
  readonly isOne: (bytes: Uint8Array) => boolean;
}

/** Refuses (exit 2) to write over anything but a file of this kind: a slip of the hand must not cost a plan. */
export function checkReplaceable(files: Files, out: string, { what, isOne }: OwnKind): void {
  const path = resolve(files.folder, out);
  const { kind } = files.entryAt(path);
  if (kind === 'nothing') return;
  const bytes = kind === 'file' ? files.read(path) : undefined;
  if (bytes?.ok === true && isOne(bytes.value)) return;
  refuse('output/would-overwrite', `--out ${out}: something that is not ${what} is there`, 'name another file');
}
