/** The files that a reviewed plan was compiled from, as it names them: their sums, and those that were not there. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ReviewedInputs } from '../../actions/review/reviewed-plan.ts';
import { readReviewed } from '../../actions/review/read-reviewed.ts';
import { sha256 } from '../../actions/review/reviewed-text.ts';
import type { ReviewedPlan } from '../../generated/reviewed.ts';
import type { Interface } from '../../model/interfaces.ts';
import { refuse } from '../../refusal.ts';
import { CONFIG_NAME } from '../inputs/input-files.ts';
import { readConfig } from '../inputs/read-config.ts';
import type { Setup } from '../inputs/setup.ts';
import type { Files } from '../world.ts';

export async function readReviewedFile(files: Files, path: string): Promise<ReviewedPlan> {
  const bytes = files.read(resolve(files.folder, path));
  if (!bytes.ok) refuse('input/unreadable', `the reviewed plan ${path} cannot be read: ${bytes.error}`);
  return readReviewed(path, bytes.value);
}

/** How the plan was named and selected. */
interface Asked {
  readonly planPath: string;
  readonly configPath?: string | undefined;
  /** Values of variables, and the orders that were selected, as they were given. */
  readonly variables: ReadonlyMap<string, { toString(): string }>;
  readonly only: readonly string[];
}

export const reviewedInputs = (
  files: Files,
  setup: Setup,
  { planPath, configPath, variables, only }: Asked,
): ReviewedInputs => ({
  planFile: portable(files, planPath),
  inputs: inputSums(files, setup),
  absent: absentOf(files, setup, planPath),
  options: {
    ...(configPath !== undefined && { config: portable(files, configPath) }),
    var: Object.fromEntries([...variables].map(([variable, value]) => [variable, value.toString()])),
    only: [...only],
  },
});

/** A path from the current folder, in the same words on every system. */
export const portable = (files: Files, path: string): string =>
  relative(files.folder, resolve(files.folder, path)).split(sep).join('/');

/** SHA-256 of every file that was read. */
export const inputSums = (files: Files, { bytesRead }: Setup): ReviewedPlan['inputs'] =>
  Object.fromEntries([...bytesRead].map(([file, bytes]) => [portable(files, file), sha256(bytes)]));

/** The config and the list that would have been read, had they been there. */
function absentOf(files: Files, { configFile, missing }: Setup, planPath: string): string[] {
  const config = join(dirname(resolve(files.folder, planPath)), CONFIG_NAME);
  return [...(configFile === undefined ? [config] : []), ...missing].map((file) => portable(files, file));
}

/** Every byte of the inputs, before anything is compiled. */
export const fileDifferences = (files: Files, { inputs }: ReviewedPlan): string[] =>
  Object.entries(inputs).flatMap(([path, hash]) => {
    const bytes = files.read(resolve(files.folder, path));
    if (!bytes.ok) return [`${path} cannot be read: ${bytes.error} (paths go from ${files.folder})`];
    return sha256(bytes.value) === hash ? [] : [changed(path)];
  });

/** The config and the lists that are there now, and were not. */
export const appeared = (files: Files, { absent }: ReviewedPlan): string[] =>
  absent.flatMap((path) =>
    files.entryAt(resolve(files.folder, path)).kind === 'nothing' ? [] : [`${path} is there now, and was not before`],
  );

/** What the config says at this moment, where it can be read: it may have changed, so nothing else goes by it. */
export async function interfaceNow(files: Files, { options, inputs }: ReviewedPlan): Promise<Interface | undefined> {
  const file = options.config ?? Object.keys(inputs).find((path) => basename(path) === CONFIG_NAME);
  const path = file === undefined ? undefined : resolve(files.folder, file);
  if (path === undefined || !files.read(path).ok) return undefined;
  const read = await readConfig(files, path);
  return read.ok ? read.value.config.exchange.interface : undefined;
}

/** The inputs of the very bytes that are compiled, and what is read now but was not there then. */
export function inputDifferences({ inputs }: ReviewedPlan, now: ReviewedPlan['inputs']): string[] {
  const paths = new Set([...Object.keys(inputs), ...Object.keys(now)]);
  return [...paths].flatMap((path) => {
    if (inputs[path] === now[path]) return [];
    if (inputs[path] === undefined) return [`${path} is read now, and was not there before`];
    return [now[path] === undefined ? `${path} is no longer read` : changed(path)];
  });
}

const changed = (path: string): string => `${path} has changed`;
