/**
 * A window in one self-contained SVG. Its colours are its own, because a picture in a page does not learn which theme the page
 * has.
 */

const FONTS = "ui-monospace,SFMono-Regular,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";
const FONT = 13.333;
export const [GROUND, TEXT, STRONG, QUIET, EDGE] = ['#1a1f29', '#d3d9e3', '#f1f4f9', '#8b95a5', '#3a4351'] as const;
const [RED, YELLOW, GREEN] = ['#ee7f86', '#e2bd72', '#8acb8c'] as const;
/** Black, red, green, yellow, blue, magenta, cyan, white. */
export const COLORS: readonly string[] = ['#4b5565', RED, GREEN, YELLOW, '#7cb0f2', '#c99aea', '#6fc5d1', TEXT];

/** Pixels: the height of the window's bar, and what is left free beside, above and below the contents. */
export const BAR = 38;
export const SIDE = 22;
export const ABOVE = 16;
export const BELOW = 18;

interface Window {
  /** Shown in the window's bar, and the picture's name for who cannot see it. */
  readonly title: string;
  /** In pixels, of the whole picture. */
  readonly width: number;
  readonly height: number;
  readonly style: string;
}

/** The whole picture as SVG text, ending in a newline. */
export const windowSvg = ({ title, width, height, style }: Window, contents: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FONTS}" font-size="${FONT}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${GROUND}" stroke="${EDGE}"/>`,
    ruleAt(BAR, width),
    ...[RED, YELLOW, GREEN].map((fill, at) => `<circle cx="${SIDE + 4 + at * 20}" cy="20" r="6" fill="${fill}"/>`),
    `<text x="${width / 2}" y="24" text-anchor="middle" style="fill:${QUIET}">${escaped(title)}</text>`,
    ...contents,
    '</svg>\n',
  ].join('\n');

/** A line across the window. */
export const ruleAt = (y: number, width: number): string => `<path d="M1 ${y}.5H${width - 1}" stroke="${EDGE}"/>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] as string);
