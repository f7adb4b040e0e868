/** An exit code in words, as its run came to it. */
import { EXIT, EXIT_WORDS, type ExitCode } from '../../model/exit-code.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { RunView } from '../../report/view/run-view.ts';

/** The code of a refusal is that of a lost output, too: what sent something was not refused. */
export function exitCodeWords(view: Pick<RunView, 'finished' | 'stopping' | 'calls'>, exitCode: number): Safe {
  const { finished, stopping, calls } = view;
  const isLost = stopping?.cause === 'output' || (calls.sent > 0 && finished?.refusal === undefined);
  if (exitCode === EXIT.usage && isLost) return safe`its output was lost`;
  return safeText(EXIT_WORDS[exitCode as ExitCode]);
}
