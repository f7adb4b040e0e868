import { MEMORY } from '../../journal/url.ts';
import type { Config } from '../../model/config.ts';
import { openSession, type Session } from '../../session/session.ts';
import type { Reporter } from '../command-line/reporting.ts';
import type { World } from '../world.ts';

/** The account of the embedded paper exchange. Its journal is in memory, and lives no longer than the exchange. */
export const paperAccount = (origin: string): { readonly origin: string; readonly name: string } => ({
  origin,
  name: 'paper',
});

export async function paperSession(
  world: World,
  { config, journal }: { readonly config: Config; readonly journal: string | undefined },
  origin: string,
  { emit }: Reporter,
): Promise<Session> {
  if (journal !== undefined)
    emit({ event: 'note', message: 'on paper the journal is in memory: --journal is for --live' });
  const account = paperAccount(origin);
  const opened = await openSession({
    ledger: await world.openLedger(MEMORY),
    spool: await world.openSpool(MEMORY, account),
    scope: { account },
    limits: config.exchange.limits,
    settings: config.execution,
    clock: world.clock,
    emit,
  });
  if (!opened.ok) throw new Error('somebody else holds a ledger in memory');
  return opened.value;
}
