/** Runs the built command as a user does: its own process, real files, real sockets on loopback. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicEvent } from '../../src/model/event.ts';

export const CLI = new URL('../../dist/cli.js', import.meta.url).pathname;
export const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when the output so far matches; rejects when the command ends before it does. */
  until(pattern: RegExp): Promise<void>;
}

export interface Place {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Whose process it is; only root may start another's. */
  readonly uid?: number;
}

const KEYS = { ORDO_API_KEY: 'paper', ORDO_API_SECRET: 'paper', ORDO_API_PASSPHRASE: 'paper' };

/** Shared by all tests, which start the command some hundreds of times; outside of the checkout, where no code is kept. */
const CACHE = join(tmpdir(), `ordo-tests-${process.geteuid?.() ?? 0}`);
mkdirSync(CACHE, { recursive: true, mode: 0o700 });

/** An empty folder with its own journal, and an environment that has nothing of the developer's in it. */
export function place(
  origin?: string,
  within = tmpdir(),
): Place & { remove(): void; write(name: string, text: string): string } {
  const folder = mkdtempSync(join(within, 'ordo-'));
  return {
    folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_CACHE_HOME: CACHE,
      ...(origin !== undefined && { ORDO_BASE_URL: origin, ...KEYS }),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
  };
}

export function start(args: readonly string[], { folder, env, uid }: Place): Running {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const look = (): void => waiting.forEach((check) => check());
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    look();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return {
    child,
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!pattern.test(stdout + stderr)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        void ended.then((end) => reject(new Error(`ended before ${pattern}: ${end.stdout}${end.stderr}`)));
        check();
      }),
  };
}

export const ordo = (args: readonly string[], at: Place): Promise<Ended> => start(args, at).ended;

/** The events of an ndjson run, in order. */
export const eventsOf = ({ stdout }: Ended): PublicEvent[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PublicEvent);

export const ofKind = <K extends PublicEvent['event']>(
  events: readonly PublicEvent[],
  kind: K,
): Extract<PublicEvent, { event: K }>[] =>
  events.filter((event): event is Extract<PublicEvent, { event: K }> => event.event === kind);

/** A plan of `count` plain bids on one pair. */
export const bids = (name: string, count: number): string =>
  [
    'version: 1',
    `name: ${name}`,
    'defaults: { symbol: cmt_btcusdt }',
    'orders:',
    ...Array.from(
      { length: count },
      (_, n) => `  - { id: bid-${n + 1}, side: open-long, size: 0.01, price: ${60000 + n} }`,
    ),
    '',
  ].join('\n');
