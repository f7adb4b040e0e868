/** Which past runs of a plan are asked for, and their stories. */
import { listRuns, storiesOf } from '../../journal/history/past-runs.ts';
import type { RunListed } from '../../journal/history/kept-run.ts';
import { cutLeft } from '../../actions/follow/cut-left.ts';
import { count } from '../../model/count.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import type { ToldRuns } from '../../views/history/report-text.ts';
import type { Arguments, OptionSpecs } from '../command-line/arguments.ts';
import { configOption, journalOption } from '../command-line/shared-options.ts';
import { VAR_OPTION } from '../command-line/var-option.ts';
import { loadOnePlan, NAME_OPTION } from '../inputs/one-plan.ts';
import { readAccount } from '../live/journal-place.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, needsExchange } from '../live/live-target.ts';
import { planMeant } from '../live/plan-meant.ts';
import type { World } from '../world.ts';

export const PAST_OPTIONS: OptionSpecs = {
  name: NAME_OPTION,
  config: configOption(),
  var: VAR_OPTION,
  journal: journalOption(),
};

/** The stories of the runs that `--run` names, by default the last; or the exit code of a config that is invalid. */
export async function askedRuns(world: World, command: string, given: Arguments): Promise<ToldRuns | ExitCode> {
  const who = `${command} finds the account by its exchange, and`;
  const one = await loadOnePlan(world, command, given, needsExchange(world, who));
  if (typeof one === 'number') return one;
  const account = accountOf(world, one.setup.config, who);
  const place = { journal: await journalAt(world, given.value('journal'), one.setup.config), account };
  const { plan } = planMeant(world.files, one, await readAccount(world.journals, place));
  const ledger = await world.journals.open(place.journal.url);
  const runs = await listRuns(ledger, account, plan);
  const left = cutLeft(one.setup.config.execution.cancelWaitMs);
  const wanted = chosen(runs, given.value('run') ?? 'last', plan, place.journal.name);
  return { plan, account, stories: await storiesOf(ledger, account, wanted, left) };
}

function chosen(runs: readonly RunListed[], asked: string, plan: string, journal: string): readonly RunListed[] {
  if (runs.length === 0) {
    refuse(
      'journal/unknown-run',
      `the journal ${journal} knows no run of ${plan}`,
      'only live runs are kept: a paper run’s journal goes with it',
    );
  }
  if (asked === 'all') return runs;
  const run = asked === 'last' ? runs.at(-1) : runs.find((one) => String(one.run) === asked);
  if (run !== undefined) return [run];
  return refuse(
    'journal/unknown-run',
    `--run ${asked}: there is no such run`,
    `the journal knows ${count(runs.length, 'run')} of ${plan}: 1${runs.length === 1 ? '' : ` to ${runs.length}`}`,
  );
}
