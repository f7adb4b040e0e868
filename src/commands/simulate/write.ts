/** Writes a simulation in the form that was asked for, to standard output or a file. */
import { resolve } from 'node:path';
import type { ExitCode } from '../../model/exit-code.ts';
import { count } from '../../model/count.ts';
import { safeText } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { refuse } from '../../refusal.ts';
import type { Block, Sheet } from '../../show/sheet.ts';
import { diagnosticEvent } from '../../source/diagnostic-event.ts';
import { framesOf } from '../../report/run/run-lines.ts';
import { diagnosticBlock } from '../../views/run/diagnostic.ts';
import { simulationSheet } from '../../views/simulate/sheet.ts';
import { sheetText, type OutputKind } from '../command-line/output-kind.ts';
import { framed } from '../command-line/report-diagnostics.ts';
import type { World } from '../world.ts';
import { exitCodeOf, type SimulatedRow, type SimulatedRows } from './rows.ts';

export async function writeRows(
  world: World,
  all: SimulatedRows,
  { output, out }: { readonly output: OutputKind; readonly out: string | undefined },
): Promise<ExitCode> {
  tellWarnings(world, all);
  const sheet = await sheetOf(world, all, output);
  const { stdout } = world.terminal;
  const page = out === undefined ? stdout : { color: false, width: 80 };
  const text = await sheetText(output, sheet, page);
  if (out === undefined) stdout.write(text, output === 'lines' ? undefined : 'exact');
  else {
    const written = await world.files.replace(resolve(world.files.folder, out), text);
    if (!written.ok) refuse('output/unwritable', `${out} cannot be written: ${written.error}`);
  }
  return exitCodeOf(all.rows);
}

/** Warnings of the plan are those of any run of it. */
function tellWarnings({ terminal }: World, { given, rows: [{ made }] }: SimulatedRows): void {
  const { length } = made.warnings;
  if (length === 0) return;
  const words = `${count(length, 'warning')} of the plan: ordo validate ${shellWord(given.planPath)}`;
  terminal.stderr.write(`ordo: ${safeText(words)}\n`);
}

async function sheetOf(world: World, { rows, prices, canAsk }: SimulatedRows, output: OutputKind): Promise<Sheet> {
  const [row] = rows;
  return simulationSheet({
    simulated: row.simulated,
    candles: prices.candles,
    warnings: await warningBlocks(world, row, output),
    notes: row.notes,
    canAsk,
  });
}

async function warningBlocks(world: World, { warnings }: SimulatedRow, output: OutputKind): Promise<Block[]> {
  if (warnings.length === 0) return [];
  if (output === 'lines') return [framesOf(await framed(world.terminal, warnings, false))];
  return warnings.map((one) => diagnosticBlock(diagnosticEvent(one)));
}
