/** Commands that read a journal, in this process: files in memory, a real ledger in memory, and no exchange. */
import { resolve } from 'node:path';
import { main } from '../../src/commands/main.ts';
import type { Output, World } from '../../src/commands/world.ts';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { NO_SPOOL } from '../../src/journal/files/spool.ts';
import type { IntendedOrder } from '../../src/journal/records/request.ts';
import { LogLedger } from '../../src/journal/requests/log-ledger.ts';
import { stateOf } from '../../src/journal/records/known-account.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import { err, ok } from '../../src/model/result.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { KeptStore } from './kept-store.ts';
import { limits } from './plan-builder.ts';
import { loadText } from './plans.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import type { WorldParts } from './world-parts.ts';

const ACCOUNT = { origin: 'https://exchange.example', name: 'default' };
const SELF = { pid: 1, user: 'ann', host: 'desk', since: '2025-11-24T16:00:00Z' };
const FOLDER = '/desk';

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class Desk {
  readonly files = new Map<string, string>();
  readonly variables: Record<string, string> = { ORDO_BASE_URL: ACCOUNT.origin };
  /** Since 1970; it moves only where a test moves it. */
  nowMs = WALL_START_MS;
  readonly #store = new KeptStore(() => this.nowMs);
  readonly #ledger = new LogLedger(
    () => this.#store,
    { take: () => ok({ release: () => {} }), holder: () => undefined },
    {
      self: SELF,
      monotonicMs: () => this.nowMs - WALL_START_MS,
      wallMs: () => this.nowMs,
      defer: (act) => act(),
    },
    '/state/journal.db',
  );
  #orderId = 596_471_064_624_628_000n;

  write(name: string, text: string): void {
    this.files.set(resolve(FOLDER, name), text);
  }

  remove(name: string): void {
    this.files.delete(resolve(FOLDER, name));
  }

  /** Writes the plan, and what a run of it leaves in the journal; an order without a verdict stays in flight. */
  async place(name: string, text: string, verdictOf: (id: string) => Verdict['outcome'] | undefined): Promise<void> {
    this.write(name, text);
    const { plan } = loadText(text);
    if (plan === undefined) throw new Error('a plan to place is valid');
    const scope = { plan: plan.name, generation: plan.generation };
    const all = await this.#ledger.account(ACCOUNT);
    const rules = { batchPresets: false, maxOrdersPerCall: 20, limits: limits() };
    const { calls, pending } = compilePlan(v2.calls, plan, stateOf(all, scope), rules);
    const claimed = await this.#ledger.claim({ account: ACCOUNT, plan: scope }, limits());
    if (!claimed.ok) throw new Error('nobody else is at this desk');
    const claim = claimed.value;
    await claim.begin({ ...scope, planFile: resolve(FOLDER, name), digest: 'd' });
    for (const call of calls) {
      const orders = call.orders.map(({ clientOid }) => intended(pending.get(clientOid) as Order));
      const { attempts } = await claim.intend([{ call, signedAtMs: this.nowMs, orders }]);
      const verdicts = orders.map(({ id }) => this.#verdict(verdictOf(id)));
      const answered = verdicts.filter((verdict) => verdict !== undefined);
      if (answered.length === orders.length && attempts[0] !== undefined)
        await claim.conclude(attempts[0], { how: 'answered', verdicts: answered, latencyMs: 1 });
    }
    await claim.release();
  }

  #verdict(outcome: Verdict['outcome'] | undefined): Verdict | undefined {
    switch (outcome) {
      case undefined:
        return undefined;
      case 'accepted':
        return { outcome, orderId: `${(this.#orderId += 1n)}`, rule: 'accepted' };
      case 'rejected':
        return { outcome, code: '40020', message: 'no', rule: 'refused' };
      case 'unknown':
        return { outcome, message: 'the connection was cut', rule: 'cut' };
    }
  }

  /** `ordo` with these words, in the folder of the files. */
  async ordo(...args: string[]): Promise<Said> {
    const said = { stdout: '', stderr: '' };
    const output = (name: keyof typeof said): Output => ({
      isTerminal: false,
      color: false,
      width: 80,
      write: (text) => void (said[name] += text),
    });
    const code = await main(this.#world(output('stdout'), output('stderr')), args, '0.0.0');
    return { code, ...said };
  }

  /** What no command of a reader asks for is not there. */
  #world(stdout: Output, stderr: Output): World {
    const world: WorldParts = {
      variables: this.variables,
      files: {
        folder: FOLDER,
        read: (path) => {
          const text = this.files.get(path);
          return text === undefined ? err('no such file') : ok(new TextEncoder().encode(text));
        },
        entryAt: (path) =>
          this.files.has(path)
            ? { kind: 'file', realPath: path }
            : FOLDER === path
              ? { kind: 'folder', realPath: path }
              : { kind: 'nothing' },
      },
      home: '/home/ann',
      process: {
        nodeOptions: [],
        nodeVersion: process.versions.node,
        debuggerUrl: () => undefined,
        self: SELF,
        onInterruption: () => () => {},
        onExit: () => () => {},
      },
      terminal: {
        stdout,
        stderr,
        flushOutput: () => Promise.resolve(undefined),
      },
      clock: {
        monotonicMs: () => this.nowMs - WALL_START_MS,
        wallMs: () => this.nowMs,
        sleep: () => Promise.resolve(),
      },
      journals: {
        open: () => Promise.resolve(this.#ledger),
        openSpool: () => Promise.resolve(NO_SPOOL),
      },
    };
    return world as World;
  }
}

const intended = (order: Order): IntendedOrder => {
  const { id, clientOid, lineage } = order;
  return { id, clientOid, lineage, content: orderContent(order) };
};

/** A plan of orders of one size to open long, each a coin cheaper than the one before. */
export const deskPlan = (name: string, ids: readonly string[], more = ''): string => `version: 1
name: ${name}
${more}defaults: { symbol: cmt_btcusdt }
orders:
${ids.map((id, at) => `  - { id: ${id}, side: open-long, size: 0.01, price: ${64000 - at} }\n`).join('')}`;

export const eventsOf = ({ stdout }: Said): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
