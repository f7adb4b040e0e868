/** The composition root: the real clock, files, terminal, journal, exchange and screen behind the `World` that commands see. */
import { existsSync } from 'node:fs';
import inspector from 'node:inspector';
import { homedir, hostname, uptime, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { refuse } from './commands/command-line/refusal.ts';
import type { LiveConnection, Screen, World } from './commands/world.ts';
import type { PlainKeys } from './exchange/keys/secret.ts';
import { EXIT } from './model/exit-code.ts';
import { err, ok } from './model/result.ts';
import type { Exchange, OrderLists } from './ports.ts';
import { realClock } from './real/clock.ts';
import { entryAt, fileWords, readFile, userId } from './real/files.ts';
import { colorOn, edgeOf, outputOf } from './real/terminal.ts';
import { onExit, realInterruptions } from './real/interruptions.ts';
import { watchedOutput } from './real/output.ts';
import { VERSION } from './version.ts';

export function realWorld(): World {
  // A crash report would hold the environment, and with it the keys.
  process.report.excludeEnv = true;
  // Without a listener, Node opens a debugger on this signal.
  process.on('SIGUSR1', () => {});
  const told = watchedOutput(process.stdout);
  // There is no place left to say that stderr cannot be written.
  process.stderr.on('error', () => {});
  const self = { pid: process.pid, user: userName(), host: hostname(), since: new Date().toISOString() };
  return {
    variables: process.env,
    get folder() {
      return currentFolder();
    },
    home: homeFolder(),
    nodeOptions: process.execArgv,
    debuggerUrl: () => inspector.url(),
    stdout: outputOf(process.stdout, process.env, told.write),
    stderr: outputOf(process.stderr, process.env, (text) => void process.stderr.write(text)),
    flushOutput: told.flush,
    clock: realClock,
    self,
    userId,
    readFile,
    entryAt,
    replaceFile: async (path, text) => {
      const { replaceFile } = await import('./real/replace-file.ts');
      try {
        return ok(replaceFile(path, text));
      } catch (error) {
        return err(fileWords(error));
      }
    },
    ask,
    onInterruption: realInterruptions(told.onLoss),
    onExit,
    endNow: (exitCode) => process.exit(exitCode),
    realJournal: async (file) => (await import('./ledger/open.ts')).realJournalPath(file),
    readJournal: async (place) => (await import('./ledger/open.ts')).readJournalState(place.file, place),
    readHistory: async (place) => (await import('./ledger/open.ts')).readJournalHistory(place.file, place),
    readSentCalls: async (place, id) => (await import('./ledger/open.ts')).readSentCalls(place.file, place, id),
    openJournal: async (place) => {
      const { besideJournal, lockFileOf, makeFolderOf, SqliteJournal } = await import('./ledger/open.ts');
      const options = { ...place, self, wallMs: realClock.wallMs, uptimeMs };
      if (place.file === ':memory:') return new SqliteJournal(options);
      makeFolderOf(place.file);
      const lockFile = lockFileOf(besideJournal(place.file, place.account.origin, place.account.name));
      // Who only asks holds no lock, and there may be none yet.
      return new SqliteJournal({ ...options, ...(existsSync(lockFile) && { lockFile }) });
    },
    readAside: async (place) => {
      const { besideJournal, readAside } = await import('./ledger/open.ts');
      return readAside(besideJournal(place.file, place.account.origin, place.account.name));
    },
    keepAside: async (place) => {
      const { besideJournal, keepAside } = await import('./ledger/open.ts');
      const beside = besideJournal(place.file, place.account.origin, place.account.name);
      return (verdicts) => keepAside(beside, verdicts);
    },
    setAsideDone: async (place) => {
      const { besideJournal, setAsideDone } = await import('./ledger/open.ts');
      setAsideDone(besideJournal(place.file, place.account.origin, place.account.name), realClock.wallMs());
    },
    lock: async (place) => {
      const { lockAccount, makeFolderOf } = await import('./ledger/open.ts');
      makeFolderOf(place.file);
      return lockAccount(place.file, place.account.origin, place.account.name, self);
    },
    fetchContracts: async (question) => {
      const { fetchContracts } = await import('./exchange/send/connect.ts');
      return fetchContracts({ ...question, userAgent: `ordo/${VERSION}` });
    },
    connect: async ({ keysCommand, ...connection }) => {
      const { keysOf } = await import('./exchange/keys/keys.ts');
      const keys = await keysOf(process.env, keysCommand);
      return keys.ok ? ok(await connectWith(connection, keys.value)) : keys;
    },
    startPaper: async (limits, connection) => {
      const { startPaperExchange } = await import('./paper/server.ts');
      const paper = await startPaperExchange({ ipWeight: limits.ip, uidWeight: limits.uid, keepRequests: false });
      const keys = { key: 'paper', secret: 'paper', passphrase: 'paper' };
      const exchange = await connectWith({ ...connection, origin: paper.origin }, keys);
      return { origin: paper.origin, exchange, close: () => paper.close() };
    },
    servePaper: async (settings) => {
      const { startPaperExchange } = await import('./paper/server.ts');
      try {
        return ok(await startPaperExchange({ ...settings, keepRequests: false }));
      } catch (error) {
        return err(fileWords(error));
      }
    },
    mountScreen: async (onInterrupt): Promise<Screen> => {
      const { mountRunScreen } = await import('./ui/run-screen.tsx');
      const { stdout, stderr, stdin } = process;
      const [color, edge] = [colorOn(stdout, process.env), edgeOf(process.env)];
      return mountRunScreen({ stdout, stderr, stdin, clock: realClock, color, edge, onInterrupt });
    },
    watchFiles: async (paths, changed) => (await import('./watch/file-watcher.ts')).watchFiles(paths, changed),
  };
}

const uptimeMs = (): number => uptime() * 1000;

async function connectWith(
  connection: Omit<LiveConnection, 'keysCommand'>,
  keys: PlainKeys,
): Promise<Exchange & OrderLists> {
  const { connect } = await import('./exchange/send/connect.ts');
  const connected = connect({ ...connection, wallMs: realClock.wallMs, userAgent: `ordo/${VERSION}` }, keys);
  if (connected.ok) return connected.value;
  return refuse(EXIT.usage, connected.error, 'run ordo with Node 24 or 26, and without NODE_USE_ENV_PROXY');
}

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D end the question without an answer, the cursor still behind it.
  const left = new AbortController();
  for (const way of ['SIGINT', 'close'] as const) prompt.once(way, () => left.abort());
  try {
    return await prompt.question(edgeOf(process.env)(question), { signal: left.signal });
  } catch {
    process.stderr.write('\n');
    return '';
  } finally {
    prompt.close();
  }
}

/** Asked when a command needs it: one that names no relative path does without. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return refuse(EXIT.usage, 'the current folder is gone', 'go to another folder');
  }
}

/** A user without an entry in the system's list may have none, and a variable may say anything. */
function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
