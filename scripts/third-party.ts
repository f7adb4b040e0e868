/**
 * The licences of the libraries in `dist/`. MIT and ISC let code be copied only together with their notice, so the package
 * carries the text of every library that it has code of, and a library without one fails the build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { err, ok, type Result } from '../src/model/result.ts';

/** The text of a library that publishes none. It stands for these versions only: a new one is looked at first. */
export interface KeptText {
  readonly name: string;
  readonly version: RegExp;
  readonly file: string;
}

interface Library {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly licences: readonly string[];
  readonly notices: readonly string[];
}

const LICENCE = /^(?:licen[cs]e|copying)(?:[-_.][a-z0-9]+)*$/i;
/** Such as THIRD-PARTY-NOTICES, of what a library has inside itself. */
const NOTICE = /^(?:third[-_]party[-_])?notices?(?:[-_.][a-z0-9]+)*$/i;
const PROGRAM = /\.(?:[cm]?[jt]sx?|json|map)$/i;

/**
 * One text for all libraries that the bundles have code of, or each fault: a library without licence, a kept text that
 * nothing needs.
 */
export function thirdPartyText(
  bundles: readonly Metafile[],
  root: string,
  kept: readonly KeptText[],
): Result<string, readonly string[]> {
  const libraries = librariesIn(bundles, root);
  const used = new Set<KeptText>();
  const faults: string[] = [];
  const parts = libraries.map((library) => {
    const instead = kept.find(({ name, version }) => name === library.name && version.test(library.version));
    if (library.licence === '') faults.push(`${nameOf(library)} names no licence in its package.json`);
    if (library.licences.length > 0) return partOf(library, library.licences);
    if (instead === undefined) {
      faults.push(`${nameOf(library)} has no licence file: keep its text, and name it in scripts/build.ts`);
      return '';
    }
    used.add(instead);
    return partOf(library, [readFileSync(instead.file, 'utf8')]);
  });
  for (const text of kept) {
    if (!used.has(text))
      faults.push(`${text.file} is not needed: no bundled ${text.name} of that version lacks a text`);
  }
  return faults.length > 0 ? err(faults) : ok(`${[HEAD, ...parts].join('\n\n')}\n`);
}

const HEAD = 'ordo contains code of these libraries, each under its own licence.';
const RULE = '-'.repeat(80);
const nameOf = ({ name, version }: Library): string => `${name} ${version}`;

const partOf = (library: Library, licences: readonly string[]): string =>
  [
    `${RULE}\n${nameOf(library)} (${library.licence})\n${RULE}`,
    ...[...licences, ...library.notices].map((text) => text.replaceAll('\r\n', '\n').trim()),
  ].join('\n\n');

/** Every library with code in a bundle, each version once, by name. */
function librariesIn(bundles: readonly Metafile[], root: string): readonly Library[] {
  const folders = new Set<string>();
  for (const output of bundles.flatMap(({ outputs }) => Object.values(outputs))) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  const byName = new Map(
    [...folders].map((folder) => readLibrary(join(root, folder))).map((one) => [nameOf(one), one]),
  );
  return [...byName.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function readLibrary(folder: string): Library {
  const told = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const textsOf = (pattern: RegExp): readonly string[] =>
    readdirSync(folder)
      .filter((name) => pattern.test(name) && !PROGRAM.test(name))
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.trim() !== '');
  const { name, version, license } = told;
  return {
    name: String(name),
    version: String(version),
    licence: typeof license === 'string' ? license : '',
    licences: textsOf(LICENCE),
    notices: textsOf(NOTICE),
  };
}
