/** Why the exchange answers nothing, in words: the cause first, then what a person can do about it. */
import { accessWords, type AccessWords } from './access-words.ts';
import type { FailureCause } from '../../model/listing.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `origin`: of the exchange. */
export function troubleWords(trouble: FailureCause, origin: string): AccessWords {
  if (trouble.kind === 'access') return accessWords(trouble);
  return {
    why: `nothing answers at ${origin} (${trouble.message})`,
    mend: LOOPBACK.has(new URL(origin).hostname)
      ? 'is `ordo exchange` running?'
      : 'look at the address (ORDO_BASE_URL, or exchange.baseUrl in the config) and at the network',
  };
}
