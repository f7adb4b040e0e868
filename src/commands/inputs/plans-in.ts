/** Which plans a folder holds. */
import { join, resolve } from 'node:path';
import { count } from '../../model/count.ts';
import { readSource } from '../../source/read-source.ts';
import { refuse } from '../../refusal.ts';
import type { Files } from '../world.ts';
import { CONFIG_NAME, realPathOf } from './input-files.ts';

const YAML_NAME = /\.ya?ml$/i;
const PASSED_OVER: ReadonlySet<string> = new Set([CONFIG_NAME, 'node_modules']);

/**
 * The plans in a folder and below it, sorted, named from that folder: the YAML files that have orders. Refuses (exit 2) a folder
 * without one, or one that cannot be read. Hidden files and folders, and links to folders, are passed over.
 */
function plansIn(files: Files, folder: string): readonly string[] {
  const found = yamlFilesIn(files, folder);
  const plans = found.filter((file) => mayBePlan(files, file));
  if (plans.length > 0) return plans;
  return refuse(
    'input/not-a-plan',
    `there is no plan in ${folder}`,
    found.length === 0
      ? 'a plan is a .yaml or .yml file'
      : `${count(found.length, 'YAML file')} there, and none has orders`,
  );
}

/** The plans that a word of the command names: those of a folder, or the file. */
export const plansAt = (files: Files, path: string): readonly string[] =>
  files.entryAt(resolve(files.folder, path)).kind === 'folder' ? plansIn(files, path) : [path];

function yamlFilesIn(files: Files, folder: string): readonly string[] {
  const names = files.namesIn(resolve(files.folder, folder));
  if (!names.ok) return refuse('input/unreadable', `the folder ${folder} cannot be read: ${names.error}`);
  const real = realPathOf(files, resolve(files.folder, folder)) ?? folder;
  return names.value
    .filter((name) => !name.startsWith('.') && !PASSED_OVER.has(name))
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name);
      const entry = files.entryAt(resolve(files.folder, path));
      if (entry.kind !== 'folder') return YAML_NAME.test(name) ? [path] : [];
      // A link may lead in a circle.
      return entry.realPath === join(real, name) ? yamlFilesIn(files, path) : [];
    });
}

/** By its text alone, so that a plan whose YAML is broken is one too. What cannot be read is taken, and reported where it is read. */
function mayBePlan(files: Files, path: string): boolean {
  const bytes = files.read(resolve(files.folder, path));
  if (!bytes.ok) return true;
  const source = readSource(path, bytes.value);
  return !source.ok || hasOrders(source.value.text);
}

const BLOCK_KEY = /^(["']?)orders\1[ \t]*:/m;
/** Where the whole plan stands between braces. */
const FLOW_KEY = /^\s*\{[^]*["'{,\s]orders["']?\s*:/;
const hasOrders = (text: string): boolean => BLOCK_KEY.test(text) || FLOW_KEY.test(text);
