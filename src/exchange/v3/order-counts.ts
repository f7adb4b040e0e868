/**
 * What the headers of an answer to a call that places say of the account's two windows (docs/exchange-v3.md#counts). They are the
 * exchange's word on how much may follow, so what is no plain count is not believed: the window is as if nothing was said of it.
 */
import { defined } from '../../model/defined.ts';
import type { OrderCounts, ToldWindow } from '../../model/order-counts.ts';

const WINDOWS = [
  { suffix: '10S', windowMs: 10_000 },
  { suffix: '1M', windowMs: 60_000 },
] as const;

/** Far more than anybody was ever told that an account may place in a minute. */
const PLAIN = /^[0-9]{1,5}$/;
const MOST_HEADER_BYTES = 16 * 1024;
const IGNORED = 'ordo ignores them';

export function countsIn(headers: Headers): OrderCounts | undefined {
  const told = WINDOWS.map(({ suffix, windowMs }) => ({
    windowMs,
    remaining: headers.get(`X-ORDER-REMAINING-${suffix}`),
    counted: headers.get(`X-ORDER-COUNT-${suffix}`),
  })).filter(({ remaining, counted }) => remaining !== null || counted !== null);
  if (sizeOf(headers) > MOST_HEADER_BYTES)
    return {
      windows: [],
      odd: `an answer's headers are longer than 16 KiB: ${IGNORED}`,
    };
  if (told.length === 0) return undefined;
  const windows = told.map(readWindow);
  const isOdd = windows.includes('odd');
  return {
    windows: windows.filter((window) => typeof window === 'object'),
    ...(isOdd && {
      odd: `an answer's counts of orders are not counts: ${IGNORED}`,
    }),
  };
}

/** Undefined: nothing says what remains. */
function readWindow({ windowMs, remaining, counted }: Written): ToldWindow | 'odd' | undefined {
  if ((remaining !== null && !PLAIN.test(remaining)) || (counted !== null && !PLAIN.test(counted))) return 'odd';
  if (remaining === null) return undefined;
  const read = {
    windowMs,
    remaining: Number(remaining),
    ...defined({ counted: counted === null ? undefined : Number(counted) }),
  };
  // A window that nothing fits into.
  return read.counted === 0 && read.remaining === 0 ? 'odd' : read;
}

interface Written {
  readonly windowMs: number;
  readonly remaining: string | null;
  readonly counted: string | null;
}

/** As they are on the wire: name, colon, blank, value, end of line. */
const sizeOf = (headers: Headers): number =>
  [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
