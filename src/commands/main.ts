/** Finds and runs a command. Each is loaded when it is called, so that no command pays for another's libraries. */
import { isServerUrl, passwordIn } from '../journal/postgres/journal-url.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { exitCodeAfter, tellLoss } from './command-line/interruption.ts';
import { refusalOf, reportRefusal } from '../refusal.ts';
import { checkVariables } from './command-line/environment-variables.ts';
import type { CommandHelp } from './command-line/help.ts';
import type { simulatedAside } from './simulate/aside.ts';
import type { World } from './world.ts';

/** What a command does, and its help. */
interface Command {
  readonly answer: (world: World, args: readonly string[]) => Promise<ExitCode>;
  readonly help: CommandHelp;
}

/** In the order in which a new user meets them. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  run: () => import('./run-plan.ts').then(({ run: answer, RUN_HELP: help }) => ({ answer, help })),
  validate: () => import('./validate.ts').then(({ validate: answer, VALIDATE_HELP: help }) => ({ answer, help })),
  fmt: () => import('./fmt.ts').then(({ fmt: answer, FMT_HELP: help }) => ({ answer, help })),
  status: () => import('./status/status.ts').then(({ status: answer, STATUS_HELP: help }) => ({ answer, help })),
  account: () => import('./account/account.ts').then(({ account: answer, ACCOUNT_HELP: help }) => ({ answer, help })),
  explain: () => import('./explain/explain.ts').then(({ explain: answer, EXPLAIN_HELP: help }) => ({ answer, help })),
  diff: () => import('./diff/diff.ts').then(({ diff: answer, DIFF_HELP: help }) => ({ answer, help })),
  simulate: () =>
    import('./simulate/simulate.ts').then(({ simulate: answer, SIMULATE_HELP: help }) => ({ answer, help })),
  cancel: () => import('./cancel/cancel.ts').then(({ cancel: answer, CANCEL_HELP: help }) => ({ answer, help })),
  close: () => import('./close/close.ts').then(({ close: answer, CLOSE_HELP: help }) => ({ answer, help })),
  flatten: () => import('./flatten/flatten.ts').then(({ flatten: answer, FLATTEN_HELP: help }) => ({ answer, help })),
  halt: () => import('./halt/halt.ts').then(({ halt: answer, HALT_HELP: help }) => ({ answer, help })),
  doctor: () => import('./doctor/doctor.ts').then(({ doctor: answer, DOCTOR_HELP: help }) => ({ answer, help })),
  settle: () => import('./settle/settle.ts').then(({ settle: answer, SETTLE_HELP: help }) => ({ answer, help })),
  report: () => import('./history/report.ts').then(({ report: answer, REPORT_HELP: help }) => ({ answer, help })),
  replay: () => import('./history/replay.ts').then(({ replay: answer, REPLAY_HELP: help }) => ({ answer, help })),
  journal: () => import('./journal.ts').then(({ journal: answer, JOURNAL_HELP: help }) => ({ answer, help })),
  instruments: () =>
    import('./instruments/instruments.ts').then(({ instruments: answer, INSTRUMENTS_HELP: help }) => ({
      answer,
      help,
    })),
  candles: () => import('./candles/candles.ts').then(({ candles: answer, CANDLES_HELP: help }) => ({ answer, help })),
  exchange: () => import('./serve-paper.ts').then(({ exchange: answer, EXCHANGE_HELP: help }) => ({ answer, help })),
  mcp: () => import('./mcp/mcp.ts').then(({ mcp: answer, MCP_HELP: help }) => ({ answer, help })),
  schema: () => import('./schema.ts').then(({ schema: answer, SCHEMA_HELP: help }) => ({ answer, help })),
  init: () => import('./init/init.ts').then(({ init: answer, INIT_HELP: help }) => ({ answer, help })),
  completion: () =>
    import('./completion/completion.ts').then(({ completion: answer, COMPLETION_HELP: help }) => ({ answer, help })),
};

/** What a thread of a watch simulates by. */
export const simulating = async (): Promise<typeof simulatedAside> =>
  (await import('./simulate/aside.ts')).simulatedAside;

/** These check the environment variables themselves, as their stream ends with run-finished even after that refusal. */
const CONCLUDING: ReadonlySet<string> = new Set(['run', 'cancel', 'close', 'flatten', 'settle']);

const HELP_WORDS: ReadonlySet<string> = new Set(['--help', '-h', 'help']);

export async function main(world: World, args: readonly string[], version: string): Promise<ExitCode> {
  const exitCode = await answered(world, args, version);
  const loss = await world.terminal.flushOutput();
  if (loss === undefined) return exitCode;
  // The reader of `ordo … | head` has what it wanted.
  if (!loss.isUnread) tellLoss(world.terminal.stderr, loss);
  return exitCodeAfter(loss, exitCode);
}

async function answered(world: World, args: readonly string[], version: string): Promise<ExitCode> {
  try {
    return await dispatchCommand(world, args, version);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    reportRefusal(world.terminal.stderr, refusal);
    return refusal.exitCode;
  }
}

async function dispatchCommand(world: World, args: readonly string[], version: string): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  if (name === '--version' || name === '-v') {
    world.terminal.stdout.write(`ordo ${version}\n`);
    return EXIT.done;
  }
  // Before all else: the words that follow are of another command, and no mistake on the way is reported.
  if (name === 'completion' && rest[0] === '--words') return completeWords(world, rest.slice(1));
  const load = commandOf(name);
  const wantsHelp = HELP_WORDS.has(name) || rest.includes('--help') || rest.includes('-h');
  if (wantsHelp) return writeHelp(world, name === 'help' ? (rest[0] ?? name) : name, version);
  if (load === undefined) return refuseUnknown(world, name, rest);
  if (rest.some(hasPassword)) world.terminal.stderr.write(`ordo: ${PASSWORD_SHOWS}\n`);
  if (!CONCLUDING.has(name)) checkVariables(world);
  return (await load()).answer(world, rest);
}

const PASSWORD_SHOWS =
  'the password in the journal’s address shows in the list of processes: PGPASSWORD or ~/.pgpass keeps it out of it';

/** Said here, for all commands and before any screen: the list of processes has the words of every one of them. */
function hasPassword(word: string): boolean {
  const text = word.replace(/^--journal=/, '');
  return isServerUrl(text) && passwordIn(text);
}

export const allHelp = async (): Promise<ReadonlyMap<string, CommandHelp>> =>
  new Map(
    await Promise.all(Object.entries(COMMANDS).map(async ([name, load]) => [name, (await load()).help] as const)),
  );

async function writeHelp(world: World, name: string, version: string): Promise<ExitCode> {
  const { commandHelp, overview } = await import('./command-line/help.ts');
  const load = commandOf(name);
  if (load === undefined && !HELP_WORDS.has(name)) return refuseUnknown(world, name, ['--help']);
  world.terminal.stdout.write(
    load === undefined ? overview(version, await allHelp()) : commandHelp((await load()).help),
  );
  return EXIT.done;
}

const commandOf = (name: string): (() => Promise<Command>) | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

async function refuseUnknown(world: World, name: string, rest: readonly string[]): Promise<never> {
  return (await import('./unknown-command.ts')).refuseUnknown(world, name, rest, await allHelp());
}

async function completeWords(world: World, args: readonly string[]): Promise<ExitCode> {
  return (await import('./completion/answer-shell.ts')).answerShell(world, args, await allHelp());
}
