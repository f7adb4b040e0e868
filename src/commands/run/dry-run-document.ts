/** A dry run that is written whole, once it has ended: a page, or Markdown for a pull request. */
import type { ExitCode } from '../../model/exit-code.ts';
import { sheetSink } from '../../report/run/dry-run-document.ts';
import type { Sheet } from '../../show/sheet.ts';
import { writeSheet, type OutputKind } from '../command-line/output-kind.ts';
import { concluding, reporter, type Finish } from '../command-line/reporting.ts';
import type { World } from '../world.ts';
import { dryRun } from './dry-run.ts';
import type { RunOptions } from './run-options.ts';

interface Writing extends Pick<Finish, 'target' | 'startedMs'> {
  readonly output: OutputKind;
}

/** Nothing is written of a plan that is invalid or refused: that is on stderr. */
export async function writeDryRun(
  world: World,
  { output, target, startedMs }: Writing,
  options: () => Promise<RunOptions>,
): Promise<ExitCode> {
  let sheet: Sheet | undefined;
  const beside = sheetSink((made) => {
    sheet = made;
  });
  const report = reporter(world.terminal, output, { beside });
  const finish = { mode: 'dry-run', target, startedMs } as const;
  const code = await concluding(world, report, finish, async () => dryRun(world, await options(), report));
  if (sheet !== undefined) await writeSheet(world.terminal, output, sheet);
  return code;
}
