/** A dry run as one sheet, for what is written whole: a page, or Markdown for a pull request. */
import type { EventSink } from '../../ports.ts';
import type { Block, Sheet } from '../../show/sheet.ts';
import { diagnosticBlock } from '../../views/run/diagnostic.ts';
import { dryRunSheet } from '../../views/run/dry-run-sheet.ts';
import { nextSteps } from '../../views/run/next-steps.ts';
import { RunFold } from '../view/run-fold.ts';
import { framesOf } from './run-lines.ts';

/** `done` gets the sheet once the run has finished; it gets none of a plan that cannot be shown. */
export function sheetSink(done: (sheet: Sheet) => void): EventSink {
  const run = new RunFold();
  const warnings: Block[] = [];
  const notes: string[] = [];
  return (event) => {
    run.apply(event, 0);
    if (event.event === 'diagnostic') warnings.push(diagnosticBlock(event));
    if (event.event === 'warnings-framed') warnings.push(framesOf(event.text));
    if (event.event === 'note') notes.push(event.message);
    if (event.event === 'run-finished' && run.view.run !== undefined)
      done(dryRunSheet(run.view, { warnings, notes, next: nextSteps(run.view) }));
  };
}
