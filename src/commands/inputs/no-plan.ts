/** What people name in the place of a plan: the config, or the list of instruments. */
import { basename, dirname, join, resolve } from 'node:path';
import { EXIT } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import { CONFIG_NAME, isThere, shown } from './input-files.ts';
import type { World } from '../world.ts';

const LIST_NAME = 'instruments.json';

/** Refuses (exit 2) a file that is no plan by its name. Judged as one it would be nothing but mistakes. */
export function refuseNoPlan(
  world: World,
  { planPath, bytes }: { readonly planPath: string; readonly bytes?: Uint8Array },
): void {
  const name = basename(planPath);
  const what = name === CONFIG_NAME ? 'the config' : name === LIST_NAME ? 'the list of instruments' : undefined;
  const file = resolve(world.folder, planPath);
  if (what === undefined || bytes !== undefined || !isThere(world, file)) return;
  const plans = join(dirname(file), 'plans');
  const names = world.namesIn(plans);
  const first = names.ok
    ? names.value.toSorted().find((one) => /\.ya?ml$/.test(one) && one !== CONFIG_NAME)
    : undefined;
  const hint =
    first === undefined ? 'name a file with orders' : `plans are in plans: ${shown(world, join(plans, first))}`;
  refuse(EXIT.usage, `${planPath} is ${what}, and no plan`, hint);
}
