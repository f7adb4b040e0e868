/** What people type who know other tools. The words are flat (see did-you-mean). */
import { didYouMean, flat } from '../../document/did-you-mean.ts';
import { shellWord } from '../../report/text/phrases.ts';

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
  balance: 'account',
  equity: 'account',
  money: 'account',
  wallet: 'account',
  positions: 'account',
  pnl: 'account',
  trades: 'account',
  why: 'explain',
  closeall: 'flatten',
  panic: 'flatten',
  liquidate: 'flatten',
  exit: 'close',
  reduce: 'close',
  compare: 'diff',
  reconcile: 'settle',
  resolve: 'settle',
  symbols: 'instruments',
  contracts: 'instruments',
  backtest: 'simulate',
  sim: 'simulate',
  try: 'simulate',
  klines: 'candles',
  ohlcv: 'candles',
  prices: 'candles',
  paper: 'exchange',
  serve: 'exchange',
  new: 'init',
  create: 'init',
  setup: 'init',
  scaffold: 'init',
  autocomplete: 'completion',
  version: '--version',
  v: '--version',
};

/** The word that was meant, also where it is a misspelt word of another tool. */
export function meantWord(
  word: string,
  known: readonly string[],
  synonyms: Readonly<Record<string, string>>,
): string | undefined {
  const own = didYouMean(word, known, synonyms);
  const foreign = own === undefined ? didYouMean(word, Object.keys(synonyms)) : undefined;
  return foreign === undefined ? own : synonyms[foreign];
}

/** Verbs of other tools for what an edit and a run do here: the exchange changes no order that stands. */
const BY_EDIT: ReadonlySet<string> = new Set(['amend', 'modify', 'replace', 'move']);

/** A word of a command as a shell takes it; an option needs no quotes for its dashes. */
function wordOf(word: string): string {
  const [dashes = ''] = /^-*/.exec(word) ?? [];
  const rest = word.slice(dashes.length);
  return shellWord(rest) === rest ? word : shellWord(word);
}

const line = (...words: readonly string[]): string => ['ordo', ...words.map(wordOf)].join(' ');

/** What a hint needs to know of a command. */
interface Known {
  /** Such as `ordo run <plan>`. */
  readonly usage: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * A first word that is not a command: a plan, an option of `run`, a word of another tool, or something that ordo does not do.
 * `file` is what a plan is really called.
 */
export function commandMistake(
  name: string,
  rest: readonly string[],
  commands: ReadonlyMap<string, Known>,
  file = name,
): Mistake {
  if (/\.ya?ml$/.test(name))
    return { message: `${name} is not a command`, hint: `write ${line('run', file, ...rest)}` };
  const plan = rest.find((word) => /\.ya?ml$/.test(word)) ?? '<plan>';
  if (BY_EDIT.has(name)) {
    const hint = `edit the plan, then replace the open order: ordo run ${plan} --live --replace edited`;
    return { message: `there is no command ${name}`, hint };
  }
  const whole = lineMeant(name, rest, commands);
  return {
    message: `there is no command ${name}`,
    hint: `${whole === undefined ? '' : `did you mean ${whole}? `}ordo --help lists them`,
  };
}

function lineMeant(name: string, rest: readonly string[], commands: ReadonlyMap<string, Known>): string | undefined {
  const [option] = name.replace(/^--/, '').split('=');
  const isOption = name.startsWith('--') && Object.hasOwn(commands.get('run')?.options ?? {}, option ?? '');
  if (isOption) return line('run', name, ...rest);
  const meant = meantWord(name, [...commands.keys(), '--help', '--version'], COMMAND_SYNONYMS);
  if (meant === undefined) return undefined;
  return rest.length === 0 ? (commands.get(meant)?.usage ?? line(meant)) : line(meant, ...rest);
}

const SECRET = 'a key is never given on the command line: set ORDO_API_KEY, ORDO_API_SECRET and ORDO_API_PASSPHRASE';
const PAPER = 'leave it out: without --live orders go to the embedded paper exchange';
const VARIABLE = 'write --var name=value';
const AGREED = 'write --yes';
const NDJSON = 'write --output ndjson';
const IN_PLAN = 'it belongs in the plan: write it there, as in generation: 2';
const PLAN = 'every run takes a whole plan: leave the option out';

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
  verbose: 'write --bytes',
  generation: IN_PLAN,
  gen: IN_PLAN,
  x: 'options are whole words: write --execute',
  e: 'options are whole words: write --execute',
  w: 'options are whole words: write --watch',
  l: 'options are whole words: write --live',
  o: 'options are whole words: write --output',
  plan: PLAN,
  file: PLAN,
  f: PLAN,
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

/** The same for an option of other tools that is misspelt. */
export function nearRemark(option: string, names: readonly string[]): string | undefined {
  const meant = didYouMean(option, Object.keys(OPTION_REMARKS));
  return meant === undefined ? undefined : optionRemark(meant, names);
}

/** What other tools call the figures of a simulation. */
export const FIGURE_SYNONYMS: Readonly<Record<string, string>> = {
  drawdown: 'deepest',
  maxdrawdown: 'deepest',
  pnl: 'result',
  profit: 'result',
  naked: 'bare',
};

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
  markdown: 'md',
  xml: 'junit',
  page: 'html',
};
