/**
 * `ordo run --watch`: shows the dry run again at every save, and with `--execute` places what is new: on paper by itself, on a
 * live account by a person's approval of the code on the screen.
 */
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import type { Reporter } from '../command-line/reporting.ts';
import { withNotices } from '../live/notices.ts';
import { loadFor } from '../run/dry-run.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { Terminal, World } from '../world.ts';
import type { WatchInputs } from './arm.ts';
import type { GivenPrices } from './simulated-saves.ts';
import { Watch } from './watching.ts';

export async function watchPlan(world: World, options: RunOptions, told: Reporter, places: boolean): Promise<ExitCode> {
  if (places) checkPlacing(world.terminal, options);
  const what = { options, setup: await loadFor(world, options), told, ...(await simulatedBy(world, options, told)) };
  if (!places) return new Watch(world, what).run();
  // Without a config nobody knows whose account is to be held. A plan that is broken may be mended meanwhile.
  if (what.setup.exitCode === EXIT.usage) {
    await told.diagnostics(what.setup.diagnostics);
    return EXIT.usage;
  }
  if (options.live) {
    const { withLiveArm } = await import('./arm.ts');
    const about = { account: what.setup.config.exchange.account, plan: what.setup.plan?.name ?? options.planPath };
    return withNotices(world, { setup: what.setup, about }, told, (heard) => {
      const heardBy = { ...what, told: heard };
      return withLiveArm(world, heardBy, (arm) => new Watch(world, heardBy, arm).run());
    });
  }
  const { withPaperArm } = await import('./arm.ts');
  return withPaperArm(world, what, (arm) => new Watch(world, what, arm).run());
}

/** `ordo simulate --watch`: the same, which never places, opened at what it was asked for. */
export async function watchSimulation(world: World, what: WatchInputs, given: GivenPrices): Promise<ExitCode> {
  const simulated = await simulatedBy(world, what.options, what.told, given);
  return new Watch(world, { ...what, ...simulated, opensAt: 'simulation' }).run();
}

async function simulatedBy(
  world: World,
  options: RunOptions,
  told: Reporter,
  given?: GivenPrices,
): Promise<Pick<WatchInputs, 'simulated'>> {
  if (options.output !== 'tui') return {};
  const { SimulatedSaves } = await import('./simulated-saves.ts');
  return { simulated: new SimulatedSaves(world, options, told.emit, given) };
}

function checkPlacing({ stdout }: Terminal, { live, output, yes, approve, again }: RunOptions): void {
  if (live && output !== 'tui') {
    refuse(
      'approval/none',
      `--watch --execute --live needs ${stdout.isTerminal ? 'the screen' : 'a terminal'}: live orders are sent only after someone has seen them`,
      'leave --execute out, or run it once with --approve',
    );
  }
  if (yes || approve !== undefined) {
    const name = yes ? '--yes' : '--approve';
    refuse(
      'option/conflict',
      `${name} does not go with --watch: p approves what is on the screen`,
      `leave ${name} out`,
    );
  }
  if (again.length > 0) {
    refuse(
      'option/conflict',
      '--again does not go with --watch --execute: each save would place it once more',
      'run it once',
    );
  }
}
