/** Why the exchange answers nothing, in words: the cause first, then what a person can do about it. */
import type { FailureCause } from '../../model/listing.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `origin`: of the exchange. */
export function troubleWords(
  trouble: FailureCause,
  origin: string,
): Pick<Extract<FailureCause, { kind: 'access' }>, 'why' | 'mend'> {
  if (trouble.kind === 'access') return trouble;
  if (trouble.kind === 'untrusted')
    return {
      why: `there is no trusted connection to ${origin} (${trouble.message})`,
      mend: 'look at the address and at the certificate: somebody may be between this machine and the exchange',
    };
  if (trouble.kind === 'clock')
    return {
      why: `the exchange refuses the time of every request (${trouble.message})`,
      mend: 'set this machine’s clock: the two may be 30 s apart, and the exchange did not give its own time',
    };
  return {
    why: `nothing answers at ${origin} (${trouble.message})`,
    mend: LOOPBACK.has(new URL(origin).hostname)
      ? 'is `ordo exchange` running?'
      : 'look at the address (ORDO_BASE_URL, or exchange.baseUrl in the config) and at the network',
  };
}
