/**
 * The last step of every text on its way to a person, applied where a stream is written to and nowhere else: what draws
 * text need not know what will read it.
 *
 * What a program reads (NDJSON, SARIF, GitHub's commands, a schema) does not come through here.
 */

/**
 * Replaces our own characters where a locale or a terminal has only ASCII. Each stand-in is one column wide, so tables, bars and
 * carets keep their layout; no two words differ by a stand-in alone.
 *
 * Text that a person wrote passes as it is but for these characters. A file is UTF-8 and so, more often than its locale
 * says, is what shows it; a `?` would lose the text, and an escape would move every column behind it.
 */
export const STAND_INS: Readonly<Record<string, string>> = {
  '✓': '+',
  '✗': 'x',
  '→': '>',
  '·': '.',
  '–': '-',
  '—': '-',
  '○': 'o',
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
  '│': '|',
  '┌': '+',
  '┐': '+',
  '└': '+',
  '┘': '+',
  '├': '+',
  '┤': '+',
  '⋮': ':',
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
  text.replaceAll(/^(\s*:)(?=:)/gmu, '$1 ').replaceAll(/#(?=#\w*\[)/gu, '# ');

/** The same for JSON: an escape splits the command, and every JSON reader still gets the original text. */
export const disarmedJson = (json: string): string => json.replaceAll(/#(?=#\w*\[)/gu, '\\u0023');
