/**
 * Refuses the parts of YAML that a document may not use. It works on the concrete syntax tree, before anything is composed:
 * composing is where a small hostile text costs minutes or the process (docs/contract.md#text).
 *
 * Afterwards it holds that
 * 1. no collection is deeper than `MAX_DEPTH`, no mapping has more keys nor a list more entries than allowed;
 * 2. there is one document, without directives, anchors, aliases, tags, merge keys and `? ` keys;
 * 3. every scalar and bracket is closed, and no escape hides a control character.
 */
import { firstUnsafe } from '../model/safe-text.ts';
import type { DiagnosticCode } from '../source/diagnostic.ts';
import { codePointName } from './visible-characters.ts';
import { entryHasItsComma, entryHasItsValue, flowIsClosed } from './yaml-brackets.ts';
import { foreignBraces, strayDash } from './yaml-slips.ts';
import { Refusals } from './yaml-tokens.ts';
import type { Refusal, Token, TokenItem } from './yaml-tokens.ts';

export const MAX_DEPTH = 32;
export const MAX_ENTRIES = 20_000;
/** A plan of 20,000 orders with seven keys each stays below this; more would take seconds. */
export const MAX_LEXEMES = 1_200_000;

export interface GuardLimits {
  readonly maxKeys: number;
}

/** Tokens that are allowed nowhere. */
const FORBIDDEN: Readonly<Record<string, { code: DiagnosticCode; what: string; hint: string }>> = {
  anchor: {
    code: 'yaml/anchor',
    what: 'an anchor',
    hint: 'write the value where it is used; a text that begins with & needs quotes',
  },
  alias: {
    code: 'yaml/alias',
    what: 'an alias',
    hint: 'write the value itself; a text that begins with * needs quotes',
  },
  tag: { code: 'yaml/tag', what: 'a tag', hint: 'leave it out; a text that begins with ! needs quotes' },
  'explicit-key-ind': {
    code: 'yaml/explicit-key',
    what: 'a question mark for a key',
    hint: 'write `key: value`; a text that begins with ? needs quotes',
  },
  directive: { code: 'yaml/directive', what: 'a directive', hint: 'leave the line out' },
};

const isMarked = (item: TokenItem): boolean => item.sep?.some((token) => token.type === 'map-value-ind') === true;

class Guard {
  readonly refusals = new Refusals();
  readonly #limits: GuardLimits;
  readonly #textOf: (token: Token) => string;
  readonly #source: string;

  constructor(limits: GuardLimits, textOf: (token: Token) => string, source: string) {
    this.#limits = limits;
    this.#textOf = textOf;
    this.#source = source;
  }

  forbid(token: Token): void {
    const rule = FORBIDDEN[token.type];
    if (rule !== undefined)
      this.refusals.add(token, { code: rule.code, message: `${rule.what} is not allowed here`, hint: rule.hint });
  }

  document(token: Token): void {
    for (const start of token.start as readonly Token[]) this.forbid(start);
    if (token.value !== undefined) this.#node(token.value, 0, '');
  }

