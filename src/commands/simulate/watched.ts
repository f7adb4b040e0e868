/** `ordo simulate --watch`: the screen of `ordo run --watch`, opened at its simulation. Nothing is placed here. */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { concluding, reporter } from '../command-line/reporting.ts';
import { STDIN } from '../inputs/candle-files.ts';
import { loadFor } from '../run/dry-run.ts';
import { watchSimulation } from '../watch/watch.ts';
import type { World } from '../world.ts';
import { givenSimulation } from './given.ts';
import { checkPrices, runOptions } from './rows.ts';

/** `args`: what `given` was read from. */
export function watchSimulated(world: World, given: Arguments, args: readonly string[]): Promise<ExitCode> {
  const { terminal } = world;
  const startedMs = world.clock.monotonicMs();
  const told = reporter(terminal, 'tui');
  checkWatching(world, given);
  return concluding(world, told, { mode: 'dry-run', target: 'paper', startedMs }, async () => {
    const asked = givenSimulation(given);
    const [variables = new Map(), ...more] = asked.variables.rows;
    if (more.length > 0)
      refuse('option/conflict', 'a watch shows one simulation, and --var gives several', 'give one value');
    const candles = asked.tried.candles.map(({ text }) => text);
    if (candles.includes(STDIN))
      refuse(
        'option/conflict',
        'a watch reads its keys from stdin, so its candles cannot come from there',
        'name a file',
      );
    const options = { ...runOptions(asked, variables), output: 'tui', startedMs } as const;
    const setup = await loadFor(world, options);
    if (setup.exitCode === EXIT.usage) {
      await told.diagnostics(setup.diagnostics);
      return EXIT.usage;
    }
    checkPrices(asked, setup);
    const words = args.filter((word) => word !== '--watch');
    const hasOwn = candles.length > 0 || asked.tried.path.length > 0;
    return watchSimulation(world, { options, setup, told }, hasOwn ? { words, files: candles } : { words });
  });
}

function checkWatching({ terminal: { stdout } }: World, given: Arguments): void {
  if (!stdout.isTerminal)
    refuse('option/conflict', '--watch needs a terminal: its simulation is shown on the screen', 'leave it out');
  const other = ['output', 'out'].find((name) => given.has(name));
  if (other !== undefined) refuse('option/conflict', `--${other} does not go with --watch`, 'leave one of them out');
}
