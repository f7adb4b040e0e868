/**
 * The last step of every text on its way to a person. It is applied only where a stream is written to, so what draws text
 * need not know what will read it.
 *
 * Text for a program (NDJSON, SARIF, GitHub's commands, a schema) does not come through here.
 */

/**
 * Replaces our own characters where a locale or a terminal has only ASCII. Each stand-in is one column wide, so tables, bars and
 * carets keep their layout; no two words differ by a stand-in alone.
 *
 * Text that a person wrote is changed in these characters only. A file is UTF-8, and so is most of what shows it, whatever
 * the locale says; a `?` would lose the text, and an escape would shift every column after it.
 */
export const STAND_INS: Readonly<Record<string, string>> = {
  '✓': 'v',
  '✗': 'x',
  '→': '>',
  '·': '.',
  '–': '-',
  '−': '-',
  '—': '-',
  '○': 'o',
  '●': '*',
  '»': '>',
  '■': '#',
  '‖': '|',
  '…': '~',
  '≈': '~',
  '×': 'x',
  '▬': '=',
  '░': ':',
  '━': '=',
  '─': '-',
  '│': ':',
  '┃': '#',
  '▲': '^',
  '▼': 'v',
  '┌': '+',
  '┐': '+',
  '└': '+',
  '┘': '+',
  '├': '+',
  '┤': '+',
  '⋮': ':',
  '△': '^',
  '▽': 'v',
  '◇': 'o',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
};

const REPLACED = new RegExp(`[${Object.keys(STAND_INS).join('')}]`, 'gu');

export const inAscii = (text: string): string =>
  text.replaceAll(REPLACED, (character) => STAND_INS[character] ?? character);

/**
 * Text in which a CI runner finds no command, whoever wrote it. GitHub's obeys a line that begins with `::` after any blanks,
 * and `##[` anywhere (actions/runner, ActionCommand.cs); others obey `##vso[` and `##teamcity[`. A space splits each of them.
 */
export const disarmed = (text: string): string =>
  text.includes('::') || text.includes('##')
    ? text.replaceAll(/^(\s*:)(?=:)/gmu, '$1 ').replaceAll(/#(?=#\w*\[)/gu, '# ')
    : text;

/** The same for JSON: an escape splits the command, and every JSON reader still gets the original text. */
export const disarmedJson = (json: string): string => json.replaceAll(/#(?=#\w*\[)/gu, '\\u0023');

/** JSON escapes C0 itself. With every other character outside printable ASCII escaped too, a line drives no terminal or log. */
export const asciiJson = (json: string): string =>
  disarmedJson(json).replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
