import { EXIT_WORDS } from '../../model/exit-code.ts';
import { safeWhole } from '../../model/safe-text.ts';
import { wrap } from '../../source/wrap.ts';
import type { OptionSpecs } from './arguments.ts';

export interface CommandHelp {
  readonly usage: string;
  /** A few words for the list of commands. */
  readonly brief: string;
  readonly summary: string;
  readonly options: OptionSpecs;
  /** Commands to try, each with what it shows. */
  readonly examples: readonly (readonly [string, string])[];
  readonly more?: string;
}

const ENVIRONMENT = `Environment
  ORDO_BASE_URL        the exchange's address, over the config's
  ORDO_API_KEY, ORDO_API_SECRET, ORDO_API_PASSPHRASE    read only to go live
  ORDO_JOURNAL         the journal, if --journal is not given
  NO_COLOR             no colour
  TERM                 dumb: lines and no colour; linux: ASCII only
  LC_ALL, LC_CTYPE, LANG    the first that is set; C or POSIX: ASCII only`;

/** `ordo --help`: what it is, the commands, the first thing to try. */
export function overview(version: string, commands: ReadonlyMap<string, CommandHelp>): string {
  const list = table(
    [...commands.values()].map(({ usage, brief }) => [shortUsage(usage), brief]),
    WIDTH,
  );
  return `ordo ${version}: orders as code

A plan of futures orders in YAML is checked, compiled into the cheapest calls,
shown exactly as it would be sent, and placed: each order at most once.

${list}

Start here
  ordo run plan.yaml                    see what would be sent; sends nothing
  ordo run plan.yaml --execute          place it on the embedded paper exchange
  ordo run plan.yaml --execute --live   place it on the real one

${ENVIRONMENT}

Exit codes
${exitCodes()}

ordo <command> --help says more about one command.
`;
}

/** A choice of words, and what may be left out behind it, would widen the column for all commands; the command's own help has it. */
const shortUsage = (usage: string): string =>
  usage.replace(/\[\w+(?:\|\w+)+\]/, '[<name>]').replace(/<\w+(?:\|\w+)+>.*/, '<side>');

/** All of them, in two columns. */
function exitCodes(): string {
  const rows = Object.entries(EXIT_WORDS).map(([code, words]) => `${code.padStart(5)} ${words}`);
  const half = Math.ceil(rows.length / 2);
  return rows
    .slice(0, half)
    .map((row, at) => `${row.padEnd(WIDTH / 2 + 4)}${rows[half + at] ?? ''}`.trimEnd())
    .join('\n');
}

const flag = ([name, { value }]: [string, OptionSpecs[string]]): string =>
  `--${name}${value === undefined ? '' : ` ${value}`}`;

/** Columns of every page. */
const WIDTH = 80;
/** Widest name that still has its words next to it: of an option, and of an example. */
const [FLAGS, COMMANDS] = [26, 48];

/** Names in one column and their words in another; the words of a name over `most` columns go below it. */
function table(rows: readonly (readonly [string, string])[], most: number): string {
  const names = rows.map(([name]) => name.length).filter((length) => length <= most);
  const column = Math.max(0, ...names) + 4;
  return rows
    .flatMap(([name, words]) => {
      const lines = wrap(safeWhole(words), WIDTH - column).map((text) => ' '.repeat(column) + text);
      const [first = '', ...more] = lines;
      return name.length + 4 > column
        ? [`  ${name}`, ...lines]
        : [`  ${name}`.padEnd(column) + first.trimStart(), ...more];
    })
    .join('\n');
}

/** Wraps each paragraph again; indented text is not prose, and is left alone. */
const prose = (text: string): string =>
  text
    .split('\n\n')
    .map((one) => (/^ /m.test(one) ? one : wrap(safeWhole(one.replaceAll('\n', ' ')), WIDTH).join('\n')))
    .join('\n\n');

export function commandHelp({ usage, summary, options, examples, more }: CommandHelp): string {
  const list = table(
    Object.entries(options).map((entry) => [flag(entry), entry[1].help]),
    FLAGS,
  );
  return [
    `${usage}\n\n${prose(summary)}`,
    ...(more === undefined ? [] : [prose(more)]),
    ...(list === '' ? [] : [`Options\n${list}`]),
    `Examples\n${table(examples, COMMANDS)}`,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}
