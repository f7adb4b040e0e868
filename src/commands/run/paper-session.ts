import { holdAccount } from '../../actions/hold-account.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import { MEMORY } from '../../journal/url.ts';
import type { Config } from '../../model/config.ts';
import type { Exchange } from '../../ports.ts';
import type { Session } from '../../session/session.ts';
import type { Reporter } from '../command-line/reporting.ts';
import type { PaperMarket, World } from '../world.ts';

/** The account of the embedded paper exchange. */
export const paperAccount = (origin: string): AccountName => ({ origin, name: 'paper' });

interface PaperNeeds {
  readonly config: Config;
  /** `--journal`, which is for a live run. */
  readonly journal: string | undefined;
  readonly told: Reporter;
  /** For a watch: prices that move. */
  readonly market?: PaperMarket;
}

interface PaperSession {
  readonly session: Session;
  readonly exchange: Exchange;
  readonly origin: string;
}

/** A paper exchange, and a session with it, for as long as `body` runs. Its journal is in memory, and lives no longer. */
export async function withPaperSession<T>(
  world: World,
  { config, journal, told: { emit }, market }: PaperNeeds,
  body: (paper: PaperSession) => Promise<T>,
): Promise<T> {
  const { limits, locale, timeoutMs, refusalCodes } = config.exchange;
  const connection = { speaking: config.exchange, locale, timeoutMs, refusalCodes: new Set(refusalCodes) };
  const paper = await world.exchanges.startPaper(limits, connection, market);
  const { origin, exchange } = paper;
  try {
    if (journal !== undefined)
      emit({ event: 'note', message: 'on paper the journal is in memory: --journal is for --live' });
    const account = paperAccount(origin);
    const ledger = await world.journals.open(MEMORY);
    const spool = await world.journals.openSpool(MEMORY, account);
    const how = { config, clock: world.clock, emit };
    const session = await holdAccount({ ledger, spool, scope: { account }, ...how });
    try {
      return await body({ session, exchange, origin });
    } finally {
      await session.close();
    }
  } finally {
    await paper.close();
  }
}
