import { resolve } from 'node:path';
import { Settler } from '../../session/settler.ts';
import type { Finding, Sought } from '../../session/sightings.ts';
import type { KnownOrder } from '../../ledger/state.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { callsDigest } from '../../model/ids.ts';
import type { EventSink, Journal } from '../../ports.ts';
import type { Conclusions } from './conclusions.ts';
import { connectLive } from '../live/connect-live.ts';
import { bindKey } from '../live/live-facts.ts';
import { foundWords, openWords } from './finding-words.ts';
import { exitCodeOf, tellLoss } from '../command-line/interruption.ts';
import { refuse } from '../command-line/refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import type { JournalPlace, World } from '../world.ts';

export interface LookUp {
  readonly setup: Setup;
  readonly planPath: string;
  readonly place: JournalPlace;
  readonly rebind: boolean;
  readonly journal: Journal;
  readonly unknown: readonly KnownOrder[];
  readonly conclusions: Conclusions;
  readonly emit: EventSink;
}

/** Looks orders up on the live exchange, and concludes each. The exit code of a signal that ended it. */
export async function lookUp(world: World, task: LookUp): Promise<ExitCode | undefined> {
  const { setup, journal, unknown, conclusions, emit } = task;
  const { exchange: settings, execution } = setup.config;
  if (!settings.queries) {
    refuse(
      EXIT.usage,
      'the config says that the exchange has no lookup calls (exchange.queries)',
      'look on the exchange, and decide with --placed or --absent',
    );
  }
  const exchange = await connectLive(world, setup, task.place.account.origin);
  bindKey(journal, exchange, task.place, task.rebind);
  journal.beginRun({ planFile: resolve(world.folder, task.planPath), digest: callsDigest([]) });
  const settler = new Settler({
    lists: exchange,
    journal,
    clock: world.clock,
    limits: settings.limits,
    rateRefusals: execution.rateRefusals,
    maxPauseMs: execution.maxPauseMs,
    orderIdOwner: (orderId) => journal.orderIdOwner(orderId)?.id,
    note: (message) => emit({ event: 'note', message }),
  });
  let signalled: ExitCode | undefined;
  const unsubscribe = world.onInterruption((interruption) => {
    signalled ??= exitCodeOf(interruption);
    if (typeof interruption !== 'string') tellLoss(world.stderr, interruption, 'nothing more is looked up');
    settler.stop('interrupted');
  });
  const byClientOid = new Map(unknown.map((order) => [order.clientOid, order]));
  try {
    await settler.look(unknown.map(sought), ({ clientOid }, finding) =>
      conclude(byClientOid.get(clientOid) as KnownOrder, finding, conclusions),
    );
    return signalled;
  } finally {
    unsubscribe();
    await exchange.close();
  }
}

const sought = ({ id, clientOid, content, sentAtMs }: KnownOrder): Sought => ({
  id,
  clientOid,
  sentAtMs,
  symbol: content['symbol'] ?? '',
  side: content['side'] ?? '',
  size: content['size'] ?? '',
  isTrigger: content['trigger'] !== undefined,
});

function conclude(order: KnownOrder, finding: Finding, conclusions: Conclusions): void {
  switch (finding.kind) {
    case 'found':
      return conclusions.settled(order, { rule: 'found', evidence: foundWords(finding), orderId: finding.orderId });
    case 'not-found':
    case 'failed':
    case 'found-twice':
    case 'order-id-shared':
    case 'found-differs':
      return conclusions.open(order, finding.kind, openWords(order.id, finding));
  }
}
