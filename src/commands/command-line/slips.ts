/** What people type who know other tools. The words are flat (see did-you-mean). */
import { didYouMean, flat } from '../../document/did-you-mean.ts';

interface Mistake {
  readonly message: string;
  readonly hint?: string;
}

const COMMAND_SYNONYMS: Readonly<Record<string, string>> = {
  apply: 'run',
  plan: 'run',
  execute: 'run',
  place: 'run',
  submit: 'run',
  send: 'run',
  deploy: 'run',
  dryrun: 'run',
  preview: 'run',
  check: 'validate',
  lint: 'validate',
  verify: 'validate',
  format: 'fmt',
  show: 'status',
  list: 'status',
  ls: 'status',
  orders: 'status',
  why: 'explain',
  reconcile: 'settle',
  resolve: 'settle',
  symbols: 'instruments',
  contracts: 'instruments',
  paper: 'exchange',
  serve: 'exchange',
};

/** What ordo does not do, by the verb for it. */
const NOT_DONE: ReadonlySet<string> = new Set(['cancel', 'amend', 'modify', 'replace']);

const words = (...parts: readonly string[]): string => ['ordo', ...parts].join(' ');

/** A first word that is not a command: a plan, a word of another tool, or something that ordo does not do. */
export function commandMistake(name: string, rest: readonly string[], commands: readonly string[]): Mistake {
  if (/\.ya?ml$/.test(name))
    return { message: `${name} is not a command`, hint: `write ${words('run', name, ...rest)}` };
  const plan = rest.find((word) => /\.ya?ml$/.test(word)) ?? '<plan>';
  if (NOT_DONE.has(name)) {
    const hint = `${name} the orders at the exchange, by the order ids of ordo status ${plan}`;
    return { message: `ordo does not ${name} orders yet`, hint };
  }
  const meant = didYouMean(name, commands, COMMAND_SYNONYMS);
  const hint = meant === undefined ? '' : `did you mean ${words(meant, ...rest)}? `;
  return { message: `there is no command ${name}`, hint: `${hint}ordo --help lists them` };
}

const SECRET = 'a key never stands on a command line: set ORDO_API_KEY, ORDO_API_SECRET and ORDO_API_PASSPHRASE';
const PAPER = 'leave it out: without --live orders go to the embedded paper exchange';
const VARIABLE = 'write --var name=value';
const AGREED = 'write --yes';
const NDJSON = 'write --output ndjson';

const OPTION_REMARKS: Readonly<Record<string, string>> = {
  dryrun: 'leave it out: a run without --execute is a dry run',
  paper: PAPER,
  testnet: PAPER,
  sandbox: PAPER,
  demo: PAPER,
  prod: 'write --live',
  production: 'write --live',
  real: 'write --live',
  force: AGREED,
  confirm: AGREED,
  y: AGREED,
  autoapprove: AGREED,
  json: NDJSON,
  jsonl: NDJSON,
  set: VARIABLE,
  vars: VARIABLE,
  variable: VARIABLE,
  key: SECRET,
  apikey: SECRET,
  secret: SECRET,
  apisecret: SECRET,
  passphrase: SECRET,
};

/** What to write for an option of other tools; undefined where this command has no such option either. */
export function optionRemark(option: string, names: readonly string[]): string | undefined {
  const word = flat(option);
  const remark = Object.hasOwn(OPTION_REMARKS, word) ? OPTION_REMARKS[word] : undefined;
  const named = [...(remark ?? '').matchAll(/--([a-z]+)/g)].map(([, name]) => name as string);
  return named.every((name) => names.includes(name)) ? remark : undefined;
}

/** Other names of the forms of `--output`. */
export const OUTPUT_SYNONYMS: Readonly<Record<string, string>> = {
  json: 'ndjson',
  jsonl: 'ndjson',
  jsonlines: 'ndjson',
  text: 'lines',
  plain: 'lines',
  table: 'lines',
  human: 'lines',
  screen: 'tui',
  ui: 'tui',
};
