/** Mistakes on the command line, in a folder with plan.yaml, ordo.config.yaml below list/, and no list of instruments. */

/** What is typed, words of the answer parted by ` … `, and what is to be typed. */
export type CommandRow = readonly [typed: string, words: string, fixed?: string];

export const COMMAND_ROWS: readonly CommandRow[] = [
  ['validate plan.yaml --var entry 64500', 'write --var entry=64500', 'validate plan.yaml --var entry=64500'],
  ['run plan.yaml --var entry 64500', 'write --var entry=64500', 'run plan.yaml --var entry=64500'],
  ['run plan.yaml --var entry:64500', 'write --var entry=64500', 'run plan.yaml --var entry=64500'],
  ['run plan.yaml --var entry=64,500', 'write 64500', 'run plan.yaml --var entry=64500'],
  ['run plan.yaml --var entri=64500', 'did you mean entry?', 'run plan.yaml --var entry=64500'],
  ['run plan.yaml --var', '--var needs a value', 'run plan.yaml --var entry=64500'],
  ['plan.yaml', 'write ordo run plan.yaml', 'run plan.yaml'],
  ['apply plan.yaml', 'did you mean ordo run plan.yaml?', 'run plan.yaml'],
  ['rum plan.yaml', 'did you mean ordo run plan.yaml?', 'run plan.yaml'],
  ['lint plan.yaml', 'did you mean ordo validate plan.yaml?', 'validate plan.yaml'],
  ['cancel plan.yaml', 'ordo does not cancel orders yet … at the exchange … ordo status plan.yaml'],
  ['run plan.yaml --dry-run', 'a run without --execute is a dry run', 'run plan.yaml'],
  ['run plan.yaml --paper', 'without --live', 'run plan.yaml'],
  ['run plan.yaml --outptu lines', 'did you mean --output?', 'run plan.yaml --output lines'],
  ['run plan.yaml --output json', 'write --output ndjson', 'run plan.yaml --output ndjson'],
  ['validate plan.yaml --json', 'write --output ndjson', 'validate plan.yaml --output ndjson'],
  ['run plan.yaml --set entry=64500', 'write --var name=value', 'run plan.yaml --var entry=64500'],
  ['run plan.yaml --api-key x', 'never stands on a command line'],
  ['run plan.yml', 'did you mean plan.yaml?', 'run plan.yaml'],
  ['run plan', 'did you mean plan.yaml?', 'run plan.yaml'],
  ['run', 'write ordo run <plan.yaml>', 'run plan.yaml'],
  [
    'validate list/plan.yaml',
    'config/no-list … list/ordo.config.yaml:2:14 … `ordo instruments --config list/ordo.config.yaml` writes it',
  ],
];
