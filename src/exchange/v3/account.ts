/** What the account is set to, and which symbols take orders (docs/exchange-v3.md#account). */
import type { AccountSettings, SymbolSettings, SettingTold } from '../../model/account-settings.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import { symbolKey, SymbolMap } from '../../model/symbol.ts';
import { isObject, textOf } from '../answers/answers.ts';
import { toldBy } from '../answers/told.ts';
import { BOOK } from './book.ts';

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
