/** Why the exchange answers nothing, in words: the cause first, then what a person can do about it. */
import type { FailureCause } from '../../model/listing.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `origin`: of the exchange. */
export function troubleWords(
  trouble: FailureCause,
  origin: string,
): Pick<Extract<FailureCause, { kind: 'access' }>, 'why' | 'mend'> {
  if (trouble.kind === 'access') return trouble;
  return {
    why: `nothing answers at ${origin} (${trouble.message})`,
    mend: LOOPBACK.has(new URL(origin).hostname)
      ? 'is `ordo exchange` running?'
      : 'look at the address (ORDO_BASE_URL, or exchange.baseUrl in the config) and at the network',
  };
}
