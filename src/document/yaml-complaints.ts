/** The YAML library's complaints in plain words, at the place a person would point at. */
import { quoted } from '../source/quoted.ts';
import { MAX_DIAGNOSTICS } from '../source/diagnostic.ts';
import type { DiagnosticCode } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Refusal } from './yaml-tokens.ts';
import { keysAlike } from './locate.ts';
import type { TreeNode } from './locate.ts';

/** What is read of the library's errors. */
export interface YamlComplaint {
  readonly code: string;
  readonly pos: readonly [number, number];
  readonly message: string;
}

/** What a second place of the same key adds to a refusal. */
interface Duplicate extends Refusal {
  readonly related: readonly { readonly message: string; readonly start: number; readonly end: number }[];
}

const refusal = (code: DiagnosticCode, start: number, end: number, message: string, hint: string): Refusal => ({
  code,
  start,
  end,
  message,
  hint,
});

/** From the first visible character of the line an offset is on to its end. */
function lineSpan(source: SourceFile, offset: number): { start: number; end: number; text: string } {
  const number = source.lineAt(offset);
  const line = source.line(number);
  const text = line.trim();
  const start = source.lineStart(number) + line.length - line.trimStart().length;
  return { start, end: start + text.length, text };
}

function misplacedLine(source: SourceFile, offset: number): Refusal {
  const { start, end, text } = lineSpan(source, offset);
  const what = text.startsWith('-') ? 'entries of one list' : 'keys of one mapping';
  return refusal(
    'yaml/indentation',
    start,
    end,
    'this line is indented differently from its neighbours',
    `the ${what} begin in the same column`,
  );
}

/** `name` or `name:abc` on a line of its own, read together with the next line as one key. */
function keyWithoutColon(source: SourceFile, offset: number): Refusal {
  const { start, end, text } = lineSpan(source, offset);
  const glued = /^([^\s:]+):(\S.*)$/.exec(text);
  return glued === null
    ? refusal('yaml/missing-colon', start, end, `${quoted(text)} has no colon`, 'write `key: value`')
    : refusal(
        'yaml/missing-space',
        start,
        end,
        `a space is missing after the colon of ${quoted(text)}`,
        `write \`${glued[1]}: ${glued[2]}\``,
      );
}

function explain({ code, pos, message }: YamlComplaint, source: SourceFile, all: readonly YamlComplaint[]): Refusal {
  const [start, end] = pos;
  const { text } = source;
  switch (code) {
    case 'TAB_AS_INDENT':
      return refusal(
        'yaml/tab-indent',
        start,
        end,
        'a tab is used as indentation',
        'YAML indents by spaces only: replace the tab',
      );
    case 'MULTILINE_IMPLICIT_KEY':
      return keyWithoutColon(source, start);
    case 'BLOCK_AS_IMPLICIT_KEY': {
      // A value and the line below it, read as one key: the line below is what is out of place.
      const spill = all.find((other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === start);
      if (spill !== undefined) return misplacedLine(source, spill.pos[1] - 1);
      const value = lineSpan(source, start);
      return refusal(
        'yaml/second-colon',
        start,
        value.end,
        'a second `: ` on this line',
        'put the value in quotes, or begin a new line',
      );
    }
    case 'BAD_INDENT':
      return misplacedLine(source, start);
    case 'BAD_DQ_ESCAPE':
      return refusal(
        'yaml/escape',
        start,
        end + 1,
        `${quoted(text.slice(start, start + 2))} is not an escape`,
        'write \\\\ for a backslash, or use single quotes',
      );
    case 'BAD_SCALAR_START':
      return refusal(
        'yaml/reserved-character',
        start,
        end,
        `a text may not begin with ${text[start]}`,
        'put it in quotes',
      );
    default:
      break;
  }
  if (message.startsWith('Sequence item without')) return misplacedLine(source, start);
  if (message.startsWith('Implicit map keys need')) return keyWithoutColon(source, start);
  if (message.startsWith('Comments must be')) {
    return refusal(
      'yaml/missing-space',
      start,
      start + 1,
      'a space is missing before the comment',
      'put a space before #, or the text in quotes',
    );
  }
  if (message.startsWith('Unexpected block-seq-ind')) {
    return refusal('yaml/indentation', start, end, 'a list begins on the line of its key', 'begin it on the next line');
  }
  if (message.startsWith('Unexpected scalar at node end')) {
    return refusal(
      'yaml/syntax',
      start,
      end,
      'nothing may follow the closing quote',
      'put all of the text in the quotes',
    );
  }
  const found = text.slice(start, Math.max(end, start + 1)).trim();
  return refusal(
    'yaml/syntax',
    start,
    end,
    found === '' ? 'the text cannot be read from here on' : `${quoted(found)} cannot stand here`,
    'check quotes, brackets and indentation around it',
  );
}

/**
 * The one syntax error that matters, which is the first: those behind it come from it. Keys given twice are no syntax
 * errors; all of them are told.
 */
export function translate(
  complaints: readonly YamlComplaint[],
  source: SourceFile,
  root: TreeNode | null,
): { fatal?: Refusal; duplicates: Refusal[] } {
  const isDuplicate = (one: YamlComplaint): boolean => one.code === 'DUPLICATE_KEY';
  const [first] = complaints.filter((one) => !isDuplicate(one)).toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (first !== undefined) return { fatal: explain(first, source, complaints), duplicates: [] };
  const duplicates: Duplicate[] = [];
  for (const { pos } of complaints.slice(0, MAX_DIAGNOSTICS)) {
    const alike = root === null ? undefined : keysAlike(root, pos[0]);
    if (alike === undefined) continue;
    duplicates.push({
      ...refusal(
        'key/duplicate',
        alike.again.start,
        alike.again.end,
        `the key ${quoted(alike.name)} is given twice`,
        'keep one of them',
      ),
      related: [{ message: 'first given here', ...alike.first }],
    });
  }
  return { duplicates };
}
