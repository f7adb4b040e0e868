import { safe, safeText } from '../../model/safe-text.ts';
import { GAP, line, paragraph, type Page } from '../text/page.ts';
import type { Drawn } from '../text/tones.ts';
import type { DiagnosticView } from '../view/run-view.ts';

/** Where, what and what to do, without the source text: `plan.yaml:12:3  error  order/off-tick`. */
export function diagnosticLines(page: Page, found: DiagnosticView): Drawn[] {
  const { severity, code, message, hint } = found;
  return [
    ...paragraph(page, safe`${safeText(found.file)}:${found.line}:${found.column}`, 0, 'heading'),
    line(page.paint, [
      GAP,
      [severity === 'error' ? 'rejected' : 'withheld', safe`${severity}`],
      safe`  ${safeText(code)}`,
    ]),
    ...paragraph(page, safeText(message), 2),
    ...(hint === undefined ? [] : paragraph(page, safe`hint: ${safeText(hint)}`, 2)),
  ];
}
