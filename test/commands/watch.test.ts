/** A watched plan in a world where a live dry run awaits the journal for as long as the test wants. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Interruption } from '../../src/commands/world.ts';
import { run } from '../../src/commands/run-plan.ts';
import type { Output, World } from '../../src/commands/world.ts';
import { emptyJournal, type JournalState } from '../../src/journal/records/state.ts';
import type { Ledger } from '../../src/journal/records/ledger.ts';
import type { PublicEvent } from '../../src/model/event.ts';
import { realClock } from '../../src/system/clock.ts';
import { entryAt, readFile, stampOf } from '../../src/system/files.ts';
import { bids } from '../../proofs/support/ordo.ts';
import type { WorldParts } from '../support/world-parts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ordo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string): void => writeFileSync(join(folder, 'plan.yaml'), text);

/** What takes the place of the process: what it wrote, who listens, and with which exit code it ended. */
class Process {
  readonly #interrupted: ((interruption: Interruption) => void)[] = [];
  readonly #ending: (() => void)[] = [];
  /** What the journal answers to each dry run that asks it. */
  readonly answers: (() => Promise<JournalState>)[] = [];
  asked = 0;
  changed: (() => void) | undefined;
  stdout = '';
  exitCode: number | undefined;

  readonly world = (): World => {
    const output: Output = {
      isTerminal: false,
      color: false,
      width: 80,
      write: (text) => {
        if (this.exitCode === undefined) this.stdout += text;
      },
    };
    const world: WorldParts = {
      variables: { ORDO_BASE_URL: 'http://127.0.0.1:1', ORDO_JOURNAL: '/state/journal.db' },
      files: {
        folder,
        userId: undefined,
        read: readFile,
        entryAt,
        stampOf,
        watch: (_, changed) => {
          this.changed = changed;
          return Promise.resolve({ close: () => Promise.resolve() });
        },
      },
      clock: realClock,
      terminal: {
        stdout: output,
        stderr: output,
        flushOutput: () => Promise.resolve(undefined),
      },
      process: {
        onInterruption: (listener) => add(this.#interrupted, listener),
        onExit: (listener) => add(this.#ending, listener),
        endNow: (exitCode) => this.end(exitCode),
        nodeOptions: [],
        debuggerUrl: () => undefined,
      },
      journals: {
        open: (url) => Promise.resolve(this.#ledger(url)),
      },
    };
    return world as World;
  };

  /** A ledger that answers when the test says. */
  #ledger(url: string): Ledger {
    const ledger: Partial<Ledger> = {
      name: url.replace('sqlite:', ''),
      accountWithLook: async () => ({
        known: [{ plan: 'p', generation: 1, isPlaced: true, orders: await (this.answers[this.asked++] ?? never)() }],
      }),
      objection: () => Promise.resolve(undefined),
    };
    return ledger as Ledger;
  }

  /** As a process does: whoever listens for its end hears, and what is written after that is not. */
  end(exitCode: number): void {
    for (const listener of this.#ending.toReversed()) listener();
    this.exitCode = exitCode;
  }

  signal(signal: Interruption): void {
    this.#interrupted.at(-1)?.(signal);
  }

  finished(): (number | undefined)[] {
    const events = this.stdout.split('\n').filter((line) => line !== '');
    return events
      .map((line) => JSON.parse(line) as PublicEvent)
      .flatMap((event) => (event.event === 'run-finished' ? [event.exitCode] : []));
  }
}

function add<T>(list: T[], one: T): () => void {
  list.push(one);
  return () => void list.splice(list.indexOf(one), 1);
}

const never = (): Promise<never> => new Promise(() => {});
const empty = (): Promise<JournalState> => Promise.resolve(emptyJournal);
const bug = (): Promise<never> => Promise.reject(new Error('a bug of this test'));
const WATCH = ['plan.yaml', '--live', '--watch', '--output', 'ndjson'];

/** A watch whose last dry run stands where `answers` ends. */
async function watching(...answers: (() => Promise<JournalState>)[]): Promise<[Process, Promise<number>]> {
  const one = new Process();
  one.answers.push(...answers);
  write(bids('watched', 1));
  const ended = run(one.world(), WATCH);
  ended.catch(() => {});
  for (const dryRun of answers.keys()) {
    await vi.waitFor(() => expect(one.asked).toBe(dryRun + 1), 10_000);
    if (dryRun === answers.length - 1) break;
    await vi.waitFor(() => expect(one.finished()).toHaveLength(dryRun + 1), 10_000);
    await vi.waitFor(() => expect(one.changed).toBeDefined(), 10_000);
    write(bids('watched', dryRun + 2));
    one.changed?.();
  }
  return [one, ended];
}

describe('run-finished is written once for each dry run of a watch', () => {
  test.each([
    ['the first', [never], [130]],
    ['a later one', [empty, never], [0, 130]],
  ])('where a signal comes while %s awaits', async (_, answers, codes) => {
    const [one] = await watching(...answers);
    one.signal('SIGINT');
    expect([one.exitCode, one.finished()]).toEqual([130, codes]);
  });

  test.each([
    ['the first', [bug], [1]],
    ['a later one', [empty, bug], [0, 1]],
  ])('where a bug ends %s', async (_, answers, codes) => {
    const [one, ended] = await watching(...answers);
    await expect(ended).rejects.toThrow('a bug of this test');
    one.end(1);
    expect(one.finished()).toEqual(codes);
  });

  test.each([
    ['the first', [never], [1]],
    ['a later one', [empty, never], [0, 1]],
  ])('where the process ends while %s awaits', async (_, answers, codes) => {
    const [one] = await watching(...answers);
    one.end(1);
    expect(one.finished()).toEqual(codes);
  });
});
