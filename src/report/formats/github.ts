/**
 * A diagnostic as a workflow command of GitHub Actions, which shows it next to its line in the review of a change:
 *
 *   ::error file=plan.yaml,line=12,col=12,endLine=12,endColumn=20,title=order/off-tick::price … %0A= write 64000.0
 *
 * A command ends with its line, and commas separate its properties, so `%`, CR and LF are escaped everywhere, `:` and `,` in
 * properties only (actions/toolkit, core/src/command.ts). GitHub takes columns only for a range on one line. Every other
 * line goes through `plainLine`, because the runner obeys any line that looks like a command.
 */
import { safeText } from '../../model/safe-text.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { withoutHiddenText } from '../../source/hidden-text.ts';

const shown = (text: string): string => safeText(text, Infinity);

const inData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text: string): string => inData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** `pathOf` turns the name of a source into its path from the folder of the checkout, with forward slashes. */
export function githubCommand(diagnostic: Diagnostic, pathOf: (name: string) => string): string {
  const { severity, code, message, hint, source, start, end, related = [] } = withoutHiddenText(diagnostic);
  const from = source.position(start);
  const to = source.position(end);
  const isOneLine = from.line === to.line;
  const properties = Object.entries({
    file: shown(pathOf(source.path)),
    line: from.line,
    ...(isOneLine && { col: from.column }),
    endLine: to.line,
    ...(isOneLine && { endColumn: to.column }),
    title: code,
  }).map(([name, value]) => `${name}=${inProperty(String(value))}`);
  const words = [
    shown(message),
    ...related.map((place) => `line ${source.lineAt(place.start)}: ${shown(place.message)}`),
    ...(hint === undefined ? [] : [`= ${shown(hint)}`]),
  ];
  return `::${severity} ${properties.join(',')}::${inData(words.join('\n'))}`;
}

/** A line for people, which the runner does not take for a command of its new form (`::`) or its old one (`##[`). */
export const plainLine = (text: string): string =>
  shown(text).replaceAll(/::|##\[/g, (found) => `${found.slice(0, -1)} ${found.slice(-1)}`);
