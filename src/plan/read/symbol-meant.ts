/** The symbol of a list that was meant by the name of another exchange. */
import { flat } from '../../document/did-you-mean.ts';
import type { Finding } from '../../document/findings.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import { quoted } from '../../source/quoted.ts';

/** What other exchanges and charts put around a pair. */
const AROUND = /^[A-Z]+:(?=[A-Z]+(?:USD|$))|:[A-Z]+$|[-_.](?:P|PERP|PERPETUAL|SWAP|FUTURES|UMCBL|\d{6})$|PERP$/gi;
const QUOTES = ['usdt', 'usdc', 'usd'];

/** `cmt_btcusdt` for BTC/USDT:USDT, BTC-USDT-SWAP, BTCUSDT.P, BTC; undefined if the list has no such symbol, or several. */
export function symbolMeant(word: string, listed: readonly string[]): string | undefined {
  const pair = flat(word.replaceAll(AROUND, '')).replace(/^xbt/, 'btc');
  const known = new Map(listed.map((symbol) => [symbol, flat(symbol).replace(/^cmt/, '')]));
  for (const end of ['', ...QUOTES]) {
    const [only, ...more] = pair === '' ? [] : listed.filter((symbol) => known.get(symbol) === pair + end);
    if (only !== undefined && more.length === 0) return only;
  }
  return undefined;
}

/** A finding about the form of a symbol, which names the one of the list that was meant. */
export function namingListed(finding: Finding, content: unknown, list: InstrumentList | undefined): Finding {
  if (list === undefined || finding.code !== 'value/spelling' || finding.path.at(-1) !== 'symbol') return finding;
  const written = finding.path.reduce<unknown>(
    (holder, step) => (holder as Record<string | number, unknown>)[step],
    content,
  );
  const meant = symbolMeant(String(written), [...list.bySymbol.keys()]);
  return meant === undefined ? finding : { ...finding, hint: `did you mean ${quoted(meant)}?` };
}
