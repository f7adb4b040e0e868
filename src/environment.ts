/** The composition root: the real clock, files, terminal, journal, exchange and screen behind the `World` that commands see. */
import { url as debuggerUrl } from 'node:inspector';
import { refuse } from './refusal.ts';
import type { Exchanges, Files, Journals, LiveConnection, Screen, World } from './commands/world.ts';
import type { PlainKeys } from './exchange/keys/secret.ts';
import type { Holder, Ledger } from './journal/records/ledger.ts';
import { stateFolderOf } from './journal/files/journal-folder.ts';
import { isServerUrl } from './journal/postgres/journal-url.ts';
import { defined } from './model/defined.ts';
import { err, ok } from './model/result.ts';
import type { Exchange } from './ports.ts';
import { realClock } from './system/clock.ts';
import { entryAt, fileWords, isMounted, namesIn, readFile, readFileParts, stampOf, userId } from './system/files.ts';
import { colorOn, edgeOf, outputOf } from './system/terminal.ts';
import { gitWith } from './system/git.ts';
import { homeFolder, machine, thisProcess } from './system/machine.ts';
import { onContinue, onExit, realInterruptions } from './system/interruptions.ts';
import { watchedOutput, withoutWaiting } from './system/output.ts';
import { VERSION } from './version.ts';

export function realWorld(): World {
  // A crash report would hold the environment, and with it the keys.
  process.report.excludeEnv = true;
  // Without a listener, Node opens a debugger on this signal.
  process.on('SIGUSR1', () => {});
  const told = watchedOutput(process.stdout);
  // There is no place left to say that stderr cannot be written.
  process.stderr.on('error', () => {});
  const self = thisProcess();
  return {
    variables: process.env,
    files: {
      get folder() {
        return currentFolder();
      },
      ...FILES,
      git: gitWith(process.env),
      watch: async (paths, changed) => (await import('./watch/file-watcher.ts')).watchFiles(paths, changed),
    },
    home: homeFolder(),
    process: {
      nodeOptions: process.execArgv,
      nodeVersion: process.versions.node,
      // Only a call loads the inspector.
      debuggerUrl: () => debuggerUrl(),
      self,
      onInterruption: realInterruptions(told.onLoss),
      onExit,
      noticeProgram: async (command) => new (await import('./system/notice-program.ts')).Notices(command, process.env),
      endNow: (exitCode) => process.exit(exitCode),
      startSimulationThread: async () => (await import('./system/start-thread.ts')).startSimulationThread(process.env),
    },
    terminal: {
      stdout: outputOf(process.stdout, process.env, told.write),
      stderr: outputOf(process.stderr, process.env, (text) => void process.stderr.write(text)),
      flushOutput: told.flush,
      waitForNobody: () => [process.stdout, process.stderr].forEach(withoutWaiting),
      readInput: async () => (await import('./system/input.ts')).readInput(process.stdin as AsyncIterable<Uint8Array>),
      readInputParts: async (take) =>
        (await import('./system/input.ts')).readInputParts(process.stdin as AsyncIterable<Uint8Array>, take),
      ask,
      mountScreen: async (settings): Promise<Screen> => {
        const { mountScreen } = await import('./ui/mount-screen.ts');
        const { stdout, stdin } = process;
        const [color, edge] = [colorOn(stdout, process.env), edgeOf(process.env)];
        return mountScreen({ clock: realClock, ...settings, stdout, stdin, onExit, onContinue, color, edge });
      },
    },
    clock: realClock,
    journals: journalsOf(self),
    exchanges: exchangesWith(process.env),
  };
}

/** The files of this machine, with the rights of this process. */
export const FILES: Omit<Files, 'folder' | 'git' | 'watch'> = {
  userId,
  read: readFile,
  readParts: readFileParts,
  namesIn,
  entryAt,
  isMounted,
  stampOf,
  replace: async (path, text, mode) => {
    const { replaceFile } = await import('./system/replace-file.ts');
    try {
      return ok(replaceFile(path, text, mode));
    } catch (error) {
      return err(fileWords(error));
    }
  },
  make: async (files) => (await import('./system/make-files.ts')).makeFiles(files),
};

