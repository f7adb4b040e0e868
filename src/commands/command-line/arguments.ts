import { parseArgs } from 'node:util';
import { EXIT } from '../../model/exit-code.ts';
import { refuse, suggestion } from './refusal.ts';
import { optionRemark } from './slips.ts';

/** One option of a command: what it takes, and the words of its help. */
export interface OptionSpec {
  /** Name of the value in the help, such as `<file>`; an option without it is a switch. */
  readonly value?: string;
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
  return {
    positionals,
    has: (name) => values[name] !== undefined,
    value: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    values: (name) => {
      const value = values[name];
      return Array.isArray(value) ? (value as string[]) : [];
    },
  };
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
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const once = tokens.filter((token) => token.kind === 'option').map((token) => token.name);
    const twice = once.find(
      (name, index) => once.indexOf(name) !== index && specs[name]?.many !== true && specs[name]?.value !== undefined,
    );
    if (twice !== undefined) refuse(EXIT.usage, `--${twice} is given twice`, 'give it once');
    return { values, positionals };
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    const mistake =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? unknownOption(command, args, Object.keys(specs))
        : wrongValue(message, specs);
    return refuse(EXIT.usage, mistake.message, mistake.hint);
  }
}

interface Mistake {
  readonly message: string;
  readonly hint: string;
}

function unknownOption(command: string, args: readonly string[], names: readonly string[]): Mistake {
  const isUnknown = (arg: string): boolean =>
    arg.startsWith('-') && !names.includes(arg.replace(/^--?/, '').replace(/=.*/, ''));
  const bare = (args.find(isUnknown) ?? '').replace(/=.*/, '');
  return {
    message: `unknown option ${bare}`,
    hint: optionRemark(bare, names) ?? `${suggestion(bare, names, '--')}\`ordo ${command} --help\` lists them all`,
  };
}

/** A missing value, or a value for a switch; `words` are the parser's own, which name the option. */
function wrongValue(words: string, specs: OptionSpecs): Mistake {
  const about = /--[a-z-]+/.exec(words)?.[0] ?? '';
  const value = specs[about.slice(2)]?.value;
  return value === undefined
    ? { message: `${about} takes no value`, hint: `write ${about} alone` }
    : { message: `${about} needs a value`, hint: `write ${about} ${value}` };
}
