/**
 * The steps and sizes of all symbols: by the exchange, or else by the list of the config; without either what is held is closed as it is
 * told. Where there is no list, a question that the rate limit refuses waits as every other does: what is above the largest order
 * would be rejected.
 */
import { askForContracts, untilAnswered } from '../../actions/instruments/ask-contracts.ts';
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import type { Instrument } from '../../model/instrument.ts';
import { SymbolMap } from '../../model/symbol.ts';
import { RefusalError } from '../../refusal.ts';
import { instrumentsIfAny } from '../inputs/instruments-list.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';

interface Asked {
  readonly account: AccountName;
  readonly journal: JournalAddress;
  /** Told what a person waits for. */
  readonly note: (message: string) => void;
}

export async function instrumentsOf(
  world: World,
  setup: Setup,
  { account, journal, note }: Asked,
): Promise<ReadonlyMap<string, Instrument>> {
  const { config } = setup;
  const listed = (await instrumentsIfAny(world.files, setup)).instruments?.bySymbol;
  const asking = {
    ledger: await world.journals.open(journal.url),
    clock: world.clock,
    config,
    fetchPublic: (question: Parameters<World['exchanges']['fetchPublic']>[0]) => world.exchanges.fetchPublic(question),
  };
  try {
    const limited = listed === undefined ? untilAnswered(config, note) : undefined;
    const { instruments } = await askForContracts(account, asking, limited);
    return new SymbolMap(instruments.map((one) => [one.symbol, one] as const));
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return listed ?? new SymbolMap();
  }
}
