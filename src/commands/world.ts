/** Everything outside of the program that a command touches. `environment.ts` builds the real one; tests build their own. */
import type { Speaking } from '../exchange/operations-of.ts';
import type { ProgramLine } from '../model/config.ts';
import type { ExitCode } from '../model/exit-code.ts';
import type { Received } from '../model/evidence.ts';
import type { WhyFailed } from '../model/listing.ts';
import type { PaperOptions } from '../paper/server.ts';
import type { Limits } from '../model/call.ts';
import type { Result } from '../model/result.ts';
import type { NoticeProgram, SimulationThread } from './background.ts';
import type { Clock, EventSink, Exchange, Wish } from '../ports.ts';
import type { Holder, Ledger } from '../journal/records/ledger.ts';
import type { Copied } from '../journal/records/moved.ts';
import type { AccountName } from '../journal/records/scope.ts';
import type { StoreFacts } from '../journal/records/store-facts.ts';
import type { Spool } from '../journal/files/spool.ts';

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** stdout can no longer be written. */
export interface OutputLoss {
  /** Why, in words for a person. */
  readonly why: string;
  /** The reader went away, as `head` does once it has enough. */
  readonly isUnread: boolean;
}

export type Interruption = Signal | OutputLoss;

export interface Output {
  /** A terminal that a screen can be drawn on: not a dumb one, which cannot move its cursor. */
  readonly isTerminal: boolean;
  /** Whether colour is wanted: such a terminal, and no NO_COLOR. */
  readonly color: boolean;
  /** Columns of the terminal; 80 elsewhere. */
  readonly width: number;
  /** Text for a person; `exact` is for a program, and its bytes are left as they are. */
  write(text: string, how?: 'exact'): void;
}

export interface LiveConnection {
  readonly speaking: Speaking;
  readonly origin: string;
  readonly locale: string;
  readonly timeoutMs: number;
  readonly refusalCodes: ReadonlySet<string>;
  /** What prints the keys; asked for only where the environment variables do not hold them all. */
  readonly keysCommand?: () => Result<ProgramLine, string>;
}

/** Who owns what stands at a path, and the mode's bits of who may do what with it. */
export interface Access {
  readonly owner: number;
  readonly mode: number;
}

/** What stands at a path; of a link, what it leads to. */
export type Entry =
  | { readonly kind: 'nothing' }
  /** Something is there, or may be, and cannot be had: a link to nothing, a folder that may not be entered. */
  | { readonly kind: 'closed'; readonly why: string }
  | {
      readonly kind: 'file' | 'folder' | 'other';
      /** Its path without a link in it. */
      readonly realPath: string;
      /** Missing where the system keeps no such modes. */
      readonly access?: Access;
      /** Who made the link, where the path is one. */
      readonly linkOwner?: number;
    };

export interface NotMade {
  /** Absolute. */
  readonly path: string;
  /** In words for a person. */
  readonly why: string;
}

export interface ScreenSettings {
  /** It takes the whole terminal and stays until a person ends it; otherwise it is inline, and ends with the run. */
  readonly stays: boolean;
  /** Whether a person can have placed what is shown. */
  readonly canPlace: boolean;
  readonly onWish: (wish: Wish) => void;
  /** The view that is open at first; by default the orders. */
  readonly opensAt?: 'simulation';
  /** Where it shows another time than now. */
  readonly clock?: Clock;
}

export interface Screen {
  readonly sink: EventSink;
  /** Draws the last frame and gives the terminal back. */
  finish(): Promise<void>;
}

export type PaperSettings = Pick<
  PaperOptions,
  | 'port'
  | 'ipWeight'
  | 'uidWeight'
  | 'orderCalls'
  | 'orderCallsPerMinute'
  | 'counting'
  | 'latencyMs'
  | 'faults'
  | 'lists'
  | 'listLagMs'
  | 'closes'
  | 'fired'
  | 'passed'
  | 'cancelFaults'
  | 'cancelDelayMs'
  | 'seed'
  | 'market'
  | 'strict'
  | 'businessStatus'
  | 'balance'
  | 'fees'
  | 'accountFaults'
>;

/** Prices that move by a seed; the listener is told of fills and positions until the exchange is closed. */
export type PaperMarket = Required<Pick<NonNullable<PaperOptions['market']>, 'seed' | 'onNews'>>;

