/** What answers say of the windows: weight by address on every answer, orders on those of calls that place. */
import type { Admission, Spender } from '../admission.ts';

export function countsOf(
  admission: Admission,
  spender: Spender,
  nowMs: number,
  { places, isOdd }: { readonly places: boolean; readonly isOdd: boolean },
): Readonly<Record<string, string>> {
  const ip = admission.ipGauge(spender, nowMs);
  const weights = { 'x-used-weight-10s': String(ip.used), 'x-remaining-weight-10s': String(ip.remaining) };
  if (!places || !spender.hasAccount) return weights;
  const [short, long] = admission.orderGauges(nowMs);
  if (isOdd)
    return {
      ...weights,
      'X-ORDER-COUNT-10S': '-1',
      'X-ORDER-COUNT-1M': 'none',
      'X-ORDER-REMAINING-10S': '-3',
      'X-ORDER-REMAINING-1M': '1e99',
    };
  return {
    ...weights,
    'X-ORDER-COUNT-10S': String(short.used),
    'X-ORDER-COUNT-1M': String(long.used),
    'X-ORDER-REMAINING-10S': String(short.remaining),
    'X-ORDER-REMAINING-1M': String(long.remaining),
  };
}
