/** What the account is set to, and which symbols take orders (docs/exchange-v3.md#account). */
import type { AccountSettings, SymbolSettings, SettingTold } from '../../model/account-settings.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import { symbolKey, SymbolMap } from '../../model/symbol.ts';
import { isObject, textOf } from '../answers/answers.ts';
import { toldBy } from '../answers/told.ts';
import { BOOK } from './book.ts';
import { defined } from '../../model/defined.ts';
import type { OrderCounts, ToldWindow } from '../../model/order-counts.ts';

const failed = { kind: 'failed', message: 'an answer that cannot be read' } as const;

/** The payload as `read` makes something of it; a failure where it does not. */
type Read<Value> = SettingTold<Value> | Unanswered;

function readAs<Value>(evidence: Evidence, read: (payload: Json) => Value | undefined): Read<Value> {
  const told = toldBy(evidence, BOOK);
  if (told.kind !== 'told') return told;
  const value = read(told.payload);
  return value === undefined ? failed : { kind: 'told', value };
}

export const readAccount = (evidence: Evidence): Read<AccountSettings> =>
  readAs(evidence, (payload) => {
    const { canTrade, dualSidePosition } = isObject(payload) ? payload : {};
    if (typeof canTrade !== 'boolean' || typeof dualSidePosition !== 'boolean') return undefined;
    return { mayTrade: canTrade, isTwoSided: dualSidePosition };
  });

const MODES: ReadonlyMap<string, SymbolSettings['marginMode']> = new Map([
  ['CROSSED', 'cross'],
  ['ISOLATED', 'isolated'],
]);

/** A row that cannot be read makes it a failure: its symbol would be missing. */
export const readSymbols = (evidence: Evidence): Read<ReadonlyMap<string, SymbolSettings>> =>
  readAs(evidence, (payload) => {
    if (!Array.isArray(payload)) return undefined;
    const symbols = new SymbolMap<SymbolSettings>();
    for (const row of payload as readonly Json[]) {
      const { symbol, marginType, separatedType } = isObject(row) ? row : {};
      const [name, mode, separated] = [textOf(symbol), textOf(marginType), textOf(separatedType)];
      if (name === undefined || mode === undefined || separated === undefined) return undefined;
      // Two words on one symbol are none.
      if (symbols.has(name)) return undefined;
      symbols.set(name, { marginMode: MODES.get(mode), isSeparated: separated !== 'COMBINED' });
    }
    return symbols;
  });

/** Keys of symbols. */
export const readTradable = (evidence: Evidence): Read<ReadonlySet<string>> =>
  readAs(evidence, (payload) => {
    const names = Array.isArray(payload) ? (payload as readonly Json[]).map(textOf) : [undefined];
    return names.includes(undefined) ? undefined : new Set(names.map((name) => symbolKey(name ?? '')));
  });

/**
 * What the headers of an answer to a call that places say of the account's two windows (docs/exchange-v3.md#counts). They are the
 * exchange's word on how much may follow, so what is no plain count is not believed: the window is as if nothing was said of it.
 */
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
