/** `ordo cancel`: takes standing orders of a plan off the exchange. */
import type { ExitCode } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import { readArguments, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import { givenExecution } from '../command-line/approval-code.ts';
import { checkVariables } from '../command-line/environment-variables.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind } from '../command-line/output-kind.ts';
import { answerReporter, concluding, finished } from '../command-line/reporting.ts';
import { configOption, journalOption, OUTPUT_OPTION, REBIND_OPTION } from '../command-line/shared-options.ts';
import { VAR_OPTION } from '../command-line/var-option.ts';
import { GENERATION_OPTION, loadOnePlan, NAME_OPTION } from '../inputs/one-plan.ts';
import { givenPlace } from '../live/same-again.ts';
import { needsExchange } from '../live/live-target.ts';
import type { World } from '../world.ts';
import { cancelPlan, NO_CANCELS } from './cancel-plan.ts';
import type { CancelChosen } from './prepared-cancel.ts';

const CANCEL_OPTIONS: OptionSpecs = {
  execute: { help: 'send the cancels; without it nothing is sent' },
  live: { help: 'required with --execute: cancels always go to the live exchange' },
  only: { value: '<id>', many: true, help: 'only this order, or the rungs of this ladder; repeatable' },
  removed: { help: 'only what is no longer in the plan' },
  approve: { value: '<code>', help: 'cancel what has this approval code (all 64 digits)' },
  yes: { help: 'cancel whatever is open' },
  name: NAME_OPTION,
  generation: GENERATION_OPTION,
  rebind: REBIND_OPTION,
  var: VAR_OPTION,
  config: configOption(),
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

export const CANCEL_HELP: CommandHelp = {
  usage: 'ordo cancel <plan>',
  brief: 'cancel the open orders of a plan',
  summary: 'Show which open orders of a plan would be cancelled; --execute cancels them.',
  more: `Only orders of this plan that the journal knows are touched, never others of the account.
The answer to a cancel does not say that the order is gone: an order counts as cancelled only
when its record on the exchange says so. ordo looks for that for up to execution.cancelWait;
the order may fill meanwhile. Whoever follows the plan is asked to end first. Repeat the command
until nothing is open. The plan's file may be broken, forbidden or gone, except with --removed.`,
  options: CANCEL_OPTIONS,
  examples: [
    ['ordo cancel plan.yaml', 'the open orders and the cancel calls'],
    ['ordo cancel plan.yaml --execute --live', 'cancel all of it, asking first'],
    ['ordo cancel plan.yaml --only entry --execute --live', 'one order, or the rungs of one ladder'],
    ['ordo cancel plan.yaml --removed --execute --live', 'what was taken out of the plan'],
    ['ordo cancel --name btc-breakout --execute --live', 'by the plan’s name, if its file is gone'],
  ],
};

export async function cancel(world: World, args: readonly string[]): Promise<ExitCode> {
  const startedMs = world.clock.monotonicMs();
  const given = readArguments('cancel', args, CANCEL_OPTIONS);
  const output = outputKind(given.value('output') ?? 'lines', world);
  const told = answerReporter(world.terminal, output);
  const execute = given.has('execute');
  const finish = { mode: execute ? 'execute' : 'dry-run', target: 'live', startedMs, nothing: NO_CANCELS } as const;
  return concluding(world, told, finish, async () => {
    checkVariables(world);
    const options = optionsOf(given, execute);
    const one = await loadOnePlan(world, 'cancel', given, needsExchange(world, 'cancel'));
    if (typeof one !== 'number') return cancelPlan(world, { ...one, options }, finish, told);
    told.emit(finished(world, finish, one));
    return one;
  });
}

function optionsOf(given: Arguments, execute: boolean): CancelChosen {
  if (execute && !given.has('live'))
    refuse(
      'option/needs-another',
      'cancel --execute needs --live',
      'a paper run leaves nothing behind to cancel: add --live',
    );
  return {
    ...givenExecution(given, { with: ['approve', 'yes', 'rebind'], add: '--execute --live' }),
    only: given.values('only'),
    removed: given.has('removed'),
    ...givenPlace(given),
  };
}
