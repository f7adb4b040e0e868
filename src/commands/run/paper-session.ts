import { MEMORY } from '../../ledger/url.ts';
import { openSession, type Session } from '../../session/session.ts';
import type { Reporter } from '../command-line/reporting.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';

/** The account of the embedded paper exchange. Its journal is in memory, and lives no longer than the exchange. */
export const paperAccount = (origin: string): { readonly origin: string; readonly name: string } => ({
  origin,
  name: 'paper',
});

export async function paperSession(
  world: World,
  { config }: Setup,
  origin: string,
  { emit }: Reporter,
): Promise<Session> {
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
