/** A hint is followed to the letter. */
import type { Diagnostic } from '../../src/source/diagnostic.ts';

/** What a hint says to write in place of what is marked. */
const LITERAL: readonly RegExp[] = [
  /^did you mean `([^`]+)`\?/,
  /write `([^`…]+)`(?:$|, or else )/,
  /(?:^|: )write ([\d[{][^;]*?)(?:;|$|, which | or )/,
  /(?:write|written) (=.+)$/,
];
/** These mark a part of what is to be written anew. */
const PARTLY_MARKED = /^yaml\/missing-(?:dash|space)$|^text\//;

/** Types the hint where the mistake is marked; undefined if it does not say what to type. */
export function takenAtItsWord({ code, source, start, end, hint = '' }: Diagnostic): string | undefined {
  const words = LITERAL.map((pattern) => pattern.exec(hint)?.[1]).find((one) => one !== undefined);
  if (words === undefined || PARTLY_MARKED.test(code)) return undefined;
  return source.text.slice(0, start) + words + source.text.slice(end);
}
