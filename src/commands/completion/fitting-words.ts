/** What fits behind the cursor: from the help of the commands alone, so that it is always what they take. Pure. */
import { defined } from '../../model/defined.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { CANDLE_LENGTHS } from '../../model/candle-question.ts';
import { SHELLS } from './shell-scripts.ts';

/** A word that fits, and what it means. */
export interface FittingWord {
  readonly word: string;
  readonly about: string;
}

/** Files that fit too; the shell finds them. */
type FileKind = 'plans' | 'files' | 'folders';

export interface Fitting {
  readonly words: readonly FittingWord[];
  readonly files?: FileKind;
  /** The orders of this plan fit, each with this behind it. */
  readonly orders?: {
    readonly planPath: string;
    readonly configPath?: string;
    readonly before: string;
    readonly behind: string;
  };
  /** The symbols of the list of instruments fit, each with this in front of it and behind it. */
  readonly symbols?: { readonly configPath?: string; readonly before: string; readonly behind: string };
}

export type Helps = ReadonlyMap<string, CommandHelp>;

const NOTHING: Fitting = { words: [] };

/** `words` are those behind `ordo`, the last one up to the cursor. */
export function fittingWords(words: readonly string[], helps: Helps): Fitting {
  const [name = '', ...rest] = words;
  if (rest.length === 0) return { words: firstWords(name, helps) };
  if (name === 'help') return { words: rest.length === 1 ? commands(helps) : [] };
  const help = helps.get(name);
  if (help === undefined) return NOTHING;
  const line = readLine(rest.slice(0, -1), help);
  return fittingIn(line, help, rest.at(-1) ?? '');
}

const commands = (helps: Helps): FittingWord[] => [...helps].map(([word, { brief }]) => ({ word, about: brief }));

const firstWords = (current: string, helps: Helps): FittingWord[] =>
  current.startsWith('-')
    ? [
        { word: '--help', about: 'what there is' },
        { word: '--version', about: 'which version this is' },
      ]
    : commands(helps);

/** The words of a command before the cursor. */
interface LineBefore {
  readonly positionals: readonly string[];
  readonly given: ReadonlyMap<string, string>;
  /** The option whose value stands at the cursor. */
  readonly awaited?: string;
  /** `--` was written: no option follows. */
  readonly isEnded: boolean;
}

function readLine(words: readonly string[], { options }: CommandHelp): LineBefore {
  const positionals: string[] = [];
  const given = new Map<string, string>();
  let awaited: string | undefined;
  let isEnded = false;
  for (const word of words) {
    const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (awaited !== undefined) {
      given.set(awaited, word);
      awaited = undefined;
    } else if (isEnded || name === undefined) {
      if (!isEnded && word === '--') isEnded = true;
      else if (isEnded || !/^-./.test(word)) positionals.push(word);
    } else if (value !== undefined || options[name]?.value === undefined) given.set(name, value ?? '');
    else awaited = name;
  }
  return { positionals, given, isEnded, ...defined({ awaited }) };
}

function fittingIn(line: LineBefore, help: CommandHelp, current: string): Fitting {
  if (line.awaited !== undefined) return valuesOf(help.options[line.awaited]?.value, line, '');
  if (!line.isEnded && current.startsWith('-')) {
    const [before, name] = /^--([^=]+)=/.exec(current) ?? [];
    if (before !== undefined && name !== undefined) return valuesOf(help.options[name]?.value, line, before);
    return { words: optionsLeft(line, help) };
  }
  const taken = positionalAt(line.positionals.length, help);
  if (taken === undefined) return line.isEnded ? NOTHING : { words: optionsLeft(line, help) };
  return FILE_POSITIONALS.has(taken)
    ? { words: [], ...defined({ files: FILE_POSITIONALS.get(taken) }) }
    : valuesOf(WORDS_OF.get(taken) ?? taken, line, '');
}

const WORDS_OF: ReadonlyMap<string, string> = new Map([
  ['<shell>', SHELLS.join('|')],
  ['<long|short>', 'long|short'],
  ['<share>', 'all'],
  ['<length>', Object.keys(CANDLE_LENGTHS).join('|')],
]);

/** What the usage has in this place: `<plan>` of `[<plan>]` and of `<plan>...`; undefined where it has no more. */
function positionalAt(index: number, { usage }: CommandHelp): string | undefined {
  const all = usage.split(' ').slice(2);
  const last = all.at(-1);
  const taken = all[index] ?? (last?.endsWith('...') === true ? last : undefined);
  return taken?.replace(/^\[(.*)\]$/, '$1').replace('...', '');
}

const FILE_POSITIONALS: ReadonlyMap<string, FileKind> = new Map([
  ['<plan>', 'plans'],
  ['folder', 'folders'],
]);

function optionsLeft({ given }: LineBefore, { options }: CommandHelp): FittingWord[] {
  const left = Object.entries(options).filter(([name, { many }]) => many === true || !given.has(name));
  return [...left.map(([name, { help }]) => ({ word: `--${name}`, about: help })), { word: '--help', about: 'more' }];
}

/** The values that a text such as `<id>|rejected` stands for, with `before` in front of each. */
function valuesOf(value: string | undefined, line: LineBefore, before: string): Fitting {
  const kinds = value?.split('|') ?? [];
  const words = kinds
    .filter((kind) => /^[a-z0-9-]+$/.test(kind))
    .map((word) => ({ word: `${before}${word}`, about: '' }));
  const id = kinds.find((kind) => kind.startsWith('<id>'));
  // The first part of `[<symbol>=]<file>`.
  const symbol = kinds.find((kind) => /^(?:<symbol>$|\[<symbol>=\])/.test(kind));
  const [planPath] = line.positionals;
  const configPath = line.given.get('config');
  return {
    words,
    ...(kinds.some((kind) => /^(?:\[.*\])?<file/.test(kind)) && { files: 'files' }),
    ...(symbol !== undefined && {
      symbols: { before, behind: symbol === '<symbol>' ? '' : '=', ...defined({ configPath }) },
    }),
    ...(id !== undefined &&
      planPath !== undefined && {
        orders: {
          planPath,
          ...defined({ configPath }),
          before,
          behind: id.startsWith('<id>=') ? '=' : '',
        },
      }),
  };
}
