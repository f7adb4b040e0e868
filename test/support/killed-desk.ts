/** A follower of its own process next to an exchange that does what the test says: it is killed with `kill -9`, and its reports are read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { start, type Running } from '../../proofs/support/ordo.ts';
import type { Interface } from '../../src/model/interfaces.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { followDesk, type FollowDesk } from './follow-desk.ts';
import { FOLLOW } from './follow-run.ts';
import { here } from './here.ts';
import { afterTest } from './live.ts';

/** An entry, a stop, a later stop, and a target for half. */
export const HOLD = `version: 1
name: hold
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: even, side: close-long, size: { filled: entry }, trigger: 59000, price: market, after: { filled: target } }
  - { id: target, side: close-long, size: { filled: entry, share: 1/2 }, price: 65000, trigger: =price }
`;
export const isEntry = ({ kind, price }: PaperOrder): boolean =>
  kind === 'single' && price?.startsWith('60000') === true;
const isTrigger =
  (at: string) =>
  ({ kind, trigger }: PaperOrder): boolean =>
    kind === 'trigger' && trigger?.startsWith(at) === true;
export const [isStop, isTarget] = [isTrigger('58000'), isTrigger('65000')];

/** A run in each form that a report has, and replayed. */
interface Told {
  readonly lines: string;
  readonly md: string;
  readonly html: string;
  readonly junit: string;
  readonly json: { readonly counts: object; readonly orders: readonly object[]; readonly protection: object };
  readonly replay: string;
}

export interface KilledDesk extends FollowDesk {
  readonly faults: Partial<Record<FaultName, number>>;
  readonly life: () => Running;
  readonly kill: (running: Running) => Promise<void>;
  readonly until: (is: () => boolean) => Promise<void>;
  /** In every form. */
  readonly told: (...run: string[]) => Promise<Told>;
}

/** Its runs are of the built command. */
export async function killedDesk(version: Interface, latencyMs = 0, plan = HOLD): Promise<KilledDesk> {
  const faults: Partial<Record<FaultName, number>> = {};
  const desk = await followDesk(plan, { version, faults, latencyMs });
  const { at } = desk;
  const said = async (...words: string[]): Promise<string> => (await here(words, at, { width: 300 })).stdout;
  return {
    ...desk,
    faults,
    life() {
      const running = start(FOLLOW, at);
      afterTest(() => void running.child.kill('SIGKILL'));
      return running;
    },
    async kill(running) {
      running.child.kill('SIGKILL');
      expect((await running.ended).signal).toBe('SIGKILL');
    },
    async until(is) {
      await expect.poll(is, { timeout: 15_000, interval: 5 }).toBe(true);
    },
    async told(...run) {
      await said('report', 'plan.yaml', ...run, '--as', 'html', '--out', 'run.html');
      const json = JSON.parse(await said('report', 'plan.yaml', ...run, '--as', 'json')) as { runs: Told['json'][] };
      return {
        lines: await said('report', 'plan.yaml', ...run),
        md: await said('report', 'plan.yaml', ...run, '--as', 'md'),
        html: readFileSync(join(at.folder, 'run.html'), 'utf8'),
        junit: await said('report', 'plan.yaml', ...run, '--as', 'junit'),
        json: json.runs[0] as Told['json'],
        replay: await said('replay', 'plan.yaml', ...run, '--output', 'ndjson'),
      };
    },
  };
}

/** Its entry was filled in part, and its exits work. */
export async function begun({ life, paper, order }: KilledDesk, size = '0.06'): Promise<Running> {
  const running = life();
  await running.until(/"order-outcome","id":"entry".*"accepted"/);
  paper.fill(order(isEntry).orderId, size);
  await running.until(/"order-outcome","id":"target".*"accepted"/);
  return running;
}
