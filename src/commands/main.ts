/** Finds and runs a command. Each is loaded when it is called, so that no command pays for another's libraries. */
import { isServerUrl, passwordIn } from '../journal/postgres/journal-url.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { exitCodeAfter, tellLoss } from './command-line/interruption.ts';
import { refusalOf, reportRefusal } from '../refusal.ts';
import { checkVariables } from './command-line/environment-variables.ts';
import type { World } from './world.ts';

type Command = (world: World, args: readonly string[]) => Promise<ExitCode>;

const COMMANDS: Readonly<Record<string, Command>> = {
  run: async (world, args) => (await import('./run-plan.ts')).run(world, args),
  validate: async (world, args) => (await import('./validate.ts')).validate(world, args),
  fmt: async (world, args) => (await import('./fmt.ts')).fmt(world, args),
  cancel: async (world, args) => (await import('./cancel/cancel.ts')).cancel(world, args),
  settle: async (world, args) => (await import('./settle/settle.ts')).settle(world, args),
  status: async (world, args) => (await import('./status/status.ts')).status(world, args),
  explain: async (world, args) => (await import('./explain/explain.ts')).explain(world, args),
  diff: async (world, args) => (await import('./diff/diff.ts')).diff(world, args),
  instruments: async (world, args) => (await import('./instruments/instruments.ts')).instruments(world, args),
  exchange: async (world, args) => (await import('./serve-paper.ts')).exchange(world, args),
  schema: async (world, args) => (await import('./schema.ts')).schema(world, args),
  report: async (world, args) => (await import('./history/report.ts')).report(world, args),
  replay: async (world, args) => (await import('./history/replay.ts')).replay(world, args),
  journal: async (world, args) => (await import('./journal.ts')).journal(world, args),
  init: async (world, args) => (await import('./init/init.ts')).init(world, args),
  completion: async (world, args) => (await import('./completion/completion.ts')).completion(world, args),
};

/** These check the environment variables themselves, as their stream ends with run-finished even after that refusal. */
const CONCLUDING: ReadonlySet<string> = new Set(['run', 'cancel', 'settle']);

const HELP_WORDS: ReadonlySet<string> = new Set(['--help', '-h', 'help']);

export async function main(world: World, args: readonly string[], version: string): Promise<ExitCode> {
  const exitCode = await answered(world, args, version);
  const loss = await world.flushOutput();
  if (loss === undefined) return exitCode;
  // The reader of `ordo … | head` has what it wanted.
  if (!loss.isUnread) tellLoss(world.stderr, loss);
  return exitCodeAfter(loss, exitCode);
}

async function answered(world: World, args: readonly string[], version: string): Promise<ExitCode> {
  try {
    return await dispatchCommand(world, args, version);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    reportRefusal(world.stderr, refusal);
    return refusal.exitCode;
  }
}

async function dispatchCommand(world: World, args: readonly string[], version: string): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  if (name === '--version' || name === '-v') {
    world.stdout.write(`ordo ${version}\n`);
    return EXIT.done;
  }
  // Before all else: the words that follow are of another command, and no mistake on the way is reported.
  if (name === 'completion' && rest[0] === '--words') return completeWords(world, rest.slice(1));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const wantsHelp = HELP_WORDS.has(name) || rest.includes('--help') || rest.includes('-h');
  if (wantsHelp) return writeHelp(world, name === 'help' ? (rest[0] ?? name) : name, version);
  if (command === undefined) return (await import('./unknown-command.ts')).refuseUnknown(world, name, rest);
  if (rest.some(hasPassword)) world.stderr.write(`ordo: ${PASSWORD_SHOWS}\n`);
  if (!CONCLUDING.has(name)) checkVariables(world);
  return command(world, rest);
}

const PASSWORD_SHOWS =
  'the password in the journal’s address shows in the list of processes: PGPASSWORD or ~/.pgpass keeps it out of it';

/** Said here, for all commands and before any screen: the list of processes has the words of every one of them. */
function hasPassword(word: string): boolean {
  const text = word.replace(/^--journal=/, '');
  return isServerUrl(text) && passwordIn(text);
}

async function writeHelp(world: World, name: string, version: string): Promise<ExitCode> {
  const [{ HELP }, { commandHelp, overview }] = await Promise.all([
    import('./help-texts.ts'),
    import('./command-line/help.ts'),
  ]);
  const about = HELP.get(name);
  const isKnown = about !== undefined || HELP_WORDS.has(name);
  if (!isKnown) return (await import('./unknown-command.ts')).refuseUnknown(world, name, ['--help']);
  world.stdout.write(about === undefined ? overview(version, HELP) : commandHelp(about));
  return EXIT.done;
}

async function completeWords(world: World, args: readonly string[]): Promise<ExitCode> {
  const [{ HELP }, { answerShell }] = await Promise.all([
    import('./help-texts.ts'),
    import('./completion/answer-shell.ts'),
  ]);
  return answerShell(world, args, HELP);
}
