/** A word of bash's command line, as it is typed, without its quotes and backslashes. What it would expand stays as it is. Pure. */
export function bareWord(typed: string): string {
  let bare = '';
  let quote = '';
  for (let at = 0; at < typed.length; at++) {
    const character = typed[at] as string;
    const next = typed[at + 1] ?? '';
    const isEscape = character === '\\' && quote !== "'" && (quote === '' || '$`"\\'.includes(next));
    if (isEscape) {
      bare += next;
      at += 1;
    } else if (character === quote) quote = '';
    else if (quote === '' && (character === "'" || character === '"')) quote = character;
    else bare += character;
  }
  return bare;
}
