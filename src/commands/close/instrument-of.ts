/** The step and the sizes of the symbol of a close: by the list of the config, or else by the exchange’s own. */
import { askForContracts, listOf, untilAnswered } from '../../actions/instruments/ask-contracts.ts';
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { RefusalCode } from '../../model/refusals.ts';
import { refuse, RefusalError } from '../../refusal.ts';
import { instrumentsIfAny, precisionWords } from '../inputs/instruments-list.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';

interface FoundInstrument {
  readonly instrument: Instrument;
  readonly precision: string;
  readonly instrumentsFile?: string;
}

interface Asked {
  readonly symbol: string;
  readonly account: AccountName;
  readonly journal: JournalAddress;
  /** Told what a person waits for. */
  readonly note: (message: string) => void;
}

/** Refuses (exit 2) a symbol that the exchange does not list, and (7) where it does not say. A list that lacks it, is broken, or is not there, holds nobody back. */
export async function instrumentOf(world: World, setup: Setup, asked: Asked): Promise<FoundInstrument> {
  const { symbol } = asked;
  const found = await instrumentsIfAny(world.files, setup);
  const known = found.instruments?.bySymbol.get(symbol);
  if (known !== undefined) {
    const { instrumentsFile } = found;
    const precision = precisionWords(world.files, found);
    return { instrument: known, precision, ...(instrumentsFile !== undefined && { instrumentsFile }) };
  }
  const contracts = await contractsOf(world, setup, asked);
  const { list } = listOf(contracts, [symbol]);
  return {
    instrument: list.bySymbol.get(symbol) as Instrument,
    precision: `by ${contracts.source} of ${contracts.asOf}`,
  };
}

const UNREAD: ReadonlySet<RefusalCode> = new Set(['exchange/no-answer', 'exchange/bad-answer']);
const EVERY_MS = 500;

/**
 * Asked again for `execution.cancelWait`, as what is held is: one answer that is lost keeps nobody in a position. Where the rate limit
 * refuses it, it waits as every other question does.
 */
async function contractsOf(
  world: World,
  { config }: Setup,
  { account, journal, note }: Asked,
): ReturnType<typeof askForContracts> {
  const { clock } = world;
  const ledger = await world.journals.open(journal.url);
  const fetchPublic: Parameters<typeof askForContracts>[1]['fetchPublic'] = (question) =>
    world.exchanges.fetchPublic(question);
  const limited = untilAnswered(config, note);
  const untilMs = clock.monotonicMs() + config.execution.cancelWaitMs;
  for (;;) {
    try {
      return await askForContracts(account, { ledger, clock, config, fetchPublic }, limited);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const { refusal } = error;
      const hint = refusal.hint?.replace('nothing was written', 'nothing was sent') ?? 'nothing was sent; try again';
      if (!UNREAD.has(refusal.code)) throw new RefusalError({ ...refusal, hint });
      if (clock.monotonicMs() >= untilMs) return refuse('close/unread', refusal.message, hint);
    }
    await clock.sleep(EVERY_MS);
  }
}
