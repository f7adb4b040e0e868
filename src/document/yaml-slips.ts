/** Slips of layout that the library reads as something else. Only a text that has a mistake is searched for them. */
import { count } from '../model/count.ts';
import { quoted } from '../source/quoted.ts';
import { explainDecimal } from './decimal-spelling.ts';
import type { Problem } from './problem.ts';
import { foreignVariable } from './synonyms.ts';
import { codePointName } from './visible-characters.ts';
import type { Refusal } from './yaml-tokens.ts';

/** A slip that shows in a line of the text alone, and makes the library complain of another line or of something else. */
interface LineSlip {
  /** Its first group is what is marked. */
  readonly pattern: RegExp;
  readonly problem: (marked: string, rest: string) => Problem;
}

const LINE_SLIPS: readonly LineSlip[] = [
  {
    // What is drawn as a space and is not one.
    pattern: /^ *([\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000][ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*)\S/m,
    problem: (marked) => ({
      code: 'yaml/indentation',
      message: `this line is indented by ${codePointName(marked.codePointAt(0) as number)}`,
      hint: 'YAML indents by the plain space only: replace what is marked',
    }),
  },
  {
    pattern: /^ *([‐‑‒–—−•·](?=\s*\w+:)|[*+](?=\s+\w+:)|-[^\S\n ](?=\w+:))\s*([^\r\n]*)/m,
    problem: (marked, rest) => ({
      code: 'yaml/missing-dash',
      message: marked.startsWith('-')
        ? `this dash is followed by ${codePointName(marked.codePointAt(1) as number)}`
        : `expected the dash of an entry, found ${quoted(marked)}`,
      hint: `write ${quoted(`- ${rest}`)}`,
    }),
  },
  {
    pattern: /^ *(\t)[ \t]*(?:- |\w+:)/m,
    problem: () => ({
      code: 'yaml/tab-indent',
      message: 'a tab is used as indentation',
      hint: 'YAML indents by spaces only: replace the tab',
    }),
  },
  {
    pattern: /^ *(-(?=[A-Za-z]\w*:))([^\r\n]*)/m,
    problem: (_, rest) => ({
      code: 'yaml/missing-space',
      message: 'a space is missing after this dash',
      hint: `write ${quoted(`- ${rest}`)}`,
    }),
  },
  {
    pattern: /^(<{7}|={7}|>{7})(?: |\r?$)/m,
    problem: (marked) => ({
      code: 'yaml/syntax',
      message: `${quoted(marked)} is left of a merge that was not finished`,
      hint: 'keep one side of it, and delete its marks',
    }),
  },
];

export function lineSlip(text: string): Refusal | undefined {
  for (const { pattern, problem } of LINE_SLIPS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const marked = found[1] as string;
    const start = found.index + found[0].indexOf(marked);
    return { ...problem(marked, found[2] ?? ''), start, end: start + marked.length };
  }
  return undefined;
}

/** A line that is no pair: what its author wrote for the colon, or where the line belongs. */
export function pairSlip(text: string): Problem | undefined {
  const [, key = '', sign = '', value = ''] = /^([^\s:：=]+)(:|\s*：\s*|\s*=\s*)(\S.*)$/.exec(text) ?? [];
  const hint = `write ${quoted(`${key}: ${value}`)}`;
  if (sign === ':')
    return { code: 'yaml/missing-space', message: `a space is missing after the colon of ${quoted(text)}`, hint };
  if (sign !== '')
    return { code: 'yaml/missing-colon', message: `expected a colon, found ${quoted(sign.trim())}`, hint };
  return /^-\s/.test(text) ? HOMELESS : undefined;
}

const HOMELESS: Problem = {
  code: 'yaml/missing-colon',
  message: 'an entry begins here, but there is no key above for it to belong to',
  hint: 'write the key of the list above it, such as `orders:`',
};

/** How many spaces a line begins with. */
const indentAt = (text: string, lineStart: number): number => /^ */.exec(text.slice(lineStart))?.[0].length ?? 0;

/** The same of the line below an offset; 0 if there is none. */
function indentBelow(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? 0 : indentAt(text, end + 1);
}

/** Where the lines begin above one that begin with a dash, from the nearest up to the key that holds them all. */
function dashesAbove(text: string, lineStart: number): number[] {
  const dashes: number[] = [];
  let start = lineStart;
  while (start > 0) {
    const end = start - 1;
    start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    if (/^ *-(?:\s|$)/.test(line)) dashes.push(start);
    else if (/^[^\s#]/.test(line)) break;
    if (end === 0) break;
  }
  return dashes;
}

/** The dash of an entry that stands in another column than the entry above it. */
export function misplacedDash(text: string, offset: number): Refusal | undefined {
  const lineStart = text.lastIndexOf('\n', offset) + 1;
  const own = indentAt(text, lineStart);
  if (lineStart + own !== offset || !/^-(?:\s|$)/.test(text.slice(offset, offset + 2))) return undefined;
  const farness = (start: number): number => Math.abs(indentAt(text, start) - own);
  // A list inside the entry above has its dashes farther off.
  const [above] = dashesAbove(text, lineStart).toSorted((a, b) => farness(a) - farness(b));
  if (above === undefined || farness(above) === 0) return undefined;
  const other = indentAt(text, above);
  const below = indentBelow(text, offset);
  // The entry is one line, or its further keys stand as those above do.
  const isOneLine = below <= own || below === indentBelow(text, above);
  return {
    code: 'yaml/indentation',
    message: `this \`-\` is in column ${own + 1}, and the one above it in column ${other + 1}`,
    hint: `move ${isOneLine ? 'its line' : 'the whole entry'} ${count(farness(above), 'column')} to the ${other > own ? 'right' : 'left'}`,
    start: offset,
    end: offset + 1,
  };
}

/** A dash where a key was to be. */
export const strayDash = (text: string, offset: number): Refusal | undefined =>
  misplacedDash(text, offset) ??
  (/^-\s/.test(text.slice(offset, offset + 2)) ? { ...HOMELESS, start: offset, end: offset + 1 } : undefined);

/** `64,000` between brackets, of which the comma makes two entries; `offset` is that of a part behind a comma. */
export function cutNumber(text: string, offset: number): Refusal | undefined {
  const before = /(?:^|[\s:])(\d[\d.,]*,)$/.exec(text.slice(Math.max(0, offset - 60), offset))?.[1];
  if (before === undefined) return undefined;
  const start = offset - before.length;
  const number = /^[\d.,]*\d/.exec(text.slice(start, start + 100))?.[0] ?? '';
  return {
    code: 'yaml/missing-colon',
    message: `the comma in ${quoted(number)} ends the value: between { } it separates entries`,
    hint: explainDecimal(number).hint,
    start,
    end: start + number.length,
  };
}

/** `{{ entry }}` or `${entry}` around an offset. */
export function foreignBraces(text: string, offset: number): Refusal | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const [line = ''] = text.slice(lineStart).split('\n', 1);
  for (const { index, 0: written } of line.matchAll(/\{\{[^{}]*\}\}|\$\{[^{}]*\}/g)) {
    const start = lineStart + index;
    const hint = foreignVariable(written);
    if (hint === undefined || offset < start || offset >= start + written.length) continue;
    return { code: 'yaml/syntax', message: `${quoted(written)} is not YAML`, hint, start, end: start + written.length };
  }
  return undefined;
}
