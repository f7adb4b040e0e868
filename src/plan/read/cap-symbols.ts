/** Limits go by symbol, and one that is misspelt would hold nothing: a name that no list has is a mistake. */
import { didYouMean } from '../../document/did-you-mean.ts';
import type { Finding } from '../../document/findings.ts';
import type { Policy } from '../../model/config.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import { symbolKey } from '../../model/symbol.ts';
import { quoted } from '../../source/quoted.ts';
import { symbolMeant } from './symbol-meant.ts';

export interface KnownSymbols {
  readonly instruments: InstrumentList | undefined;
  /** Whether a symbol that the list lacks is an error: it is where the list is the user's own. */
  readonly strictSymbols: boolean;
  /** Symbols of the plan's orders. */
  readonly used: Iterable<string>;
}

interface Named {
  readonly symbol: string;
  readonly at: readonly [key: 'symbols', index: number] | readonly [key: 'maxOrderSize', symbol: string];
}

const namedBy = ({ symbols = [], maxOrderSize = {} }: Policy): Named[] => [
  ...symbols.map((symbol, index): Named => ({
    symbol,
    at: ['symbols', index],
  })),
  ...Object.keys(maxOrderSize).map((symbol): Named => ({
    symbol,
    at: ['maxOrderSize', symbol],
  })),
];

/** The names of a policy, or of the limits of a plan, that are no symbols; `root` is where they are written. */
export function strayCaps(limits: Policy, root: 'policy' | 'limits', known: KnownSymbols): Finding[] {
  const { instruments, strictSymbols } = known;
  const listed = [...(instruments?.bySymbol.keys() ?? [])];
  const all = [...new Set(strictSymbols ? listed : [...listed, ...known.used])];
  if (all.length === 0) return [];
  const keys = new Set(all.map(symbolKey));
  return namedBy(limits)
    .filter(({ symbol }) => !keys.has(symbolKey(symbol)))
    .map((one) => findingOf(one, root, known, symbolMeant(one.symbol, all) ?? didYouMean(one.symbol, all)));
}

function findingOf(
  { symbol, at }: Named,
  root: string,
  { instruments, strictSymbols }: KnownSymbols,
  meant: string | undefined,
): Finding {
  const isError = strictSymbols || meant !== undefined;
  const from = instruments === undefined ? '' : ` The list is from ${instruments.source}, as of ${instruments.asOf}`;
  const isSize = at[0] === 'maxOrderSize';
  const finding: Finding = {
    severity: isError ? 'error' : 'warning',
    code: isError ? 'instrument/unknown' : 'instrument/unlisted',
    message: `${quoted(at[0])} names ${quoted(symbol)}, ${missingWords(instruments)}${isSize ? ', so it caps nothing' : ''}`,
    hint: `${meant === undefined ? 'check the symbol.' : `did you mean ${quoted(meant)}?`}${from}`,
    path: [root, ...at],
  };
  return isSize ? { ...finding, part: 'key' } : finding;
}

const missingWords = (instruments: InstrumentList | undefined): string =>
  instruments === undefined ? 'and no order has that symbol' : 'which is not in the list of instruments';
