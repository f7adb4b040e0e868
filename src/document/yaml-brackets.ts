/** Mistakes between brackets, as their author sees them: the library reads on past them in strange ways. */
import { quoted } from '../source/quoted.ts';
import type { Problem } from './problem.ts';
import { cutNumber, pairSlip } from './yaml-slips.ts';
import type { Refusals, Token, TokenItem } from './yaml-tokens.ts';

/** `[a` and `{a: 1` never end. The library also ends a bracket early, at a line indented no further than its parent. */
export function flowIsClosed(flow: Token, refusals: Refusals, text: string): boolean {
  const open = flow.start as Token;
  const opening = open.source ?? '';
  const close = closing(opening);
  if (flow.end?.[0]?.source === close) return true;
  const broken = /\S/g;
  broken.lastIndex = endOf(flow);
  const at = broken.exec(text)?.index;
  if (at !== undefined && at <= closedAt(text, open.offset)) {
    const line = { type: 'scalar', offset: at, source: text.slice(at).split(/\r?\n/, 1)[0] ?? '' };
    const message = `this line belongs between ${opening} and ${close}, and begins too far left`;
    const hint = `indent it more than the key or the dash before ${opening}`;
    refusals.addAndStop(line, { code: 'yaml/indentation', message, hint }, line.source.trimEnd().length);
    return false;
  }
  const message = `the bracket ${opening} is never closed`;
  refusals.addAndStop(open, { code: 'yaml/unclosed-bracket', message, hint: `add ${close} where it ends` });
  return false;
}

const closing = (bracket: string): string => (bracket === '{' ? '}' : ']');

/** The end of a token's last part. */
function endOf(token: Token): number {
  const item = token.items?.at(-1);
  const last = token.end?.at(-1) ?? item?.value ?? item?.sep?.at(-1) ?? item?.key ?? item?.start.at(-1);
  return Math.max(token.offset + (token.source?.length ?? 1), last === undefined ? 0 : endOf(last));
}

/** One token as a reader sees it: a quoted text, a comment, a bracket. A quote inside a word does not open a text. */
const SIGNS = /(?<=[\s[\]{},:]|^)(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*')|(?<=\s|^)#[^\n]*|[[\]{}]/gs;

/** Where the bracket at an offset closes if indentation is ignored; -1 if nowhere. */
function closedAt(text: string, offset: number): number {
  const awaited: string[] = [];
  const signs = new RegExp(SIGNS);
  signs.lastIndex = offset;
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const [sign] = found;
    if (sign === '{' || sign === '[') awaited.push(closing(sign));
    else if (sign === '}' || sign === ']') {
      if (awaited.pop() !== sign) return -1;
      if (awaited.length === 0) return found.index;
    }
  }
  return -1;
}

const isBlock = (token: Token | undefined): boolean => token?.type === 'block-map' || token?.type === 'block-seq';

/** Two entries have exactly one comma between them. */
export function entryHasItsComma(items: readonly TokenItem[], index: number, refusals: Refusals): boolean {
  const item = items[index] as TokenItem;
  const [comma, second] = item.start.filter((token) => token.type === 'comma');
  const isEmpty = item.key === undefined && item.value === undefined && item.sep === undefined;
  const needless = second ?? (index === 0 || (isEmpty && index < items.length - 1) ? comma : undefined);
  if (needless !== undefined) {
    refusals.add(needless, { code: 'yaml/syntax', message: 'a comma without an entry before it', hint: 'delete it' });
    return false;
  }
  const at = isBlock(item.value) ? beginOf(item.value) : comma === undefined && index > 0 ? contentOf(item) : undefined;
  if (at === undefined) return true;
  const hint = 'entries between { } or [ ] are separated by commas';
  refusals.add(at, { code: 'yaml/missing-comma', message: 'a comma is missing before or inside this', hint });
  return false;
}

const contentOf = ({ key, value }: TokenItem): Token | undefined => key ?? value;

/** `{a: 1 b: 2}` reads as a mapping `1 b: 2` inside: its first key is where the comma belongs. */
const beginOf = (block: Token | undefined): Token | undefined => block?.items?.[0]?.key ?? block;

/** `{a:1}` is a key named `a:1` without a value, and `{a}` one named `a`. */
export function entryHasItsValue(key: Token, isAlone: boolean, refusals: Refusals, source: string): void {
  const text = key.source ?? '';
  const cut = /^[\d.]+$/.test(text) ? cutNumber(source, key.offset) : undefined;
  if (cut !== undefined) {
    // The further parts of one number belong to the same mistake.
    if (refusals.list.at(-1)?.start !== cut.start) refusals.addAt(cut);
    return;
  }
  // The end of `=max(price, 62000)`, which the comma cut in two.
  const problem: Problem = /^[^(]*\)/.test(text)
    ? {
        code: 'yaml/missing-colon',
        message: `${quoted(text)} has no value`,
        hint: 'a comma ends a value between { }: put the whole expression in quotes',
      }
    : (pairSlip(text) ?? {
        code: 'yaml/missing-colon',
        message: `${quoted(text)} has no value`,
        hint: `write \`key: value\`${isAlone ? `, or for a variable =${text}` : ''}`,
      });
  refusals.add(key, problem);
}
