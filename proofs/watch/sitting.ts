/** One watch from its start to its end, in this process, with the person before its screen. */
import { main } from '../../src/commands/main.ts';
import type { Interruption, Output, ScreenSettings, World } from '../../src/commands/world.ts';
import type { Wish } from '../../src/ports.ts';
import { exchangesWith, FILES } from '../../src/environment.ts';
import { openLedger, openSpool } from '../../src/journal/open.ts';
import { err } from '../../src/model/result.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { watchFiles } from '../../src/watch/file-watcher.ts';
import type { Place } from '../support/ordo.ts';
import { fastClock } from './fast-clock.ts';
import type { Witness } from './witness.ts';

const SELF = { pid: process.pid, user: 'person', host: 'here', since: new Date().toISOString() };
const MACHINE = { ...fastClock, self: SELF, defer: (act: () => void) => void setImmediate(act) };

interface Reaction {
  readonly to: (event: RunEvent) => boolean;
  readonly act: () => void;
}

export class Sitting {
  readonly witness: Witness;
  /** The exit code; rejects by a bug. */
  readonly ended: Promise<number>;
  /** Whether there is a screen to look at; false where the watch refused to start. */
  readonly mounted: Promise<boolean>;
  isOver = false;
  #isLooking = false;
  #settings: ScreenSettings | undefined;
  #isMounted = (): void => {};
  readonly #listeners: ((interruption: Interruption) => void)[] = [];
  #reactions: Reaction[] = [];
  /** What happens to the files when the program has looked at them so many times more, counted from a read of the plan or at once. */
  #strike: { looks: number; awaitsRead: boolean; readonly act: () => void } | undefined;

  constructor(plan: string, at: Place, witness: Witness) {
    this.witness = witness;
    const mounted = Promise.withResolvers<void>();
    this.#isMounted = mounted.resolve;
    const args = ['run', plan, '--watch', '--execute', '--live', '--output', 'tui'];
    this.ended = main(this.#world(at, plan), args, 'proof').finally(() => {
      this.isOver = true;
      witness.over();
    });
    this.mounted = Promise.race([
      mounted.promise.then(() => true),
      this.ended.then(
        () => false,
        () => false,
      ),
    ]);
  }

  wish(wish: Wish): void {
    if (this.isOver || this.#settings === undefined) return;
    this.witness.wish(wish);
    this.#settings.onWish(wish);
  }

  /** A signal: it is taken by whoever listened last. */
  interrupt(): void {
    if (this.isOver) return;
    this.witness.wish({ kind: 'interrupt' });
    this.#listeners.at(-1)?.('SIGTERM');
  }

  /** Does it when the screen is told such an event, in the turn after it. */
  atNext(to: Reaction['to'], act: () => void): void {
    this.#reactions.push({ to, act });
  }

  /** Does it between two looks of the program at its files: so many from now, or from its next read of the plan. */
  strike(looks: number, from: 'now' | 'read', act: () => void): void {
    this.#strike = { looks, awaitsRead: from === 'read', act };
  }

  readonly #sink = (event: RunEvent): void => {
    this.witness.tell(event);
    const due = this.#reactions.filter(({ to }) => to(event));
    this.#reactions = this.#reactions.filter((reaction) => !due.includes(reaction));
    for (const { act } of due) queueMicrotask(act);
  };

  /** All looks until the next turn of the loop's small queue are one step of the program. */
  #looks(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.witness.looks();
    queueMicrotask(() => (this.#isLooking = false));
  }

  #looked(): void {
    if (this.#strike === undefined || this.#strike.awaitsRead || (this.#strike.looks -= 1) > 0) return;
    const { act } = this.#strike;
    this.#strike = undefined;
    act();
  }

  #files(plan: string): typeof FILES {
    const looking =
      <T>(look: (path: string) => T) =>
      (path: string): T => {
        this.#looks();
        const seen = look(path);
        this.#looked();
        return seen;
      };
    return {
      ...FILES,
      entryAt: looking(FILES.entryAt),
      stampOf: looking(FILES.stampOf),
      read: looking((path) => {
        const read = FILES.read(path);
        if (path === plan && this.#strike !== undefined) this.#strike.awaitsRead = false;
        this.witness.reads.take(path, read.ok ? Buffer.from(read.value).toString() : '');
        return read;
      }),
    };
  }

  #world(at: Place, plan: string): World {
    const variables = { ...at.env };
    return {
      variables,
      files: {
        folder: at.folder,
        ...this.#files(plan),
        git: () => err('no git'),
        watch: watchFiles,
      },
      home: at.env['HOME'],
      process: {
        nodeOptions: [],
        nodeVersion: process.versions.node,
        debuggerUrl: () => undefined,
        self: SELF,
        onInterruption: (listener) => {
          this.#listeners.push(listener);
          return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
        },
        onExit: () => () => {},
        noticeProgram: never,
        endNow: never,
        startSimulationThread: never,
      },
      terminal: {
        stdout: TERMINAL,
        stderr: TERMINAL,
        flushOutput: () => Promise.resolve(undefined),
        readInput: never,
        readInputParts: never,
        ask: never,
        mountScreen: (settings) => {
          this.#settings = settings;
          this.#isMounted();
          return Promise.resolve({ sink: this.#sink, finish: () => Promise.resolve() });
        },
      },
      clock: fastClock,
      journals: {
        open: (url) => Promise.resolve(openLedger(url, MACHINE)),
        trial: never,
        facts: () => Promise.resolve(undefined),
        acceptRestored: () => Promise.resolve(),
        openSpool: (url, account) => Promise.resolve(openSpool(url, account, fastClock.wallMs)),
        copy: never,
      },
      exchanges: exchangesWith(variables),
    };
  }
}

/** A terminal whose lines nobody reads: the screen is told everything. */
const TERMINAL: Output = { isTerminal: true, color: false, width: 80, write: () => {} };

const never = (): never => {
  throw new Error('no watch asks for this');
};
