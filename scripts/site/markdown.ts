/** What the site needs to know of a page of Markdown: its title, its anchors and its links, with the lines they stand in. */

const FENCE = /^ *(?:```|~~~)/;
const HEADING = /^#+ (.*)$/;

/** As the pages are read on the host of the repository, so that a link works in both places. */
export const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Calls back with each line outside of blocks of code, and takes what it answers in its place. */
function proseLines(text: string, change: (line: string, number: number) => string): string {
  let isCode = false;
  return text
    .split('\n')
    .map((line, at) => {
      if (FENCE.test(line)) isCode = !isCode;
      return isCode || FENCE.test(line) ? line : change(line, at + 1);
    })
    .join('\n');
}

interface Link {
  readonly to: string;
  readonly line: number;
}

const INLINE_CODE = /(`+)[^`]*\1/g;
const TARGET = /(\]\()([^)\s]+)(\))|(\b(?:src|href)=")([^"]+)(")/g;

/** Every target of a link or picture, replaced by what `change` answers. */
export const withLinks = (text: string, change: (link: Link) => string): string =>
  proseLines(text, (line, number) => {
    const code = [...line.matchAll(INLINE_CODE)].map(({ index, 0: all }) => [index, index + all.length] as const);
    const isCode = (at: number): boolean => code.some(([from, to]) => at > from && at < to);
    return line.replaceAll(TARGET, (all: string, ...parts: unknown[]) => {
      const [open, to, close, before, src, after] = parts as (string | undefined)[];
      if (isCode(parts[6] as number)) return all;
      return `${open ?? before}${change({ to: to ?? src ?? '', line: number })}${close ?? after}`;
    });
  });

export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  proseLines(text, (line) => {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) anchors.add(slugOf(heading));
    for (const [, id] of line.matchAll(/<a id="([^"]+)">/g)) anchors.add(id as string);
    return line;
  });
  return anchors;
}

export const titleOf = (text: string): string | undefined => /^# (.*)$/m.exec(text)?.[1];

/** The first paragraph after the title, without its links, up to its first full stop. */
export function summaryOf(text: string): string {
  const paragraph = text
    .replace(/^[^]*?^# .*$/m, '')
    .replaceAll(/^```[^]*?^```/gm, '')
    .split('\n\n')
    .find((one) => /^[\p{L}`*_]/u.test(one.trim()));
  const words = (paragraph ?? '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');
  return /^.*?[.:](?= |$)/.exec(words.trim())?.[0].replace(/:$/, '.') ?? words.trim();
}
