/**
 * HTML by way of a type: only our own words are markup. Every text between them is safe text, and its characters are escaped here,
 * so that none of it can end the element or the attribute that it stands in.
 */
import type { Safe } from '../../model/safe-text.ts';

declare const isMarkup: unique symbol;

/** A piece of a page. It is made here only. */
export interface Markup {
  readonly text: string;
  readonly [isMarkup]: true;
}

type Value = Safe | number | Markup | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  // Two of them, or two colons, may begin a command of a CI runner where the page is written into its log.
  '#': '&#35;',
  ':': '&#58;',
};

const SPECIAL = /[&<>"'`]|#(?=#)|:(?=:)/g;

const escaped = (text: Safe): string => text.replaceAll(SPECIAL, (character) => ENTITIES[character] ?? character);

const markup = (text: string): Markup => ({ text }) as Markup;

function written(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return 'text' in value ? value.text : value.map(({ text }) => text).join('');
}

/** Our words without the indentation that they have in a source, by the list of parts that they come as. */
const known = new WeakMap<readonly string[], readonly string[]>();

function wordsOf(parts: readonly string[]): readonly string[] {
  const found = known.get(parts) ?? parts.map((part) => part.replaceAll(/\n\s*/g, '\n'));
  known.set(parts, found);
  return found;
}

/** Our own words, and between them texts that are escaped, numbers and other markup. Attributes stand in double quotes. */
export function html(parts: readonly string[], ...values: readonly Value[]): Markup {
  const words = wordsOf(parts);
  let text = words[0] as string;
  for (let at = 0; at < values.length; at++) text += written(values[at] as Value) + (words[at + 1] as string);
  return markup(text);
}

export const nothing: Markup = markup('');

/** Markup that something else of ours has written, with its texts escaped. */
export const ready = (text: string): Markup => markup(text);

/** A style or a script, to the byte: its hash stands in the policy. The text is a constant of ours, which holds no end tag. */
export const exactly = (name: 'style' | 'script', text: string): Markup => markup(`<${name}>${text}</${name}>`);

/** `shown` if there is any, between its words. */
export const ifAny = <Item>(items: readonly Item[], shown: (items: readonly Item[]) => Markup): Markup =>
  items.length === 0 ? nothing : shown(items);
