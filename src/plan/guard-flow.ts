/** What can be wrong between brackets. The library reads on in strange ways; here it is said as its author sees it. */
import { quoted } from '../source/quoted.ts';
import type { Refusals, Token, TokenItem } from './tokens.ts';

/** `[a` and `{a: 1` never end. */
export function flowIsClosed(flow: Token, refusals: Refusals): boolean {
  const open = flow.start as Token;
  const close = open.source === '{' ? '}' : ']';
  if (flow.end?.[0]?.source === close) return true;
  const message = `the bracket ${open.source ?? ''} is never closed`;
  refusals.addAndStop('yaml/unclosed-bracket', open, message, `add ${close} where it ends`);
  return false;
}

const isBlock = (token: Token | undefined): boolean => token?.type === 'block-map' || token?.type === 'block-seq';

/** Between two entries stands exactly one comma. */
export function entryHasItsComma(items: readonly TokenItem[], index: number, refusals: Refusals): boolean {
  const item = items[index] as TokenItem;
  const [comma, second] = item.start.filter((token) => token.type === 'comma');
  const content = item.key ?? item.value;
  const isEmpty = content === undefined && item.sep === undefined;
  const needless = second ?? (index === 0 || (isEmpty && index < items.length - 1) ? comma : undefined);
  if (needless !== undefined) {
    refusals.add('yaml/syntax', needless, 'a comma without an entry before it', 'delete it');
    return false;
  }
  // `{a: 1 b: 2}` reads as a mapping `1 b: 2` inside: its first key is where the comma belongs.
  const inner = isBlock(item.value) ? item.value?.items?.[0]?.key : undefined;
  const at = isBlock(item.value) ? (inner ?? item.value) : comma === undefined && index > 0 ? content : undefined;
  if (at === undefined) return true;
  const hint = 'entries between { } or [ ] are parted by commas';
  refusals.add('yaml/missing-comma', at, 'a comma is missing before or inside this', hint);
  return false;
}

/** `{a:1}` is a key named `a:1` without a value, and `{a}` one named `a`. */
export function entryHasItsValue(key: Token, refusals: Refusals): void {
  const text = key.source ?? '';
  const glued = /^([^:]+):(.+)$/s.exec(text);
  // The end of `=max(price, 62000)`, which the comma cut in two.
  if (/^[^(]*\)/.test(text)) {
    const hint = 'a comma ends a value between { }: put the whole expression in quotes';
    refusals.add('yaml/missing-colon', key, `${quoted(text)} has no value`, hint);
  } else if (glued === null)
    refusals.add('yaml/missing-colon', key, `${quoted(text)} has no value`, 'write `key: value`');
  else {
    const hint = `write ${quoted(`${glued[1]}: ${glued[2]}`)}`;
    refusals.add('yaml/missing-space', key, `a space is missing after the colon of ${quoted(text)}`, hint);
  }
}