  #node(token: Token, depth: number, key: string): void {
    switch (token.type) {
      case 'scalar':
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
        this.#scalar(token);
        break;
      case 'block-scalar':
        if (key === 'description') this.#text(token, 1);
        else {
          const message = 'block text (`|` or `>`) is only for `description`';
          this.refusals.add(
            token,
            { code: 'yaml/block-text', message, hint: 'write the value on the line of its key' },
            1,
          );
        }
        break;
      case 'block-map':
      case 'block-seq':
      case 'flow-collection':
        if (depth < MAX_DEPTH) this.#collection(token, depth);
        else {
          const message = `more than ${MAX_DEPTH} levels of nesting`;
          this.refusals.add(
            token,
            { code: 'yaml/too-deep', message, hint: 'write an order as a flat list of keys' },
            1,
          );
        }
        break;
      default:
        this.forbid(token);
    }
  }

  #scalar(token: Token): void {
    const source = token.source ?? '';
    const quote = token.type === 'scalar' ? '' : (source[0] as string);
    // A quote behind an odd number of backslashes is an escaped one and closes nothing.
    const isOpen =
      quote === '"'
        ? !/^"(?:[^\\"]|\\.)*"$/s.test(source)
        : quote === "'" && (source.length < 2 || !source.endsWith("'"));
    if (isOpen) {
      const message = `the quote ${quote} is never closed`;
      this.refusals.addAndStop(token, {
        code: 'yaml/unclosed-quote',
        message,
        hint: `add ${quote} where the text ends`,
      });
    } else if (/[\n\t]/.test(source) || (quote === '"' && source.includes('\\'))) {
      this.#text(token, source.length);
    }
  }

  /** A text that differs from its spelling, by folding or by escapes. */
  #text(token: Token, length: number): void {
    const found = firstUnsafe(this.#textOf(token));
    if (found === undefined) return;
    if (found.codePoint === 0x0a || found.codePoint === 0x0d) {
      const hint = 'write it on one line, or fold it with `>-`';
      this.refusals.add(token, { code: 'text/line-break', message: 'this text has a line break in it', hint }, length);
    } else {
      const message = `this text has the character ${codePointName(found.codePoint)} in it`;
      this.refusals.add(
        token,
        { code: 'text/control-character', message, hint: 'delete it: only characters that can be seen' },
        length,
      );
    }
  }

  #collection(token: Token, depth: number): void {
    const items = token.items as readonly TokenItem[];
    const isFlow = token.type === 'flow-collection';
    if (isFlow && !flowIsClosed(token, this.refusals, this.#source)) return;
    const counts = { keys: 0, entries: 0 };
    let index = -1;
    for (const item of items) {
      index += 1;
      this.#around(item);
      if (isFlow && !entryHasItsComma(items, index, this.refusals)) return;
      if (item.key !== undefined || item.sep !== undefined) {
        counts.keys += 1;
        this.#pair(token, item);
      } else if (item.value !== undefined) counts.entries += 1;
      if (this.#isTooLong(token, item, counts)) return;
      if (item.value !== undefined) this.#node(item.value, depth + 1, item.key?.source ?? '');
      if (this.refusals.isOver) return;
    }
  }

  #around({ start, sep = [] }: TokenItem): void {
    for (const before of start) this.forbid(before);
    for (const between of sep) this.forbid(between);
  }

  #isTooLong(token: Token, item: TokenItem, { keys, entries }: { keys: number; entries: number }): boolean {
    if (keys > this.#limits.maxKeys) {
      const message = `more than ${this.#limits.maxKeys} keys in one mapping`;
      const hint = 'a list of orders begins each with `- `';
      this.refusals.add(item.key ?? token, { code: 'yaml/too-many-keys', message, hint });
    } else if (entries > MAX_ENTRIES) {
      const message = `more than ${MAX_ENTRIES} entries in one list`;
      this.refusals.add(item.value ?? token, { code: 'yaml/too-many-entries', message, hint: 'split the plan' }, 1);
    } else return false;
    return true;
  }

  #pair(map: Token, item: TokenItem): void {
    const { key } = item;
    if (key === null || key === undefined) {
      const colon = item.sep?.find((token) => token.type === 'map-value-ind') ?? map;
      this.refusals.add(
        colon,
        { code: 'yaml/syntax', message: 'a key is missing before this colon', hint: 'write `key: value`' },
        1,
      );
    } else if (key.type === 'scalar' && key.source === '<<') {
      const hint = 'write the keys out; what orders share can go in `defaults`';
      this.refusals.add(key, { code: 'yaml/merge-key', message: 'a merge key is not allowed here', hint });
    } else if (key.items !== undefined || key.type === 'block-scalar') {
      const slip = strayDash(this.#source, key.offset) ?? foreignBraces(this.#source, key.offset);
      if (slip === undefined)
        this.refusals.add(key, { code: 'yaml/syntax', message: 'a key must be a word', hint: 'write `key: value`' }, 1);
      else this.refusals.addAt(slip);
    } else {
      this.#node(key, 0, '');
      const isBare = map.type === 'flow-collection' && item.value === undefined && !isMarked(item);
      if (isBare) entryHasItsValue(key, map.items?.length === 1, this.refusals, this.#source);
    }
  }
}

/** Every refusal of a parsed text, in order of place, at most twenty. `textOf` resolves a scalar's escapes. */
export function guard(
  tokens: readonly Token[],
  limits: GuardLimits,
  textOf: (token: Token) => string,
  source: string,
): Refusal[] {
  const watch = new Guard(limits, textOf, source);
  let documents = 0;
  for (const token of tokens) {
    watch.forbid(token);
    if (token.type !== 'document') continue;
    documents += 1;
    if (documents > 1) {
      const at = (token.start as readonly Token[]).find((start) => start.type === 'doc-start') ?? token.value ?? token;
      const hint = 'one file is one document: split the file';
      watch.refusals.add(
        at,
        { code: 'yaml/second-document', message: 'a second document begins here', hint },
        at.type === 'doc-start' ? 3 : 1,
      );
      break;
    }
    watch.document(token);
  }
  return watch.refusals.list.toSorted((a, b) => a.start - b.start);
}
