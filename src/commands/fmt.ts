/** `ordo fmt`: rewrites plans in the canonical layout and keeps their comments. */
import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { err } from '../model/result.ts';
import { safeText } from '../model/safe-text.ts';
import { formatPlan } from '../plan/format/format-plan.ts';
import { readArguments, type OptionSpecs } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { reportDiagnostics } from './command-line/report-diagnostics.ts';
import { readText } from './inputs/input-files.ts';
import { plansAt } from './inputs/plans-in.ts';
import { refuse } from '../refusal.ts';
import type { Files, World } from './world.ts';

const FMT_OPTIONS: OptionSpecs = {
  check: { help: 'write nothing; exit 3 if a plan would change, and show where' },
  diff: { help: 'as --check, and show every change as a unified diff' },
};

export const FMT_HELP: CommandHelp = {
  usage: 'ordo fmt <plan>...',
  brief: 'the canonical layout, comments kept',
  summary: 'Write plans in the one canonical layout. The order of keys, comments and numbers stay as they are.',
  more: 'Given a folder, it formats every plan in it and below.',
  options: FMT_OPTIONS,
  examples: [
    ['ordo fmt plans/*.yaml', 'a file is written only if its text changes'],
    ['ordo fmt --check plans', 'for CI: exit 3 if one in the folder would change'],
    ['ordo fmt --diff plan.yaml', 'what would change'],
  ],
};

/** A plan that is not valid YAML is reported and left alone; the others are still written. */
export async function fmt(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('fmt', args, FMT_OPTIONS);
  if (given.positionals.length === 0) refuse('command/names', 'fmt needs a plan', 'write ordo fmt <plan.yaml>…');
  // All are read before one is written: a mistyped name changes nothing.
  const bytesRead = new Map<string, Uint8Array>();
  const plans = [...new Set(given.positionals.flatMap((path) => plansAt(world.files, path)))].map((path) => {
    const file = resolve(world.files.folder, path);
    return { path, file, read: readText(world.files, file, { what: 'the plan', shownAs: path, bytesRead }) };
  });
  for (const { path, read } of plans) {
    if (!read.ok || !read.value.hidesText) continue;
    refuse('input/outside-folder', `${path} leads out of its folder`, 'give the file’s own name; nothing was changed');
  }
  let exitCode: ExitCode = EXIT.done;
  for (const { path, file, read } of plans) {
    const formatted = read.ok ? await formatPlan(read.value) : err([read.error]);
    if (!formatted.ok) {
      await reportDiagnostics(world.terminal, 'lines', formatted.error);
      exitCode = EXIT.invalid;
      continue;
    }
    // Keeps the byte order mark, which readSource drops.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesRead.get(file));
    const isSame = text === formatted.value;
    if (!given.has('check') && !given.has('diff')) {
      if (!isSame) await write(world.files, path, file, formatted.value);
      world.terminal.stdout.write(`${isSame ? 'unchanged' : 'formatted'} ${safeText(path)}\n`);
    } else if (!isSame) {
      const texts = { was: text, wouldBe: formatted.value };
      const { stdout } = world.terminal;
      const difference = given.has('diff')
        ? (await import('../views/text-difference.ts')).renderDiff(path, texts, stdout)
        : firstDifference(path, texts, stdout.width);
      stdout.write(difference);
      exitCode = EXIT.invalid;
    }
  }
  return exitCode;
}

async function write(files: Files, path: string, file: string, text: string): Promise<void> {
  const written = await files.replace(file, text);
  if (!written.ok)
    refuse('output/unwritable', `the plan ${path} cannot be written: ${written.error}`, 'it was not changed');
}

/** Columns in front of a shown line, and how many equal characters of a long line are shown before the difference. */
const INDENT = 12;
const BEFORE = 20;

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

function firstDifference(path: string, texts: { was: string; wouldBe: string }, width: number): string {
  const [before, after] = [linesOf(texts.was), linesOf(texts.wouldBe)];
  const index = before.findIndex((line, at) => line !== after[at]);
  const at = index === -1 ? before.length : index;
  const [one = '', other = ''] = [before[at], after[at]];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const room = Math.max(2 * BEFORE, width - INDENT);
  const from = Math.max(one.length, other.length) > room ? Math.max(0, same - BEFORE) : 0;
  const shown = (line: string | undefined): string => shownLine(line, from, room);
  return `not formatted ${safeText(path)}:${at + 1}\n  was       ${shown(before[at])}\n  would be  ${shown(after[at])}\n`;
}

/** Part of a line, with blanks at its end and a missing line end made visible. */
function shownLine(line: string | undefined, from: number, room: number): string {
  if (line === undefined) return '(nothing)';
  if (line === '\n') return '(an empty line)';
  const part = line
    .replace(/\n$/, '')
    .replace(/ +$/, (spaces) => '·'.repeat(spaces.length))
    .slice(from);
  return `${from > 0 ? '…' : ''}${safeText(part, room - 1)}${line.endsWith('\n') ? '' : ' (no line end)'}`;
}
