import type { JournalPlace } from '../../journal/records/scope.ts';
import { resolve } from 'node:path';
import type { KnownOrder } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { EventSink } from '../../ports.ts';
import type { Session } from '../../session/session.ts';
import type { LookedUp } from '../../session/lists/look-up.ts';
import { foundWords } from '../../session/lists/list-matches.ts';
import { soughtOf } from '../../session/lists/lookup-keys.ts';
import { exitCodeOf, tellLoss } from '../command-line/interruption.ts';
import { refuse } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import { connectLive } from '../live/connect-live.ts';
import { checkKey } from '../../actions/prepare/account-checks.ts';
import type { World } from '../world.ts';
import type { Conclusions } from '../../actions/settling/conclusions.ts';
import { troubleLine } from '../../actions/trouble-line.ts';
import { openWords } from '../../actions/settling/finding-words.ts';

export interface LookUpTask {
  readonly setup: Setup;
  readonly planPath: string;
  readonly place: JournalPlace;
  readonly rebind: boolean;
  readonly session: Session;
  readonly unknown: readonly KnownOrder[];
  readonly conclusions: Conclusions;
  readonly emit: EventSink;
}

/** Looks orders up on the live exchange, and concludes each. The exit code of a signal that ended it. */
export async function lookUp(world: World, task: LookUpTask): Promise<ExitCode | undefined> {
  const { setup, place, session, unknown, conclusions, planPath, rebind, emit } = task;
  if (!setup.config.exchange.queries) {
    refuse(
      EXIT.usage,
      'the config says that the exchange has no lookup calls (exchange.queries)',
      'look on the exchange, and decide with --placed or --absent',
    );
  }
  checkKey(await session.connect(() => connectLive(world, setup, place.account.origin), rebind), place);
  let signalled: ExitCode | undefined;
  const stopping = new AbortController();
  const unsubscribe = world.onInterruption((interruption) => {
    signalled ??= exitCodeOf(interruption);
    if (typeof interruption !== 'string') tellLoss(world.stderr, interruption, 'nothing more is looked up');
    stopping.abort('interrupted');
  });
  const byClientOid = new Map(unknown.map((order) => [order.clientOid, order]));
  const { plan, generation } = place;
  const run = { plan, generation, planFile: resolve(world.folder, planPath) };
  let isFirst = true;
  try {
    for await (const looked of session.lookUp(run, unknown.map(soughtOf), stopping.signal)) {
      const message = troubleLine(session, place.account.origin);
      if (isFirst && message !== undefined) emit({ event: 'note', message });
      isFirst = false;
      await conclude(byClientOid.get(looked.order.clientOid) as KnownOrder, looked, conclusions);
    }
    return signalled;
  } finally {
    unsubscribe();
  }
}

async function conclude(order: KnownOrder, { finding, as }: LookedUp, conclusions: Conclusions): Promise<void> {
  if (finding.kind !== 'found') return conclusions.open(order, finding.kind, openWords(order.id, finding));
  const { clientOid } = order;
  const decision = { clientOid, rule: 'found', evidence: foundWords(finding), orderId: finding.orderId } as const;
  return conclusions.settled([{ order, decision, ...defined({ stand: as?.stand }) }]);
}
