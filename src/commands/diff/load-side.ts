/** Reads a side of a difference with its own config and list, and compiles all of it as if nothing was sent yet. */
import { basename, dirname, join, resolve } from 'node:path';
import type { Schedule } from '../../compile/compile-plan.ts';
import type { ReviewedPlan } from '../../generated/reviewed.ts';
import { emptyJournal } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { EXIT } from '../../model/exit-code.ts';
import { paperInstruments } from '../../paper/v2/order/instruments.ts';
import type { VariableValues } from '../../plan/load-plan.ts';
import { planSide, type DiffSide } from '../../views/diff/difference.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { SourceFile } from '../../source/source-file.ts';
import { refusalOf, refuse } from '../../refusal.ts';
import { compileUnder } from '../../actions/prepare/compile-under.ts';
import { isBelow, realPathOf } from '../inputs/input-files.ts';
import { configAlone } from '../inputs/one-plan.ts';
import { loadSetup, type Setup } from '../inputs/setup.ts';
import { isReviewedFile } from '../review/looks-reviewed.ts';
import { readReviewedFile } from '../review/input-files.ts';
import { canLive } from '../run/dry-run.ts';
import type { Files, World } from '../world.ts';
import { worldAt } from './commit-files.ts';
import { nameOf, type NamedSide } from './named-side.ts';
import { reviewedSide } from './reviewed-side.ts';

export interface SideOptions {
  readonly configPath: string | undefined;
  readonly variables: VariableValues;
}

export type LoadedSide = LoadedPlanSide | LoadedReviewed;

export interface LoadedPlanSide {
  readonly kind: 'plan';
  readonly setup: Setup;
  /** Undefined where the plan has errors, which `setup` says. */
  readonly side?: DiffSide;
  /** The plan's path, from the folder of its files. */
  readonly planPath: string;
  /** Whether a live exchange is configured. */
  readonly isLive: boolean;
  /** The plan, compiled. */
  readonly schedule?: Schedule;
  /** Where the files of this side are. */
  readonly world: World;
}

interface LoadedReviewed {
  readonly kind: 'reviewed';
  readonly reviewed: ReviewedPlan;
  readonly side: DiffSide;
  readonly planPath: string;
}

export async function loadSide(world: World, named: NamedSide, options: SideOptions): Promise<LoadedSide> {
  if (named.kind === 'file') return load(world, named, options);
  const configPath = options.configPath === undefined ? undefined : realFile(world.files, options.configPath);
  const isOutside = configPath !== undefined && !isBelow(named.root, configPath);
  const files = worldAt(world, named.root, named.commit, isOutside);
  try {
    const loaded = await load(files, named, { ...options, configPath, today: world.files });
    if (loaded.kind === 'reviewed') return loaded;
    return { ...loaded, setup: { ...loaded.setup, diagnostics: atRef(named.ref, loaded.setup.diagnostics) } };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return refuse(refusal.code, `at ${named.ref}: ${refusal.message}`, refusal.hint);
  }
}

/** The file's path, without a link in its folder's: as git tells the root. */
function realFile(files: Files, path: string): string {
  const file = resolve(files.folder, path);
  return join(realPathOf(files, dirname(file)) ?? dirname(file), basename(file));
}

async function load(
  world: World,
  named: NamedSide,
  { configPath, variables, today }: SideOptions & { readonly today?: Files },
): Promise<LoadedSide> {
  const planPath = named.path;
  const entry = world.files.entryAt(resolve(world.files.folder, planPath));
  // Its folder may not be a place to look for a config in.
  if (entry.kind === 'closed') refuse('input/unreadable', `the plan ${planPath} cannot be read: ${entry.why}`);
  if (entry.kind === 'file' && isReviewedFile(world.files, planPath)) {
    const reviewed = await readReviewedFile(world.files, planPath);
    return { kind: 'reviewed', reviewed, planPath, side: reviewedSide(nameOf(named), reviewed) };
  }
  const bare = await configAlone(world.files, planPath, configPath);
  const isLive = canLive(world, bare.config);
  const name = nameOf(named);
  if (named.mayLack && entry.kind === 'nothing')
    return {
      kind: 'plan',
      setup: bare,
      planPath,
      isLive,
      world,
      ...(bare.exitCode === EXIT.done && { side: { name, orders: [] } }),
    };
  const setup = await loadSetup(world, {
    planPath,
    variables,
    ...defined({ configPath, today }),
    ...(!isLive && { otherwise: paperInstruments }),
  });
  const { plan, config } = setup;
  if (plan === undefined) return { kind: 'plan', setup, planPath, isLive, world };
  const whole = compileUnder(config, plan, emptyJournal, { planPath, only: [], again: [] });
  return { kind: 'plan', setup, planPath, isLive, world, schedule: whole, side: planSide(name, plan, whole) };
}

/** The same with the ref before the name of each file. */
function atRef(ref: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sources = new Map<SourceFile, SourceFile>();
  return diagnostics.map((one) => {
    const { path, text, hidesText } = one.source;
    const source = sources.get(one.source) ?? new SourceFile(`${ref}:${path}`, text, hidesText);
    sources.set(one.source, source);
    return { ...one, source };
  });
}
