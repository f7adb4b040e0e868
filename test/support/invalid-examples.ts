/** The examples of mistakes in `examples/invalid/`, loaded as their names say. */
import { readdirSync, readFileSync } from 'node:fs';
import { loadConfig } from '../../src/config/load-config.ts';
import { loadInstruments } from '../../src/config/load-instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import type { LoadedPlan, LoadPlanOptions } from '../../src/plan/load-plan.ts';
import { readSource } from '../../src/source/read-source.ts';
import type { SourceFile } from '../../src/source/source-file.ts';

const root = new URL('../../', import.meta.url);
const folder = 'examples/invalid/';

export const exampleUrl = (name: string): URL => new URL(folder + name, root);

export const exampleNames: readonly string[] = readdirSync(new URL(folder, root))
  .filter((name) => /^\d{2,3}-.*\.yaml$/.test(name))
  .map((name) => name.replace('.yaml', ''))
  .toSorted();

function source(name: string): SourceFile {
  const read = readSource(folder + name, readFileSync(exampleUrl(name)));
  if (!read.ok) throw new Error(`${name}: ${read.error.message}`);
  return read.value;
}

function needed<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`${name} of the examples is invalid`);
  return value;
}

const instruments = needed(loadInstruments(source('instruments.json')).instruments, 'instruments.json');
const { policy } = needed(loadConfig(source('ordo.config.yaml')).config, 'ordo.config.yaml');

const NOW_MS = Date.UTC(2026, 11, 2);

/** The list is the user's own but where the example is about one that is not; the policy is only for its examples. */
export const loadExample = (name: string): LoadedPlan => loadInstead(name, source(`${name}.yaml`));

/** Another text, loaded as the example of that name is. */
export function loadInstead(name: string, text: SourceFile): LoadedPlan {
  const options: LoadPlanOptions = {
    instruments,
    nowMs: NOW_MS,
    strictSymbols: !/unlisted|instrument-needed/.test(name),
    ...(name.includes('policy') ? { policy } : {}),
  };
  return loadPlan(text, options);
}
