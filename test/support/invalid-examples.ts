/** The examples of mistakes in `examples/invalid/`, loaded as `ordo validate` loads them from the root of the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { noAccountFile } from '../../src/commands/inputs/account-file.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { loadInstruments } from '../../src/config/load-instruments.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import type { LoadedPlan, LoadPlanOptions } from '../../src/plan/load-plan.ts';
import { readSource } from '../../src/source/read-source.ts';
import type { SourceFile } from '../../src/source/source-file.ts';

const root = new URL('../../', import.meta.url);
const folder = 'examples/invalid/';

export const exampleUrl = (name: string): URL => new URL(folder + name, root);

/** Each with its folder: plans without a policy, under one, and of a symbol that no list has. */
export const exampleNames: readonly string[] = ['', 'policy/', 'unlisted/'].flatMap((within) =>
  readdirSync(new URL(folder + within, root))
    .filter((name) => /^\d{2,3}-.*\.yaml$/.test(name))
    .map((name) => within + name.replace('.yaml', ''))
    .toSorted(),
);

/** `order-off-tick` of `12-order-off-tick`, whatever folder that is in. */
export const mistakeOf = (name: string): string => name.replace(/^(?:.*\/)?\d+-/, '');

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
const { policy } = needed(loadConfig(source('policy/ordo.config.yaml')).config, 'policy/ordo.config.yaml');

/** No example depends on the day. */
const NOW_MS = Date.UTC(2026, 10, 21);

export const loadExample = (name: string): LoadedPlan => loadInstead(name, source(`${name}.yaml`));

/** Another text, loaded as the example of that name is. */
export function loadInstead(name: string, text: SourceFile): LoadedPlan {
  const options: LoadPlanOptions = {
    ...(name.startsWith('unlisted/') ? { instruments: paperInstruments } : { instruments, strictSymbols: true }),
    nowMs: NOW_MS,
    account: () => noAccountFile(`${folder}account.json`, 'is not there'),
    ...(name.startsWith('policy/') && { policy, policyFile: `${folder}policy/ordo.config.yaml` }),
  };
  return loadPlan(text, options);
}
