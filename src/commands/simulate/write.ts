/** Writes a simulation in the form that was asked for, to standard output or a file. */
import { resolve } from 'node:path';
import { count } from '../../model/count.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { refuse } from '../../refusal.ts';
import type { Block, Sheet } from '../../show/sheet.ts';
import { diagnosticEvent } from '../../source/diagnostic-event.ts';
import { framesOf } from '../../report/run/run-lines.ts';
import { diagnosticBlock } from '../../views/run/diagnostic.ts';
import { simulationSheet } from '../../views/simulate/sheet.ts';
import { valueSheet, type ValueRow, type ValueRows } from '../../views/simulate/value-table.ts';
import { sheetText, type OutputKind } from '../command-line/output-kind.ts';
import { framed } from '../command-line/report-diagnostics.ts';
import type { World } from '../world.ts';
import { exitCodeOf, warningsOf, type SimulatedRows } from './rows.ts';

interface WrittenAs {
  readonly output: OutputKind;
  /** The file that it is written to; absent for standard output. */
  readonly out?: string;
}

/** Lines of a file are as wide as those of a pipe. */
const FILE = { color: false, width: 80 };

export async function writeRows(world: World, all: SimulatedRows, { output, out }: WrittenAs): Promise<ExitCode> {
  tellWarnings(world, all);
  const sheet = await sheetOf(world, all, output);
  const { stdout } = world.terminal;
  if (out === undefined) stdout.write(await sheetText(output, sheet, stdout), output === 'lines' ? undefined : 'exact');
  else await writeFile(world, out, await sheetText(output, sheet, FILE));
  return exitCodeOf(all.rows);
}

export async function writeFile({ files }: World, out: string, text: string): Promise<void> {
  const written = await files.replace(resolve(files.folder, out), text);
  if (!written.ok) refuse('output/unwritable', `${out} cannot be written: ${written.error}`);
}

/** Warnings of the plan are those of any run of it. */
function tellWarnings({ terminal }: World, { given, rows: [{ made }] }: SimulatedRows): void {
  const { length } = made.warnings;
  if (length === 0) return;
  const words = `${count(length, 'warning')} of the plan: ordo validate ${shellWord(given.planPath)}`;
  terminal.stderr.write(`ordo: ${safeText(words)}\n`);
}

async function sheetOf(world: World, all: SimulatedRows, output: OutputKind): Promise<Sheet> {
  const { rows, prices, canAsk } = all;
  const [{ simulated, notes }] = rows;
  const warnings = await warningBlocks(world, all, output);
  const told = { candles: prices.candles, warnings, found: warningsOf(all).map(diagnosticEvent), notes, canAsk };
  const values = valuesOf(all);
  return values === undefined ? simulationSheet({ ...told, simulated }) : valueSheet(told, values);
}

/** Undefined where no variable has several. */
export function valuesOf({ given, rows }: SimulatedRows): ValueRows | undefined {
  const { name } = given.variables;
  if (name === undefined) return undefined;
  const [first, ...others] = rows.map(({ variables, simulated }): ValueRow => ({
    simulated,
    value: { name, value: variables.get(name)?.toString() ?? '' },
  }));
  return first && [first, ...others];
}

async function warningBlocks(world: World, all: SimulatedRows, output: OutputKind): Promise<Block[]> {
  const warnings = warningsOf(all);
  if (warnings.length === 0) return [];
  if (output === 'lines') return [framesOf(await framed(world.terminal, warnings, false))];
  return warnings.map((one) => diagnosticBlock(diagnosticEvent(one)));
}
