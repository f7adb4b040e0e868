/** Writes diagnostics in each form that a command offers. */
import type { ExitCode } from '../../model/exit-code.ts';
import type { Failure } from '../../report/formats/sarif.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { isDocument, type OutputKind } from './output-kind.ts';
import type { Terminal, World } from '../world.ts';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** A source's path as CI knows it: relative to the command's folder, with forward slashes; absolute if it lies outside. */
const checkoutPath =
  (folder: string) =>
  (name: string): string => {
    const file = resolve(folder, name);
    const short = relative(folder, file);
    const isOutside = short === '..' || short.startsWith(`..${sep}`) || isAbsolute(short);
    return (isOutside ? file : short).replaceAll(sep, '/');
  };

/** Events for a program, code frames for a person. The code that draws them is loaded only if there are any. */
export async function reportDiagnostics(
  terminal: Terminal,
  output: OutputKind,
  list: readonly Diagnostic[],
): Promise<void> {
  if (list.length === 0) return;
  const write = (text: string): void => terminal.stdout.write(text);
  if (output === 'ndjson' || output === 'json') {
    const [{ ndjsonSink }, { diagnosticEvent }] = await Promise.all([
      import('../../report/formats/ndjson.ts'),
      import('../../source/diagnostic-event.ts'),
    ]);
    list.map(diagnosticEvent).forEach(ndjsonSink(write));
  } else {
    const out = isDocument(output) ? terminal.stderr : terminal.stdout;
    out.write(`${await framed(terminal, list)}\n`);
  }
}

/** Code frames, as wide and coloured as standard output shows them. */
export async function framed(
  { stdout: { color, width } }: Terminal,
  list: readonly Diagnostic[],
  isCounted = true,
): Promise<string> {
  const { renderDiagnostics } = await import('../../source/code-frame.ts');
  return renderDiagnostics(list, { color, width, isCounted });
}

/** A workflow command for each; then, for people, how many there are, and the line `valid` of a valid plan. */
export async function writeGithub(world: World, list: readonly Diagnostic[], valid = ''): Promise<void> {
  const [{ githubCommand, plainLine }, { countsOf }] = await Promise.all([
    import('../../report/formats/github.ts'),
    import('../../source/code-frame.ts'),
  ]);
  const commands = list.map((one) => githubCommand(one, checkoutPath(world.files.folder)));
  const lines = [countsOf(list), plainLine(valid)].filter((line) => line !== '');
  for (const line of [...commands, ...lines]) world.terminal.stdout.write(`${line}\n`, 'exact');
}

/** The one document of a whole command, even if there are no diagnostics; `failed` says why a file could not be judged. */
export async function writeSarif(
  world: World,
  list: readonly Diagnostic[],
  failed?: { readonly failures: readonly Failure[]; readonly exitCode: ExitCode },
): Promise<void> {
  const [{ sarifDocument }, { VERSION }] = await Promise.all([
    import('../../report/formats/sarif.ts'),
    import('../../version.ts'),
  ]);
  world.terminal.stdout.write(sarifDocument(list, VERSION, checkoutPath(world.files.folder), failed), 'exact');
}
