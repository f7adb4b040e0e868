/**
 * Text from a plan or an exchange must not be able to drive the terminal or forge a line: control characters, bidi
 * controls, zero-width and other invisible characters are shown as what they are (docs/contract.md#terminal).
 */
// Unicode's own properties, so that no list of ours can lag behind: controls, all that is drawn as nothing (zero-width,
// bidi and variation characters, fillers, tags), line and paragraph separators, lone surrogates; noncharacters
// (U+FFFE, U+FFFF and their like, which YAML forbids too); interlinear annotation.
const UNSAFE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu;

const escapeOne = (found: string): string => {
  const code = found.codePointAt(0) as number;
  if (code === 0x0a) return '\\n';
  if (code === 0x0d) return '\\r';
  if (code === 0x09) return '\\t';
  if (code === 0x1b) return '\\e';
  return `\\u{${code.toString(16)}}`;
};

/** One line of visible characters, whatever came in; at most `limit` characters, the cut marked with `…`. */
export function safeText(text: string, limit = 2000): string {
  const cut = text.length > limit ? `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return cut.replace(UNSAFE, escapeOne);
}

/** Whether a text has a character that must not stand in a plan, not even by escape (newline and tab are judged by the caller). */
export function firstUnsafe(text: string, from = 0): { index: number; codePoint: number } | undefined {
  const pattern = new RegExp(UNSAFE.source, 'gu');
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? undefined : { index: match.index, codePoint: match[0].codePointAt(0) as number };
}
