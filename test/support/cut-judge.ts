/**
 * The judge of runs whose line to the journal broke: what was told, what the journal has, what was kept beside it, and what the
 * exchange took are held against each other.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readAside } from '../../src/journal/files/spool.ts';
import type { SpooledVerdict } from '../../src/journal/records/ledger.ts';
import type { JournalState } from '../../src/journal/records/state.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { checkKnown, checkOnce, checkTold, readState, type OrderOutcome } from '../../proofs/ledger-check.ts';
import type { Findings } from '../../proofs/proof.ts';
import type { Place } from '../../proofs/support/ordo.ts';

export interface Judged {
  readonly paper: PaperExchange;
  readonly at: Place;
  /** The URL of the journal's database, without the proxy. */
  readonly database: string;
  /** Whether the exchange loses answers. */
  readonly losesAnswers: boolean;
  readonly found: Findings;
  readonly where: string;
}

export const PLAN_NAME = 'cut';

/** A run whose line broke. It is judged before anything else is done, as what it withheld a later run may send. */
export async function judgeCut(
  told: readonly OrderOutcome[],
  sent: ReadonlySet<string>,
  judged: Judged,
): Promise<void> {
  checkTold(told, judged);
  checkSentIsTold(told, sent, judged);
  await checkOnRecord(told, judged);
}

/** The answers of all calls reach a run, whatever becomes of its journal. */
function checkSentIsTold(
  told: readonly OrderOutcome[],
  sent: ReadonlySet<string>,
  { losesAnswers, found, where }: Judged,
): void {
  const outcomes = new Map(told.map((one) => [one.clientOid, one.outcome]));
  for (const clientOid of sent) {
    const outcome = outcomes.get(clientOid);
    const isTrue = outcome === 'accepted' || (losesAnswers && outcome === 'unknown');
    found.hold(isTrue, where, `${clientOid} was sent and told as ${outcome ?? 'nothing'}`);
  }
}

/** What was told is in the journal, or beside it where the journal still waits for it. */
async function checkOnRecord(told: readonly OrderOutcome[], judged: Judged): Promise<void> {
  const known = await journalOf(judged);
  const kept = new Map(asideIn(judged.at).map(({ clientOid, verdict }) => [clientOid, verdict]));
  for (const one of told) {
    if (one.outcome === 'withheld') continue;
    const order = [...known.values()].find(({ clientOid }) => clientOid === one.clientOid);
    const verdict = kept.get(one.clientOid);
    const isWritten = order?.state === one.outcome && order.orderId === orderIdOf(one);
    const isKept = verdict?.outcome === one.outcome && orderIdOf(verdict) === orderIdOf(one);
    const what = `told ${one.outcome}, in the journal ${order?.state}, beside it ${verdict?.outcome}`;
    judged.found.hold(isWritten || (order?.state === 'in-flight' && isKept), judged.where, `${one.id}: ${what}`);
    if (!isWritten) judged.found.count('outcomes only kept beside');
  }
}

/** After a run that nothing cut: each order stands once and is accepted, or never left and is unknown. Nothing is kept beside. */
export async function judgeEnd(told: readonly OrderOutcome[], orders: number, judged: Judged): Promise<void> {
  const { paper, found, where } = judged;
  checkOnce(judged);
  const known = await journalOf(judged);
  checkKnown({ known, told }, judged);
  const standing = new Set(paper.orders.map(({ clientOid }) => clientOid));
  found.hold(known.size === orders, where, `${known.size} orders are in the journal`);
  for (const { id, clientOid, state } of known.values()) {
    found.count(`${state} in the end`);
    found.hold(state === (standing.has(clientOid) ? 'accepted' : 'unknown'), where, `${id} ends ${state}`);
  }
  found.hold(asideIn(judged.at).length === 0, where, 'something is still kept beside the journal');
}

const orderIdOf = (one: object): unknown => ('orderId' in one ? one.orderId : undefined);

const journalOf = ({ at, database, paper }: Judged): Promise<JournalState> =>
  readState({ ...at, env: { ...at.env, ORDO_JOURNAL: database } }, paper, PLAN_NAME);

const ASIDE = '.aside.jsonl';

/** What was kept beside the journal, and is not in it yet. */
export function asideIn({ folder }: Place): SpooledVerdict[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ASIDE));
  return files.flatMap((name) => readAside(join(folder, name.slice(0, -ASIDE.length))));
}