/** The files of this machine, with the rights of this process. */
export interface Files {
  /** The current folder; refuses (exit 2) where it is gone. */
  readonly folder: string;
  /** Whose rights this process has; undefined where the system knows no such owners. */
  readonly userId: number | undefined;
  /** The bytes of a regular file, or why they cannot be had (in words for a person). */
  read(path: string): Result<Uint8Array, string>;
  /**
   * The bytes of a regular file of any size in parts, each of which is good until the next one, to its end or until `take` answers
   * false. An error in words for a person.
   */
  readParts(path: string, take: (part: Uint8Array) => boolean): Result<void, string>;
  /** The names in a folder, in no order; an error in words for a person. */
  namesIn(folder: string): Result<readonly string[], string>;
  /** Looks without opening anything. */
  entryAt(path: string): Entry;
  /** Whether a folder is a file system of its own, not part of the machine's or container's first one. */
  isMounted(path: string): boolean;
  /** What stands at a path, links followed, in a text that differs where its bytes may: file, size, times. */
  stampOf(path: string): string;
  /**
   * Puts a text in place of a file's own, or makes the file: all of it or nothing of it, whatever ends the process. The file
   * keeps its mode, unless one is given, and a link keeps being one. An error in words for a person.
   */
  replace(path: string, text: string, mode?: number): Promise<Result<void, string>>;
  /**
   * Makes all of these files, by their absolute paths, and the folders that they need; where one cannot be made, or is there
   * already, none of them.
   */
  make(files: ReadonlyMap<string, string>): Promise<Result<void, NotMade>>;
  /** Calls back after each change of one of the files. */
  watch(paths: readonly string[], changed: () => void): Promise<{ close(): Promise<void> }>;
  /**
   * What the `git` program prints, started in that folder; an error in words for a person. Only for what reads objects
   * (`rev-parse`, `ls-tree`, `cat-file`): nothing that a repository's own settings name is run, and nothing is fetched.
   */
  git(folder: string, args: readonly string[]): Result<Uint8Array, string>;
}

/** What is written, asked and drawn: on a terminal, or wherever the output of this process leads. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Resolves once all that was written to stdout is out, or lost. */
  flushOutput(): Promise<OutputLoss | undefined>;
  /** From now on a terminal that takes nothing (Ctrl-S, a line that is dead) holds nobody up: what is written waits in memory. */
  readonly waitForNobody?: () => void;
  /** All of stdin, to its end; an error in words for a person. */
  readInput(): Promise<Result<Uint8Array, string>>;
  /** The same in parts, as `Files.readParts` gives them. */
  readInputParts(take: (part: Uint8Array) => boolean): Promise<Result<void, string>>;
  /** Asks on the terminal; undefined where there is none to ask on. An empty answer once the person ends the input, or the signal is aborted. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
  mountScreen(settings: ScreenSettings): Promise<Screen>;
}

/** The process that the command runs in: who it is, how it was started, and how it ends. */
export interface OwnProcess {
  readonly self: Holder;
  /** What Node itself was started with, `NODE_OPTIONS` apart. */
  readonly nodeOptions: readonly string[];
  readonly nodeVersion: string;
  /** Where a debugger can reach this process; undefined where none can. */
  debuggerUrl(): string | undefined;
  /** Only the newest listener hears it. Without a listener, a signal ends the process. */
  onInterruption(listener: (interruption: Interruption) => void): () => void;
  /** Called when the process ends, by whatever way it can still see. */
  onExit(listener: () => void): () => void;
  /** Starts nothing yet: the program of `notify`, by its absolute path, runs once for each notice. */
  noticeProgram(command: ProgramLine): Promise<NoticeProgram>;
  /** Ends the process at once: only where nothing is in flight. */
  endNow(exitCode: ExitCode): void;
  startSimulationThread(): Promise<SimulationThread>;
}

export interface Journals {
  /** Rejects with JournalError where the journal cannot be used. */
  open(url: string): Promise<Ledger>;
  /** The same journals, of which nothing is written: what is, is kept in memory, and lost at the end of this process. */
  trial(): Pick<Journals, 'open' | 'openSpool'>;
  /** What there is to know of a journal besides its records; undefined where there is none yet. `accounts`: all that it has. */
  facts(url: string, accounts: readonly AccountName[]): Promise<StoreFacts | undefined>;
  /** Takes the history of a server that was promoted or restored as it is from here on. */
  acceptRestored(url: string): Promise<void>;
  /** Where verdicts of the account go that the journal could not take; `url` is that of a file, or `memory:`. */
  openSpool(url: string, account: AccountName): Promise<Spool>;
  /** Copies the journal of a file to a server, and seals the file. Rejects with JournalError where that must not be. */
  copy(from: string, to: string): Promise<Copied>;
}

/** The live exchange, and the paper one. */
export interface Exchanges {
  /** Takes the keys from the environment variables, or from the command; nothing else ever sees them. */
  connect(connection: LiveConnection): Promise<Result<Exchange, string>>;
  /** What the exchange answers to a public question, or in words why nothing was. It reads no key. */
  fetchPublic(
    question: Pick<LiveConnection, 'origin' | 'locale' | 'timeoutMs'> & {
      readonly path: string;
    },
  ): Promise<Result<Received, WhyFailed>>;
  /** The embedded paper exchange under these limits, and a connection to it with its own keys. Without a market, prices stand still. */
  startPaper(
    limits: Limits,
    connection: Pick<LiveConnection, 'speaking' | 'locale' | 'timeoutMs' | 'refusalCodes'>,
    market?: PaperMarket,
  ): Promise<{ origin: string; exchange: Exchange; close(): Promise<void> }>;
  /** The paper exchange for others to use; an error in words where the port cannot be had. */
  servePaper(settings: PaperSettings): Promise<Result<{ origin: string; close(): Promise<void> }, string>>;
}

export interface World {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, an absolute path; undefined where the user has none. */
  readonly home: string | undefined;
  readonly clock: Clock;
  readonly files: Files;
  readonly terminal: Terminal;
  readonly process: OwnProcess;
  readonly journals: Journals;
  readonly exchanges: Exchanges;
}
