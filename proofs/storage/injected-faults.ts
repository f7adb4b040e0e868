/**
 * Failing writes below the journal: SQLite's own calls throw at the k-th write, before or after the write took place, for
 * k = 1, 2, 3, … until a run gets through without meeting it. The whole command runs in this process for it.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { connect } from '../../src/exchange/send/connect.ts';
import { main, realWorld } from '../../src/start.ts';
import type { World } from '../../src/commands/world.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { place, type Place } from '../support/ordo.ts';
import { judgeFault, PLAN, settingUp } from './fault-judge.ts';
import { WIDE } from '../random-plans.ts';
import type { Findings } from '../proof.ts';
import type { Random } from '../random.ts';

/** SQLite's result codes. */
const CODES = { full: 13, 'failing write': 778, 'failing fsync': 1034, 'read-only': 8, corrupt: 11 } as const;
type Kind = keyof typeof CODES;

export const INJECTED: readonly { kind: Kind; when: 'before' | 'after' }[] = (Object.keys(CODES) as Kind[]).flatMap(
  (kind) => (['before', 'after'] as const).map((when) => ({ kind, when })),
);

/** Every `step`-th write of a run meets the fault; returns how many writes were tried. */
export async function injectedFaults(
  fault: (typeof INJECTED)[number],
  { step, random }: { step: number; random: Random },
  found: Findings,
): Promise<number> {
  const first = random.int(1, step);
  for (let at = first, tried = 0; ; at += step, tried++) {
    if (!(await oneWrite(fault, at, random.chance(0.5), found))) return tried;
  }
}

/** False where the run had no such write. */
async function oneWrite(
  { kind, when }: (typeof INJECTED)[number],
  at: number,
  forGood: boolean,
  found: Findings,
): Promise<boolean> {
  const where = `${kind} ${when} write ${at}${forGood ? ' and on' : ''}`;
  const paper = await startPaperExchange({ ...WIDE, latencyMs: 1 });
  const there = place(paper.origin);
  try {
    const plan = settingUp(there);
    let sentBefore = 0;
    const said = { stdout: '', stderr: '' };
    const fault = injected(CODES[kind], { at, when, forGood }, () => {
      sentBefore = callsSent(said.stdout);
    });
    const code = await ordoHere(['run', plan, ...PLAN.live], there, said).finally(fault.restore);
    if (!fault.met()) return false;
    found.hold(callsSent(said.stdout) === sentBefore, where, 'a call was sent after the write that failed');
    const after = { stdout: '', stderr: '' };
    await judgeFault({ code, ...said }, 'knows', { at: there, paper, found, where }, async () => ({
      code: await ordoHere(['run', plan, ...PLAN.live], there, after),
      ...after,
    }));
    return true;
  } finally {
    await paper.close();
    there.remove();
  }
}

const callsSent = (stdout: string): number => stdout.match(/"call-sent"/g)?.length ?? 0;

/** Whether a statement is for the file of who waits for weight. It is no journal: where it cannot be written nobody waits, and the run goes on. */
const isBeside = (sql: string): boolean => /\bwaiting\b/.test(sql);

/** Replaces SQLite's writing calls to the journal; what only takes or frees a lock is none. */
function injected(
  errcode: number,
  { at, when, forGood }: { at: number; when: 'before' | 'after'; forGood: boolean },
  onFirst: () => void,
): { restore: () => void; met: () => boolean } {
  // eslint-disable-next-line typescript/unbound-method -- each is called with its own `this` again
  const [exec, run] = [DatabaseSync.prototype.exec, StatementSync.prototype.run];
  let writes = 0;
  let met = false;
  const write = <T>(effect: () => T): T => {
    writes += 1;
    if (!(forGood ? writes >= at : writes === at)) return effect();
    if (when === 'after') effect();
    if (!met) onFirst();
    met = true;
    throw Object.assign(new Error(`injected fault ${errcode}`), { code: 'ERR_SQLITE_ERROR', errcode });
  };
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    if (/^(rollback|begin)/.test(sql) || isBeside(sql)) return exec.call(this, sql);
    return write(() => exec.call(this, sql));
  };
  StatementSync.prototype.run = function (this: StatementSync, ...values: Parameters<StatementSync['run']>) {
    return isBeside(this.sourceSQL) ? run.apply(this, values) : write(() => run.apply(this, values));
  } as StatementSync['run'];
  return {
    met: () => met,
    restore: () => {
      DatabaseSync.prototype.exec = exec;
      StatementSync.prototype.run = run;
    },
  };
}

/** Made once: each would listen to this process's output anew. */
let real: World | undefined;

/** The command in this process, with what it writes kept in `said`. */
function ordoHere(
  args: readonly string[],
  { folder, env }: Place,
  said: { stdout: string; stderr: string },
): Promise<number> {
  const output = (name: 'stdout' | 'stderr'): World['terminal']['stdout'] => ({
    isTerminal: false,
    color: false,
    width: 80,
    write: (text) => {
      said[name] += text;
    },
  });
  real ??= realWorld();
  const world: World = {
    ...real,
    variables: env,
    process: {
      ...real.process,
      // Those of a test runner are no part of the command.
      nodeOptions: [],
      nodeVersion: process.versions.node,
      onInterruption: () => () => {},
    },
    files: { ...real.files, folder },
    home: folder,
    terminal: {
      ...real.terminal,
      stdout: output('stdout'),
      stderr: output('stderr'),
    },
    exchanges: {
      ...real.exchanges,
      connect: async (connection) =>
        connect({ ...connection, userAgent: 'ordo/proof' }, { key: 'paper', secret: 'paper', passphrase: 'paper' }),
    },
  };
  return main(world, args, 'proof');
}
