/** The steps and sizes of the symbol that is closed: by the config's list, or else by the exchange. */
import type { World } from '../world.ts';
import { askForContracts, listOf } from '../../actions/instruments/ask-contracts.ts';
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import type { Instrument } from '../../model/instrument.ts';
import { precisionWords, readInstruments } from '../inputs/instruments-list.ts';
import type { Setup } from '../inputs/setup.ts';

/** The step and the sizes of the symbol: by the list of the config, or else by the exchange’s own. */
interface FoundInstrument {
  readonly instrument: Instrument;
  readonly precision: string;
  readonly instrumentsFile?: string;
}

/** Refuses (exit 2) a symbol that the exchange does not list. A list that lacks it, or is broken, holds nobody back. */
export async function instrumentOf(
  world: World,
  { config, configFile }: Setup,
  {
    symbol,
    account,
    journal,
  }: { readonly symbol: string; readonly account: AccountName; readonly journal: JournalAddress },
): Promise<FoundInstrument> {
  const read = await readInstruments(world.files, new Map(), config, configFile);
  const found = read.ok ? read.value : {};
  const known = found.instruments?.bySymbol.get(symbol);
  if (known !== undefined) {
    const { instrumentsFile } = found;
    const precision = precisionWords(world.files, found);
    return { instrument: known, precision, ...(instrumentsFile !== undefined && { instrumentsFile }) };
  }
  const asked = await askForContracts(account, {
    ledger: await world.journals.open(journal.url),
    clock: world.clock,
    config,
    fetchPublic: (question) => world.exchanges.fetchPublic(question),
  });
  const { list } = listOf(asked, [symbol]);
  return { instrument: list.bySymbol.get(symbol) as Instrument, precision: `by ${asked.source} of ${asked.asOf}` };
}
