import { parseArgs } from 'node:util';
import { didYouMean, shortFor } from '../../document/did-you-mean.ts';
import type { RefusalCode } from '../../model/refusals.ts';
import { refuse } from '../../refusal.ts';
import { meantWord, nearRemark, optionRemark, OUTPUT_SYNONYMS } from './synonyms.ts';

export interface OptionSpec {
  /** What it takes, as the help has it: a name such as `<file>`, or all words that it knows, such as `lines|md`. An option without it is a switch. */
  readonly value?: string;
  /** Other spellings of such words. */
  readonly also?: Readonly<Record<string, string>>;
  readonly many?: boolean;
  readonly help: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface Arguments {
  readonly positionals: readonly string[];
  has(name: string): boolean;
  value(name: string): string | undefined;
  values(name: string): readonly string[];
}

/** Reads a command's arguments against its options; a mistake is a refusal (exit 2) that names the nearest right spelling. */
export function readArguments(command: string, args: readonly string[], specs: OptionSpecs): Arguments {
  const { values, positionals } = parse(command, args, specs);
  for (const [name, spec] of Object.entries(specs)) checkWord(name, spec, values[name], specs);
  return {
    positionals,
    has: (name) => values[name] !== undefined,
    value: (name) => {
      const value = values[name];
      return typeof value === 'string' ? (specs[name]?.also?.[value] ?? value) : undefined;
    },
    values: (name) => {
      const value = values[name];
      return Array.isArray(value) ? (value as string[]) : [];
    },
  };
}

/** Refuses (exit 2) words behind a command that takes options only. */
export function refuseWords(command: string, { positionals }: Arguments, hint: string): void {
  if (positionals.length > 0) refuse('command/names', `${command} takes no ${positionals.join(' ')}`, hint);
}

/** All words that an option takes; undefined where it takes any text. */
const wordsOf = ({ value = '' }: OptionSpec): readonly string[] | undefined =>
  /^[a-z0-9]+(?:\|[a-z0-9]+)+$/.test(value) ? value.split('|') : undefined;

function checkWord(name: string, spec: OptionSpec, given: unknown, specs: OptionSpecs): void {
  const words = wordsOf(spec);
  if (words === undefined || typeof given !== 'string' || words.includes(spec.also?.[given] ?? given)) return;
  const meant = meantValue(spec, given);
  const other = Object.keys(specs).find((one) => wordsOf(specs[one] as OptionSpec)?.includes(given));
  const right = other === undefined ? `--${name}${meant}` : `--${other} ${given}`;
  const hint = meant === '' && other === undefined ? 'write one of these' : `write ${right}`;
  refuse('option/value', `--${name} ${given} is not one of ${words.join(', ')}`, hint);
}

function parse(
  command: string,
  args: readonly string[],
  specs: OptionSpecs,
): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      { type: spec.value === undefined ? ('boolean' as const) : ('string' as const), multiple: spec.many ?? false },
    ]),
  );
  try {
    const { values, positionals, tokens } = parseArgs({
      args: jsonAsOutput(args, specs),
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const once = tokens.filter((token) => token.kind === 'option').map((token) => token.name);
    const twice = once.find(
      (name, index) => once.indexOf(name) !== index && specs[name]?.many !== true && specs[name]?.value !== undefined,
    );
    if (twice !== undefined) refuse('option/repeated', `--${twice} is given twice`, 'give it once');
    return { values, positionals };
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    const mistake =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? unknownOption(command, args, message, specs)
        : wrongValue(args, message, specs);
    return refuse(mistake.code, mistake.message, mistake.hint);
  }
}

/** `--json` is `--output json` of a command that answers once. */
function jsonAsOutput(args: readonly string[], { output = { help: '' } }: OptionSpecs): string[] {
  if (wordsOf(output)?.includes('json') !== true) return [...args];
  const end = args.indexOf('--');
  return args.map((arg, at) => (arg === '--json' && (end === -1 || at < end) ? '--output=json' : arg));
}

interface Mistake {
  readonly code: RefusalCode;
  readonly message: string;
  readonly hint: string;
}

/** `words` are the parser's own: `Unknown option '--x'`, or `'-e'` of `-execute`. */
function unknownOption(command: string, args: readonly string[], words: string, specs: OptionSpecs): Mistake {
  const named = /'(--?[^']*)'/.exec(words)?.[1] ?? '';
  const at = args.findIndex((arg) => (named.startsWith('--') ? arg.split('=')[0] === named : /^-[^-]/.test(arg)));
  const [bare = named, value = args[at + 1]] = (args[at] ?? named).split('=');
  const names = Object.keys(specs);
  const near = didYouMean(bare, names);
  const remark = optionRemark(bare, names) ?? (near === undefined ? nearRemark(bare, names) : undefined);
  const meant = near ?? shortFor(bare, names);
  const hint = meant === undefined ? '' : `did you mean --${meant}${meantValue(specs[meant], value)}? `;
  return {
    code: 'option/unknown',
    message: `unknown option ${bare}`,
    hint: remark ?? `${hint}\`ordo ${command} --help\` lists them all`,
  };
}

/** Where the value is misspelt too, or of another tool, the one to write. */
function meantValue(spec: OptionSpec | undefined, given = ''): string {
  const words = (spec && wordsOf(spec)) ?? [];
  const meant = words.includes(given) ? undefined : meantWord(given, words, OUTPUT_SYNONYMS);
  return meant !== undefined && words.includes(meant) ? ` ${meant}` : '';
}

/** A missing value, or a value for a switch; `words` are the parser's own, which name the option. */
function wrongValue(args: readonly string[], words: string, specs: OptionSpecs): Mistake {
  const about = /--[a-z-]+/.exec(words)?.[0] ?? '';
  const value = specs[about.slice(2)]?.value;
  const code = 'option/value';
  if (value === undefined) return { code, message: `${about} takes no value`, hint: `write ${about} alone` };
  const next = args[args.indexOf(about) + 1] ?? '';
  // A number below zero is read as an option of its own.
  return /^-[\d.]/.test(next)
    ? { code, message: `${about} needs a value, and ${next} begins with a dash`, hint: `write ${about}=${next}` }
    : { code, message: `${about} needs a value`, hint: `write ${about} ${value}` };
}
