/**
 * Takes off what a run has placed, by the built command that is killed at any instant, until nothing stands; and holds what it
 * told and knows against the exchange's own ledger. Orders of others lie beside ours.
 */
import type { PaperOrder } from '../../src/paper/book.ts';
import type { CancelFaultName } from '../../src/paper/cancel-faults.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { outcomesOf, readState, wholeEvents, type Scene } from '../ledger-check.ts';
import { pause, type Findings } from '../proof.ts';
import type { Random } from '../random.ts';
import { ofKind, ordo, start, type Ended, type Place } from '../support/ordo.ts';
import { killed } from './kills.ts';

export const CANCELS_COUNTED = [
  'cancel kills',
  'cancel starts',
  'orders taken off',
  'foreign touched',
  'left standing',
];

/** Answers that are lost or not true, and orders that end by themselves. */
const FAULTS: readonly CancelFaultName[] = [
  'drop-before',
  'drop-after',
  'http-502-after',
  'garbage',
  'truncate',
  'error-unlisted',
  'cancel-missing',
  'cancel-filled',
  'cancel-part-filled',
  'cancel-not-found',
];

/** From a cancel that is taken on to its end. */
export const DELAYS_MS = [0, 0, 20, 200];

export const cancelFaultsOf = (random: Random): Partial<Record<CancelFaultName, number>> =>
  random.chance(0.6) ? { [random.pick(FAULTS)]: 0.2 } : {};

/** Most starts until nothing stands: a trigger whose placing is unknown is settled by one, and taken off by the next. */
const MOST_STARTS = 6;
const FOREIGN = 5;

const LINES = { sent: 'call-sent', told: 'cancel-outcome' };
export type CancelOutcome = ReturnType<typeof endsOf>[number];

interface Offing {
  readonly at: Place;
  readonly paper: PaperExchange;
  readonly plan: string;
  readonly latencyMs: number;
  /** Of the cancels; none are left once the kills are over. */
  readonly faults: Partial<Record<CancelFaultName, number>>;
}

/** Killed while it cancels, run again, and then cancelled to the end. */
export async function takeOff(random: Random, offing: Offing, found: Findings, where: string): Promise<void> {
  const { at, paper, plan, latencyMs, faults } = offing;
  const placed = paper.orders.map(({ clientOid }) => clientOid);
  const foreign = foreignBeside(paper);
  const words = ['cancel', plan, '--execute', '--live', '--yes', '--output', 'ndjson'];
  const told: CancelOutcome[] = [];
  const most = random.pick([1, 1, 2, 3]);
  for (let kills = 0; kills < most; kills++) {
    const ended = await killed(random, start(words, at), latencyMs, LINES);
    found.count('cancel starts');
    told.push(...endsOf(ended));
    if (ended.signal !== 'SIGKILL') break;
    if (at.env['ORDO_JOURNAL'] !== undefined) await pause(150);
    found.count('cancel kills');
  }
  for (const name of Object.keys(faults) as CancelFaultName[]) delete faults[name];
  const again = await ordo(['run', plan, '--execute', '--live', '--yes', '--output', 'ndjson'], at);
  const isPlacedAgain = outcomesOf(again.stdout).some(({ outcome }) => outcome === 'accepted');
  found.hold(!isPlacedAgain, where, `after a cancel a run placed again: ${again.stdout.slice(0, 200)}`);
  let last = again;
  for (let starts = 0; starts < MOST_STARTS; starts++) {
    last = await ordo(words, at);
    found.count('cancel starts');
    told.push(...endsOf(last));
    if (last.code === 0 || (last.code === 7 && isAllUntaken(last, paper))) break;
  }
  const isDone = last.code === 0 || (last.code === 7 && isAllUntaken(last, paper));
  found.hold(isDone, where, `after ${MOST_STARTS} cancels: exit ${last.code} ${last.stdout.slice(-400)}${last.stderr}`);
  judge({ told, foreign, placed, state: await readState(at, paper, 'kill') }, { paper, found, where });
  await judgeStatus(offing, { paper, found, where });
}

export const endsOf = ({ stdout }: Ended) => ofKind(wholeEvents(stdout), 'cancel-outcome');

/** What is unknown at the end is what the exchange never took: no look can tell that of it. */
function isAllUntaken({ stdout }: Ended, paper: PaperExchange): boolean {
  const taken = new Set(paper.orders.map(({ clientOid }) => clientOid));
  return ofKind(wholeEvents(stdout), 'cancel-outcome').every(
    ({ outcome, clientOid }) =>
      outcome === 'cancelled' || outcome === 'filled' || (outcome === 'unknown' && !taken.has(clientOid)),
  );
}

