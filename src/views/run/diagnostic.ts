import { safe, safeText } from '../../model/safe-text.ts';
import { toned, type Block } from '../../show/sheet.ts';
import type { DiagnosticView } from '../../report/view/run-view.ts';

/** Where, what and what to do, without the source text: `plan.yaml:12:3  error  order/off-tick`. */
export function diagnosticBlock({ severity, code, message, hint, file, line, column }: DiagnosticView): Block {
  const tone = severity === 'error' ? 'rejected' : 'withheld';
  const items = [
    [toned(tone, safe`${severity}`), safe`  ${safeText(code)}`],
    safeText(message),
    ...(hint === undefined ? [] : [safe`hint: ${safeText(hint)}`]),
  ];
  return { is: 'items', title: safe`${safeText(file)}:${line}:${column}`, items };
}
