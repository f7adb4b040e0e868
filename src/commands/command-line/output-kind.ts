import { refuse } from '../../refusal.ts';
import type { Sheet } from '../../show/sheet.ts';
import type { Output, Terminal, World } from '../world.ts';

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
  stdout.write(await sheetText(output, sheet, stdout), isDocument(output) ? 'exact' : undefined);
}

/** The same as a text; `on` is what lines are drawn on. */
export async function sheetText(
  output: OutputKind,
  sheet: Sheet,
  on: Pick<Output, 'color' | 'width'>,
): Promise<string> {
  if (output === 'md') return (await import('../../show/markdown.ts')).markdown(sheet);
  if (output === 'html') return page(sheet);
  if (output === 'json') return (await import('../../show/json.ts')).json(sheet);
  return (await import('../../show/terminal.ts')).terminalText(sheet, on);
}

/** What draws pictures is large, and loaded for a page that has one. */
async function page(sheet: Sheet): Promise<string> {
  const { sheetPage } = await import('../../show/html.ts');
  const hasCandles = sheet.blocks.some((block) => block.is === 'picture' && block.drawing.of === 'candles');
  if (!hasCandles) return sheetPage(sheet);
  return sheetPage(sheet, (await import('../../show/page/charts.ts')).svgOf);
}
