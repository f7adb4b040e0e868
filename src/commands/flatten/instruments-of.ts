/** The steps and sizes of all symbols: by the exchange, or else by the list of the config; without either what is held is closed as it is told. */
import { askForContracts } from '../../actions/instruments/ask-contracts.ts';
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import type { Instrument } from '../../model/instrument.ts';
import { SymbolMap } from '../../model/symbol.ts';
import { RefusalError } from '../../refusal.ts';
import { readInstruments } from '../inputs/instruments-list.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';

export async function instrumentsOf(
  world: World,
  { config, configFile }: Setup,
  { account, journal }: { readonly account: AccountName; readonly journal: JournalAddress },
): Promise<ReadonlyMap<string, Instrument>> {
  try {
    const { instruments } = await askForContracts(account, {
      ledger: await world.journals.open(journal.url),
      clock: world.clock,
      config,
      fetchPublic: (question) => world.exchanges.fetchPublic(question),
    });
    return new SymbolMap(instruments.map((one) => [one.symbol, one] as const));
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const read = await readInstruments(world.files, new Map(), config, configFile);
    return (read.ok ? read.value.instruments?.bySymbol : undefined) ?? new SymbolMap();
  }
}
