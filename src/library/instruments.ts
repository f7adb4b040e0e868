/** The exchange's own list of contracts, as `ordo instruments` asks for it. */
import { parseBaseUrl } from '../config/base-url.ts';
import type { LeftOut } from '../model/instrument.ts';
import { defaultConfig, type Config } from '../model/config.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { Result } from '../model/result.ts';
import type { Ledger } from '../journal/records/ledger.ts';
import type { Clock } from '../ports.ts';
import { realClock } from '../system/clock.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { askForContracts, listOf } from '../actions/instruments/ask-contracts.ts';
import { VERSION } from '../version.ts';
import { asValue } from './failure.ts';

export interface InstrumentsQuestion {
  /** The origin of the exchange: https, or http on loopback. */
  readonly baseUrl: string;
  /** Its weight counts here, as that of every request; the question waits for room. */
  readonly ledger: Pick<Ledger, 'questions'>;
  readonly config?: Config;
  /** Only these; by default every contract that can be read exactly. */
  readonly symbols?: readonly string[];
  readonly clock?: Clock;
}

export interface InstrumentsFound {
  readonly list: InstrumentList;
  /** Contracts that are not in it, and why. */
  readonly leftOut: readonly LeftOut[];
}

/** Asks once, without a key. Err: no list that can be used, or a symbol that is not in it (exit code 2), the rate limit (8). */
export function askInstruments(question: InstrumentsQuestion): Promise<Result<InstrumentsFound, Refusal>> {
  const { baseUrl, ledger, config = defaultConfig, symbols = [], clock = realClock } = question;
  return asValue(async () => {
    const address = parseBaseUrl(baseUrl);
    if (!address.ok) return refuse('config/address', `the address of the exchange ${address.error}`);
    const { fetchPublic } = await import('../exchange/send/connect.ts');
    const account = { origin: address.value, name: config.exchange.account };
    const found = await askForContracts(account, {
      ledger,
      clock,
      config,
      fetchPublic: (asked) => fetchPublic({ ...asked, userAgent: `ordo/${VERSION}` }),
    });
    return listOf(found, symbols);
  });
}
