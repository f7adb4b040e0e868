/** `ordo run reviewed.json`: the run that a reviewed plan stands for. */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { refuse } from '../../refusal.ts';
import { carriedBy } from '../../actions/review/check-reviewed.ts';
import { readReviewedFile } from '../review/input-files.ts';
import type { World } from '../world.ts';
import { checkEarly } from './check-reviewed.ts';
import type { RunOptions } from './run-options.ts';

/** They would make another run of it than the reviewed one. */
const FIXED = ['var', 'only', 'again', 'replace', 'removed', 'config', 'out', 'expires', 'watch', 'seed'];

/** The options that the plan was compiled with, so that it is compiled again in the same way. */
export async function reviewedOptions(world: World, given: Arguments, options: RunOptions): Promise<RunOptions> {
  const file = options.planPath;
  const fixed = FIXED.find((name) => given.has(name));
  if (fixed !== undefined) {
    refuse(
      'option/conflict',
      `--${fixed} does not go with the reviewed plan ${file}`,
      'it is run as it was reviewed; give the plan itself to change something',
    );
  }
  const plan = await readReviewedFile(world.files, file);
  const reviewed = { file, plan };
  const kept = await checkEarly(world, reviewed, {
    nowMs: world.clock.wallMs(),
    isLive: options.live,
    follows: options.follow === true,
  });
  const { config, only, again } = plan.options;
  return {
    ...options,
    planPath: plan.planFile,
    variables: new Map(Object.entries(plan.options.var).map(([name, value]) => [name, decimalOf(file, name, value)])),
    only,
    again,
    placed: carriedBy(plan),
    reviewed,
    ...defined({ configPath: config, kept }),
  };
}

const decimalOf = (file: string, name: string, text: string): Decimal =>
  Decimal.parse(text) ??
  refuse('reviewed/damaged', `the reviewed plan ${file} gives the variable ${name} a value that is not a number`);