/** The journals of this machine, written by this process. */
export const journalsOf = (self: Holder): Journals => ({
  open: (url) => journalAt(url, self, false),
  trial: () => ({
    open: (url) => journalAt(url, self, true),
    openSpool: async (url, account) => {
      const { openSpool, trialSpool } = await import('./journal/open.ts');
      return trialSpool(openSpool(url, account, realClock.wallMs));
    },
  }),
  facts: async (url, accounts) =>
    isServerUrl(url)
      ? (await import('./journal/postgres/server-facts.ts')).serverFacts(url)
      : (await import('./journal/open.ts')).fileFacts(url, accounts),
  acceptRestored: async (url) =>
    (await import('./journal/postgres/pg-ledger.ts')).acceptRestored(url, { ...machine, self }),
  openSpool: async (url, account) => (await import('./journal/open.ts')).openSpool(url, account, realClock.wallMs),
  copy: async (from, to) => {
    const { copyJournal } = await import('./journal/copy.ts');
    return copyJournal(from, to, { self, wallMs: realClock.wallMs });
  },
});

async function journalAt(url: string, self: Holder, isTrial: boolean): Promise<Ledger> {
  const own = { ...machine, self: { ...self, tool: VERSION } };
  // Only a journal on a server loads what speaks to one.
  if (isServerUrl(url)) {
    const { witnessIn } = await import('./journal/files/kept-heads.ts');
    const { openServerLedger, openServerTrial } = await import('./journal/postgres/pg-ledger.ts');
    const witness = witnessIn(stateFolderOf(process.env, homeFolder()));
    return (isTrial ? openServerTrial : openServerLedger)(url, { ...own, witness });
  }
  const { openLedger, openTrial } = await import('./journal/open.ts');
  return (isTrial ? openTrial : openLedger)(url, own);
}

/** The live exchange, with keys from these variables, and the paper one. */
export const exchangesWith = (variables: World['variables']): Exchanges => ({
  fetchPublic: async (question) => {
    const { fetchPublic } = await import('./exchange/send/connect.ts');
    return fetchPublic({ ...question, userAgent: `ordo/${VERSION}` });
  },
  connect: async ({ keysCommand, ...connection }) => {
    const { keysOf } = await import('./exchange/keys/keys.ts');
    const keys = await keysOf(variables, keysCommand);
    return keys.ok ? ok(await connectWith(connection, keys.value)) : keys;
  },
  startPaper: async (limits, connection, market) => {
    const { startPaperExchange } = await import('./paper/server.ts');
    const paper = await startPaperExchange({
      ipWeight: limits.ip,
      // Version 3 counts orders in both windows of the account.
      ...(limits.countsOrders === true
        ? { orderCalls: limits.orderCalls, orderCallsPerMinute: limits.uid }
        : { uidWeight: limits.uid }),
      keepRequests: false,
      ...defined({ market }),
    });
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
});

async function connectWith(connection: Omit<LiveConnection, 'keysCommand'>, keys: PlainKeys): Promise<Exchange> {
  const { connect } = await import('./exchange/send/connect.ts');
  const connected = connect({ ...connection, userAgent: `ordo/${VERSION}` }, keys);
  if (connected.ok) return connected.value;
  return refuse('environment/node', connected.error, 'run ordo with Node 24 or 26, and without NODE_USE_ENV_PROXY');
}

async function ask(question: string, signal?: AbortSignal): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D end the question without an answer, the cursor still behind it.
  const left = new AbortController();
  signal?.addEventListener('abort', () => left.abort());
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
    return refuse('environment/no-folder', 'the current folder is gone', 'go to another folder');
  }
}
