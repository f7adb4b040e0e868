/** What the words of `ordo diff` name: files, and paths at a commit. */
import { resolve } from 'node:path';
import { refuse } from '../../refusal.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { isThere } from '../inputs/input-files.ts';
import { isReviewedFile } from '../review/looks-reviewed.ts';
import type { Files } from '../world.ts';
import { commitNamed, pathInGit, placeInGit, type PlaceInGit } from './commit-files.ts';

export type NamedSide =
  | { readonly kind: 'file'; readonly path: string; readonly mayLack: boolean }
  | ({
      readonly kind: 'commit';
      readonly ref: string;
      readonly commit: string;
      /** Whether the path need not be there. */
      readonly mayLack: boolean;
    } & PlaceInGit);

/** Without a ref of its own, the side before is this. */
const USUAL_BASE = 'HEAD';

/** A ref, which may have braces with colons in them, and a path. */
const AT_REF = /^((?:[^:{]|\{[^}]*\})+):(.+)$/s;

/** The sides before and after; refuses (exit 2) what names none. */
export function namedSides(
  files: Files,
  positionals: readonly string[],
  base: string | undefined,
): readonly [NamedSide, NamedSide] {
  const [one, other, ...more] = positionals;
  if (one === undefined || more.length > 0) {
    refuse(
      'command/names',
      'diff takes one plan or two',
      'write ordo diff <before> <after>, or ordo diff <plan> --base <ref>',
    );
  }
  if (other !== undefined && base !== undefined) {
    refuse('option/conflict', '--base is for one plan, and two are named', 'leave one of them out');
  }
  if (other !== undefined) return [named(files, one, false), named(files, other, false)];
  const after = named(files, one, true);
  if (after.kind === 'file' && isReviewedFile(files, after.path)) {
    refuse(
      'input/not-a-plan',
      `${after.path} is a reviewed plan`,
      `name what it is compared with: ordo diff <plan> ${shellWord(after.path)}`,
    );
  }
  const place = after.kind === 'file' ? placeInGit(files, resolve(files.folder, after.path)) : after;
  return [atRef(files, base ?? USUAL_BASE, place, true), after];
}

function named(files: Files, text: string, mayLack: boolean): NamedSide {
  const [, ref, path] = AT_REF.exec(text) ?? [];
  if (ref === undefined || path === undefined || isThere(files, resolve(files.folder, text)))
    return { kind: 'file', path: text, mayLack };
  return atRef(files, ref, pathInGit(files, path), mayLack);
}

const atRef = (files: Files, ref: string, { root, path }: PlaceInGit, mayLack: boolean): NamedSide => ({
  kind: 'commit',
  ref,
  root,
  path,
  commit: commitNamed(files, root, ref),
  mayLack,
});

export const nameOf = (side: NamedSide): string => (side.kind === 'file' ? side.path : `${side.ref}:${side.path}`);
