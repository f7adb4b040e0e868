/** A run whose storage failed, and the healthy run after it, held against the exchange's ledger. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PaperExchange } from '../../src/paper/server.ts';
import { bids, type Place } from '../support/ordo.ts';
import { checkKnown, checkOnce, checkTold, journalOf, outcomesOf, readState } from '../ledger-check.ts';
import { wideConfig } from '../random-plans.ts';
import type { Findings } from '../proof.ts';

/** Twenty orders in ten calls, two in flight. */
export const PLAN = {
  name: 'storage',
  orders: 20,
  live: ['--execute', '--live', '--yes', '--output', 'ndjson'],
} as const;

/** Writes plan and config; the plan's path. */
export function settingUp(at: { write(name: string, text: string): string }): string {
  at.write('ordo.config.yaml', wideConfig({ inFlight: 2, maxOrdersPerCall: 2, onUnknown: 'continue' }));
  return at.write('plan.yaml', bids(PLAN.name, PLAN.orders));
}

export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the run after it does: knows every order and places the rest; refuses the journal; or one of the two. */
export type Afterwards = 'knows' | 'refuses' | 'either';

const OUR_FAULT = 1;
const REFUSED = 2;

export async function judgeFault(
  first: Said,
  afterwards: Afterwards,
  { at, paper, found, where }: { at: Place; paper: PaperExchange; found: Findings; where: string },
  again: () => Promise<Said>,
): Promise<void> {
  const told = outcomesOf(first.stdout);
  found.hold(first.code !== OUR_FAULT, where, `ended as a bug: ${first.stderr}`);
  const scene = { paper, found, where };
  checkTold(told, scene);
  const everywhere = `${first.stdout}${first.stderr}${asideOf(at)}`;
  for (const { orderId, clientOid } of paper.orders) {
    const isUnknown = told.some((one) => one.clientOid === clientOid && one.outcome === 'unknown');
    found.hold(isUnknown || everywhere.includes(orderId), where, `order id ${orderId} is told nowhere`);
  }

  const before = paper.requests.length;
  const second = await again();
  if (second.code === REFUSED) {
    found.hold(afterwards !== 'knows', where, `the next run refuses: ${second.stderr}`);
    found.hold(second.stderr.includes(at.folder), where, 'the refusal does not say which file');
    found.hold(paper.requests.length === before, where, 'a run that refused its journal sent something');
    found.count('refused afterwards');
  } else {
    found.hold(afterwards !== 'refuses', where, `the next run goes on with exit ${second.code}`);
    const state = await readState(at, paper, PLAN.name);
    const all = [...told, ...outcomesOf(second.stdout)];
    checkKnown({ known: state, told: all, mayBeUnknown: true }, scene);
    const unknown = [...state.values()].filter((order) => order.state === 'unknown').length;
    found.hold(
      paper.orders.length + unknown >= PLAN.orders,
      where,
      `only ${paper.orders.length} placed, ${unknown} unknown`,
    );
    found.hold(second.code === (unknown > 0 ? 7 : 0), where, `the next run ended ${second.code} ${second.stderr}`);
    found.count('known afterwards');
  }
  checkOnce(scene);
}

/** What was kept beside the journal. */
function asideOf(at: Place): string {
  const folder = dirname(journalOf(at));
  if (!existsSync(folder)) return '';
  const files = readdirSync(folder).filter((name) => name.includes('.aside.jsonl'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
}