/** Of somebody else, on the same account. */
function foreignBeside({ orders }: PaperExchange): ReadonlyMap<string, PaperOrder> {
  const foreign = Array.from({ length: FOREIGN }, (_, index): PaperOrder => ({
    kind: index === 0 ? 'trigger' : 'single',
    symbol: 'cmt_btcusdt',
    marginMode: 1,
    clientOid: `somebody${index}`,
    type: '1',
    size: '0.01',
    match: '0',
    price: '60000',
    ...(index === 0 ? { trigger: '61000' } : { orderType: '0' }),
    orderId: String(596_471_064_624_628_000n + BigInt(index)),
    status: index === 0 ? 'untriggered' : 'open',
    acceptedAtMs: Date.now(),
  }));
  (orders as PaperOrder[]).push(...foreign);
  return new Map(foreign.map((order) => [order.orderId, { ...order }]));
}

interface Case {
  readonly told: readonly CancelOutcome[];
  /** By order id, as they were put there. */
  readonly foreign: ReadonlyMap<string, PaperOrder>;
  /** What was on the exchange before the first cancel. */
  readonly placed: readonly string[];
  readonly state: Awaited<ReturnType<typeof readState>>;
}

/** But for what triggers became: orders of their own, that nobody placed. */
function oursOf({ orders }: PaperExchange): readonly PaperOrder[] {
  const fired = new Set(orders.filter(({ status }) => status === 'triggered').map(({ clientOid }) => clientOid));
  return orders.filter(({ kind, clientOid }) => kind === 'trigger' || !fired.has(clientOid));
}

export const RESTING = new Set(['open', 'untriggered', 'canceling']);
/** What an order is known as, by what it is on the exchange. */
const KNOWN_AS: Readonly<Record<string, string>> = { canceled: 'cancelled', filled: 'filled', triggered: 'filled' };

function judge({ told, foreign, placed, state }: Case, { paper, found, where }: Scene): void {
  const ours = oursOf(paper).filter(({ orderId }) => !foreign.has(orderId));
  const others = paper.orders.filter(
    ({ orderId, status }) => foreign.has(orderId) && foreign.get(orderId)?.status !== status,
  );
  const isNamed = paper.requests.some(
    ({ method, query, body }) => method !== 'GET' && [...foreign.keys()].some((id) => `${query} ${body}`.includes(id)),
  );
  found.count('foreign touched', others.length);
  found.hold(others.length === 0 && !isNamed, where, 'an order of somebody else was touched');
  found.count('accepted twice', ours.length - placed.length);
  found.hold(
    ours.length === placed.length,
    where,
    `${ours.length - placed.length} orders were placed after the cancels`,
  );
  const standing = ours.filter(({ status }) => RESTING.has(status));
  found.count('left standing', standing.length);
  found.hold(standing.length === 0, where, `${standing.length} orders still stand`);
  found.count('orders taken off', ours.filter(({ status }) => status === 'canceled').length);
  const known = new Map([...state.values()].map((order) => [order.clientOid, order]));
  for (const { clientOid, status } of ours)
    found.hold(
      known.get(clientOid)?.state === KNOWN_AS[status],
      where,
      `${clientOid} is ${status}; the journal says ${known.get(clientOid)?.state}`,
    );
  checkEnds(told, ours, { paper, found, where });
}

/** How each cancel was told to have ended is how its order ended. */
export function checkEnds(told: readonly CancelOutcome[], ours: readonly PaperOrder[], { found, where }: Scene): void {
  const book = new Map(ours.map((order) => [order.clientOid, order]));
  for (const one of told) {
    if (one.outcome !== 'cancelled' && one.outcome !== 'filled') continue;
    const { status = 'nowhere', filledSize = '0' } = book.get(one.clientOid) ?? {};
    found.hold(KNOWN_AS[status] === one.outcome, where, `${one.id} told ${one.outcome}, and is ${status}`);
    const isAsFar = one.outcome === 'filled' || Number(one.filledSize ?? filledSize) === Number(filledSize);
    found.hold(isAsFar, where, `${one.id} told filled ${one.filledSize}, and is ${filledSize}`);
  }
}

/** What `ordo status` says is what the exchange says. */
async function judgeStatus({ at, plan, paper }: Offing, { found, where }: Scene): Promise<void> {
  const { stdout } = await ordo(['status', plan, '--output', 'ndjson'], at);
  const book = new Map(oursOf(paper).map((order) => [order.clientOid, order.status]));
  for (const { id, clientOid = '', state } of ofKind(wholeEvents(stdout), 'order-state')) {
    const status = book.get(clientOid);
    const isTrue =
      status === undefined
        ? state !== 'cancelled' && state !== 'filled' && state !== 'accepted'
        : KNOWN_AS[status] === state;
    found.hold(isTrue, where, `status says ${id} ${state}, and it is ${status}`);
  }
}
