/** The judge of a run: what the exchange's own ledger says, held against what the journal and the command say. */
import { join } from 'node:path';
import { stateOf, type KnownAccount } from '../src/journal/records/known-account.ts';
import { openLedger } from '../src/journal/open.ts';
import { isServerUrl } from '../src/journal/postgres/journal-url.ts';
import { openServerLedger } from '../src/journal/postgres/pg-ledger.ts';
import { sqliteUrl } from '../src/journal/url.ts';
import type { JournalState, KnownOrder } from '../src/journal/records/state.ts';
import type { PublicEvent } from '../src/model/event.ts';

import type { PaperExchange } from '../src/paper/server.ts';
import { ofKind, type Place } from './support/ordo.ts';
import type { Findings } from './proof.ts';

export type OrderOutcome = Extract<PublicEvent, { event: 'order-outcome' }>;

export const journalOf = ({ folder }: Place): string => join(folder, 'state', 'ordo', 'journal.db');

/** The events of whole lines; the last line of a killed run may be cut. */
export const wholeEvents = (stdout: string): PublicEvent[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as PublicEvent);

export const outcomesOf = (stdout: string): OrderOutcome[] => ofKind(wholeEvents(stdout), 'order-outcome');

export const readState = async (at: Place, paper: PaperExchange, plan: string): Promise<JournalState> =>
  stateOf(await readAccount(at, paper, 'default'), { plan, generation: 1 });

/** Every order of these accounts, of whatever plan and generation, by client order id. */
export async function readAccounts(at: Place, paper: PaperExchange, names: readonly string[]): Promise<JournalState> {
  const accounts = await Promise.all(names.map((name) => readAccount(at, paper, name)));
  const known = new Map<string, KnownOrder>();
  for (const { orders } of accounts.flat()) for (const order of orders.values()) known.set(order.clientOid, order);
  return known;
}

function readAccount(at: Place, { origin }: PaperExchange, name: string): Promise<KnownAccount> {
  const machine = {
    self: { host: 'here', user: 'proof', pid: process.pid, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: Date.now,
    defer: (act: () => void) => void setImmediate(act),
  };
  const url = at.env['ORDO_JOURNAL'] ?? '';
  const ledger = isServerUrl(url) ? openServerLedger(url, machine) : openLedger(sqliteUrl(journalOf(at)), machine);
  return ledger.account({ origin, name });
}

/** Client order ids of one request's body, single or batch. */
const clientOidsOf = (body: string): string[] =>
  [...body.matchAll(/"(?:client_oid|newClientOrderId|clientAlgoId)":"([a-z0-9]+)"/g)].map(
    ([, clientOid]) => clientOid as string,
  );

/** Where something is judged: against which ledger, and where violations go. */
export interface Scene {
  readonly paper: PaperExchange;
  readonly found: Findings;
  readonly where: string;
}

/** No order is in the ledger twice, and none arrived twice but where the rate limit refused it. */
export function checkOnce(
  { paper, found, where }: Omit<Scene, 'paper'> & { readonly paper: Pick<PaperExchange, 'orders' | 'requests'> },
  placed: PaperExchange['orders'] = paper.orders,
  mayForget = false,
): void {
  const accepted = placed.map(({ clientOid }) => clientOid);
  found.hold(new Set(accepted).size === accepted.length, where, 'the ledger holds a client order id twice');
  const arrived = paper.requests
    .filter(({ method, status }) => method === 'POST' && status !== 429 && !(mayForget && status !== 200))
    .flatMap(({ body }) => clientOidsOf(body))
    // No list has what was refused: by a journal that lacks it, it goes once more.
    .filter((clientOid) => !mayForget || accepted.includes(clientOid));
  found.hold(new Set(arrived).size === arrived.length, where, 'an order arrived twice');
}

/** Every order id that a run reported stands in the ledger under the client order id it was reported for. */
export function checkTold(told: readonly OrderOutcome[], { paper, found, where }: Scene): void {
  const ledger = new Map(paper.orders.map(({ clientOid, orderId }) => [clientOid, orderId]));
  for (const one of told) {
    if (one.outcome === 'accepted')
      found.hold(
        ledger.get(one.clientOid) === one.orderId,
        where,
        `${one.id} told as ${one.orderId}, not in the ledger`,
      );
    if (one.outcome === 'rejected')
      found.hold(!ledger.has(one.clientOid), where, `${one.id} told as rejected, but it stands`);
    if (one.outcome === 'withheld' && one.reason !== 'already-accepted' && one.reason !== 'unresolved')
      found.hold(
        !ledger.has(one.clientOid) || one.reason === 'already-rejected' || one.reason === 'already-absent',
        where,
        `${one.id} told as ${one.reason}, but it stands`,
      );
  }
}

interface Knowledge {
  /** What the journal says of each order. */
  readonly known: JournalState;
  /** What the runs reported. */
  readonly told: readonly OrderOutcome[];
  /** The storage failed: what was reported as accepted may be unknown in the journal. */
  readonly mayBeUnknown?: boolean;
}

/** Whether the journal's word on an order is true of one that stands under this order id. */
const mayStandAs = (order: KnownOrder, orderId: string): boolean =>
  order.state === 'accepted' ? order.orderId === orderId : order.state === 'unknown' || order.state === 'in-flight';

/**
 * The journal knows each order truly: accepted and rejected are the ledger's, and an order that stands is not held for never
 * sent. What was reported as accepted is so in the journal too.
 */
export function checkKnown({ known, told, mayBeUnknown = false }: Knowledge, { paper, found, where }: Scene): void {
  const ledger = new Map(paper.orders.map(({ clientOid, orderId }) => [clientOid, orderId]));
  const byClientOid = new Map([...known.values()].map((order) => [order.clientOid, order]));
  for (const [clientOid, orderId] of ledger) {
    const order = byClientOid.get(clientOid);
    found.hold(
      order !== undefined && mayStandAs(order, orderId),
      where,
      `${clientOid} stands as ${orderId}; the journal says ${order?.state ?? 'nothing'}`,
    );
  }
  for (const { id, clientOid, state } of known.values())
    found.hold(
      state !== 'accepted' || ledger.has(clientOid),
      where,
      `${id} accepted in the journal, not in the ledger`,
    );
  for (const one of told) {
    if (one.outcome !== 'accepted') continue;
    const order = byClientOid.get(one.clientOid);
    const isKnown = order?.state === 'accepted' || (mayBeUnknown && order?.state === 'unknown');
    found.hold(isKnown, where, `${one.id} was told accepted; the journal says ${order?.state}`);
  }
}
