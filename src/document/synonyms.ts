/** Slips of the pen that a text shows whatever its key takes: quotes of a word processor, variables of other languages. */

const TYPOGRAPHIC = /^[“”„‟‘’‚‛«»‹›´`](.*)[“”‟‘’‛«»‹›´`]$/s;

/** What stands between quotes that YAML does not know. */
export const inTypographicQuotes = (text: string): string | undefined => TYPOGRAPHIC.exec(text)?.[1]?.trim();

/** Letters, digits and signs as wide as a Chinese character, in their usual width. */
export const narrow = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) as number) - 0xfee0));

/** `{{ entry }}`, `${entry}`, `$entry`, `%entry%` and their like. */
const FOREIGN =
  /^(?:\{\{([^{}]+)\}\}|\$\{([^{}]+)\}|\$\(([^()]+)\)|%\(([^()]+)\)s?|<([^<>]+)>|\$([A-Za-z_]\w*)|%([A-Za-z_]\w*)%)$/;

/** What to write for a variable in the way of another language. */
export function foreignVariable(text: string): string | undefined {
  const name = FOREIGN.exec(text.trim())
    ?.slice(1)
    .find((one) => one !== undefined)
    ?.trim();
  return name !== undefined && /^[A-Za-z_][\w\s.+*/(),-]*$/.test(name) ? `a variable is written =${name}` : undefined;
}
