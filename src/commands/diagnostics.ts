import type { Diagnostic } from '../source/diagnostic.ts';
import type { OutputKind } from './output.ts';
import type { World } from './world.ts';

/** Diagnostics as events for a program, and with their code frames for a person. What draws them is loaded only if there are any. */
export async function tellDiagnostics(world: World, output: OutputKind, list: readonly Diagnostic[]): Promise<void> {
  if (list.length === 0) return;
  const { color, width } = world.stdout;
  const write = (text: string): void => world.stdout.write(text);
  if (output === 'ndjson') {
    const [{ ndjsonSink }, { diagnosticEvent }] = await Promise.all([
      import('../report/ndjson.ts'),
      import('../source/diagnostic.ts'),
    ]);
    list.map(diagnosticEvent).forEach(ndjsonSink(write));
  } else {
    const { renderDiagnostics } = await import('../source/code-frame.ts');
    write(`${renderDiagnostics(list, { color, width })}\n`);
  }
}
