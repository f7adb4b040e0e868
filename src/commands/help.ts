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

const EXIT_CODES = `Exit codes
  0 done, or nothing left to send     6 some rejected or withheld
  1 a bug of ordo                     7 an outcome is unknown
  2 usage, config, environment        8 stopped by the exchange's rate limit
  3 the plan is invalid               9 declined at the prompt
  4 forbidden by policy              10 another run holds the lock
  5 not what was approved, expired  130 interrupted (143 terminated)`;

const ENVIRONMENT = `Environment
  ORDO_BASE_URL        the exchange's address, over the config's
  ORDO_API_KEY, ORDO_API_SECRET, ORDO_API_PASSPHRASE    read only for a live run
  ORDO_JOURNAL         the journal, where --journal is not given
  NO_COLOR             no colour
  TERM                 dumb: lines and no colour; linux: ASCII only
  LC_ALL, LC_CTYPE, LANG    the first that is set; C or POSIX: ASCII only`;

/** `ordo --help`: what it is, the commands, the first thing to try. */
export function overview(version: string, commands: ReadonlyMap<string, CommandHelp>): string {
  const width = Math.max(...[...commands.values()].map(({ usage }) => usage.length));
  const list = [...commands.values()].map(({ usage, brief }) => `  ${usage.padEnd(width)}  ${brief}`).join('\n');
  return `ordo ${version}: orders as code

A plan of futures orders in YAML is checked, compiled into the cheapest calls,
shown exactly as it would be sent, and placed: each order at most once.

${list}

Start here
  ordo run plan.yaml                    see what would be sent; sends nothing
  ordo run plan.yaml --execute          place it on the embedded paper exchange
  ordo run plan.yaml --execute --live   place it on the real one

${ENVIRONMENT}

${EXIT_CODES}

ordo <command> --help tells more about one command.
`;
}

const flag = ([name, { value }]: [string, OptionSpecs[string]]): string =>
  `--${name}${value === undefined ? '' : ` ${value}`}`;

export function commandHelp({ usage, summary, options, examples, more }: CommandHelp): string {
  const entries = Object.entries(options);
  const width = Math.min(26, Math.max(0, ...entries.map((entry) => flag(entry).length)));
  const list = entries.map((entry) => `  ${flag(entry).padEnd(width)}  ${entry[1].help}`).join('\n');
  const wide = Math.max(...examples.map(([command]) => command.length));
  const shown = examples.map(([command, what]) => `  ${command.padEnd(wide)}  ${what}`).join('\n');
  return [
    `${usage}\n\n${summary}`,
    ...(more === undefined ? [] : [more]),
    ...(list === '' ? [] : [`Options\n${list}`]),
    `Examples\n${shown}`,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}
