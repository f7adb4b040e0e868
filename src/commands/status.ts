/** `ordo status`: what the journal knows of each order of a plan; no key, no socket, nothing written. */
import { outcomeEvent } from '../ledger/outcome-event.ts';
import { historyOf, stateOf } from '../ledger/known-account.ts';
import type { KnownOrder } from '../ledger/state.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { orderContent } from '../model/order.ts';
import { safeText } from '../model/safe-text.ts';
import { ndjsonSink } from '../report/formats/ndjson.ts';
import { renderStatus } from '../report/answers/status-lines.ts';
import { VAR_OPTION } from './command-line/var-option.ts';
import { readArguments, type OptionSpecs } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { configOption, journalOption, OUTPUT_OPTION } from './command-line/shared-options.ts';
import { readAccountInUse } from './live/journal-place.ts';
import { journalWords } from './live/live-facts.ts';
import { loadOnePlan } from './inputs/one-plan.ts';
import { accountOf, journalPath } from './live/live-target.ts';
import type { World } from './world.ts';

export const STATUS_OPTIONS: OptionSpecs = {
  config: configOption(),
  var: VAR_OPTION,
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

export const STATUS_HELP: CommandHelp = {
  usage: 'ordo status <plan>',
  brief: 'what the journal knows of each order',
  summary: 'What the journal knows of each order.',
  options: STATUS_OPTIONS,
  examples: [['ordo status plan.yaml', 'accepted, rejected, unknown or never sent, with order ids']],
};

export async function status(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('status', args, STATUS_OPTIONS);
  const loaded = await loadOnePlan(world, 'status', given);
  if (typeof loaded === 'number') return loaded;
  const { output, setup, plan } = loaded;
  const account = accountOf(world, setup.config, 'status tells of live orders and');
  const file = await journalPath(world, given.value('journal'));
  const place = { file, account, plan: plan.name, generation: plan.generation };
  const { all, holder } = await readAccountInUse(world, place);
  const known = stateOf(all, place);
  const isAwaited = ({ state }: KnownOrder): boolean => state === 'in-flight' && holder !== undefined;
  if (output === 'ndjson') {
    const emit = ndjsonSink((text) => world.stdout.write(text));
    for (const order of known.values()) {
      const event = isAwaited(order) ? undefined : outcomeEvent(order);
      if (event !== undefined) emit(event);
    }
  } else {
    const { color, width } = world.stdout;
    const orders = plan.orders.map((order) => ({ id: order.id, content: orderContent(order) }));
    const head = `${plan.name}, generation ${plan.generation}, account ${account.name} at ${account.origin}`;
    const journal = `journal ${journalWords(file, historyOf(all, plan.name))}`;
    world.stdout.write(`${safeText(head)}\n${safeText(journal)}\n\n`);
    world.stdout.write(`${renderStatus(known, orders, { color, width })}\n`);
  }
  const unknown = [...known.values()].some(
    (order) => order.state === 'unknown' || (order.state === 'in-flight' && !isAwaited(order)),
  );
  return unknown ? EXIT.unknown : EXIT.done;
}
