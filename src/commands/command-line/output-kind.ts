import { refuse } from '../../refusal.ts';
import type { Sheet } from '../../show/sheet.ts';
import type { Terminal, World } from '../world.ts';

/** What a command writes: a screen, lines or events, or its answer as a document. */
export type OutputKind = 'tui' | 'lines' | 'ndjson' | 'md' | 'html' | 'json';

/** `--output`, which is a word that the command takes; by default the screen on a terminal that can show it, and lines elsewhere. */
export function outputKind(asked: string | undefined, world: World): OutputKind {
  if (asked === undefined) return world.terminal.stdout.isTerminal ? 'tui' : 'lines';
  if (asked === 'tui' && !world.terminal.stdout.isTerminal) {
    const dumb = world.variables['TERM'] === 'dumb';
    const message = `--output tui needs a terminal${dumb ? ' that can move its cursor, and TERM is dumb' : ''}`;
    refuse('option/conflict', message, 'leave it out, or write --output lines');
  }
  if (asked === 'html') refusePage(world.terminal, 'write it to a file: > page.html');
  return asked as OutputKind;
}

/** Whether it is written whole, with nothing before it. */
export const isDocument = (output: OutputKind): boolean => output === 'md' || output === 'html' || output === 'json';

/** A page is for a browser. */
export function refusePage({ stdout }: Terminal, hint: string): void {
  if (stdout.isTerminal) refuse('option/conflict', 'a page of HTML says nothing on a terminal', hint);
}

/** An answer in the form that was asked for, which is loaded where it is. */
export async function writeSheet({ stdout }: Terminal, output: OutputKind, sheet: Sheet): Promise<void> {
  if (output === 'md') stdout.write((await import('../../show/markdown.ts')).markdown(sheet), 'exact');
  else if (output === 'html') stdout.write((await import('../../show/html.ts')).sheetPage(sheet), 'exact');
  else if (output === 'json') stdout.write((await import('../../show/json.ts')).json(sheet), 'exact');
  else stdout.write((await import('../../show/terminal.ts')).terminalText(sheet, stdout));
}
