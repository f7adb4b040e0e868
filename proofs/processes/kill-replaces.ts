/**
 * Replaces edited orders by the built command that is killed at any instant, and holds what stands then, was filled and was told
 * against the exchange's own ledger. Some orders are filled in part before, and some as their cancel comes.
 */
import type { PaperOrder } from '../../src/paper/book.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { checkOnce, outcomesOf, type OrderOutcome, type Scene } from '../ledger-check.ts';
import type { Findings } from '../proof.ts';
import { WIDE, wideConfig } from '../random-plans.ts';
import type { Random } from '../random.ts';
import { ordo, place, start } from '../support/ordo.ts';
import { cancelFaultsOf, checkEnds, DELAYS_MS, endsOf, RESTING, type CancelOutcome } from './kill-cancels.ts';
import { killed } from './kills.ts';

export const REPLACES_COUNTED = ['replace kills', 'replace starts', 'orders replaced', 'stood twice'];

const LINES = { sent: 'call-sent', told: 'cancel-outcome' };
const LIVE = ['--execute', '--live', '--yes', '--output', 'ndjson'];
/** Most clean starts: an unknown placing is found by one, its edit replaced by the next. */
const MOST_STARTS = 4;
const MOST_LINEAGES = 10;
/** A cancel that ends after the run has given it up. */
const LATE_MS = 1300;

interface Wanted {
  readonly id: string;
  readonly side: string;
  readonly isTrigger: boolean;
  /** In thousandths. */
  readonly size: number;
  readonly price: number;
}

const sized = (thousandths: number): string => (thousandths / 1000).toFixed(3);

const planOf = (orders: readonly Wanted[]): string =>
  [
    'version: 1',
    'name: kill',
    'orders:',
    ...orders.map(({ id, side, isTrigger, size, price }) => {
      const trigger = isTrigger ? `, trigger: ${price - 10}.0` : '';
      return `  - { id: ${id}, symbol: cmt_btcusdt, marginMode: cross, side: ${side}, size: ${sized(size)}, price: ${price}.0${trigger} }`;
    }),
    '',
  ].join('\n');

/** Far from the market, so that nothing but a hand fills it. */
function randomOrders(random: Random, count: number): Wanted[] {
  return Array.from({ length: count }, (_, index) => {
    const isShort = random.chance(0.3);
    const price = isShort ? 65_000 + random.int(1, 2000) : 63_000 - random.int(1, 2000);
    const isTrigger = !isShort && random.chance(0.2);
    return {
      id: `o${index + 1}`,
      side: isShort ? 'open-short' : 'open-long',
      isTrigger,
      size: random.int(10, 90),
      price,
    };
  });
}

const edited = (random: Random, order: Wanted): Wanted =>
  random.chance(0.5)
    ? { ...order, size: random.int(5, 120) }
    : { ...order, price: order.price + random.int(1, 9) * (order.side === 'open-short' ? 1 : -1) };

const filledOf = ({ status, size, filledSize }: PaperOrder): number =>
  Math.round(Number(filledSize ?? (status === 'filled' ? size : '0')) * 1e6);

const remainingOf = (order: PaperOrder): number => Math.round(Number(order.size) * 1e6) - filledOf(order);

/** What was placed, and of a trigger that fired the order that it became, under the same client order id. */
const newestOf = ({ orders }: PaperExchange): PaperOrder[] => orders.filter(({ status }) => status !== 'triggered');

/** What the exchange has of an order, over all its lineages, in millionths. */
function standingOf(paper: PaperExchange, id: string) {
  const names = new Set(Array.from({ length: MOST_LINEAGES }, (_, lineage) => clientOrderId('kill', 1, id, lineage)));
  const all = newestOf(paper).filter(({ clientOid }) => names.has(clientOid));
  const resting = all.filter(({ status }) => RESTING.has(status));
  const filled = all.reduce((sum, order) => sum + filledOf(order), 0);
  return { resting, filled, held: resting.reduce((sum, order) => sum + remainingOf(order), filled), most: all.length };
}

export async function replaceAll(random: Random, found: Findings, where: string): Promise<void> {
  const cancelFaults = cancelFaultsOf(random);
  const latencyMs = random.pick([0, 5, 20]);
  const options = {
    latencyMs,
    cancelFaults,
    cancelDelayMs: random.pick([...DELAYS_MS, LATE_MS]),
    seed: random.below(1e9),
  };
  const paper = await startPaperExchange({ ...WIDE, ...options });
  const at = place(paper.origin);
  const scene = { paper, found, where };
  const before = randomOrders(random, random.int(5, 25));
  const plan = before.map((order) => (random.chance(0.6) ? edited(random, order) : order));
  const settings = { inFlight: random.int(1, 4), maxOrdersPerCall: random.pick([1, 3, 20]), onUnknown: 'continue' };
  at.write('ordo.config.yaml', wideConfig(settings).replace('execution: { ', 'execution: { cancelWait: 1s, '));
  const path = at.write('plan.yaml', planOf(before));
  // No order has two lineages that rest, at any time.
  const twice = new Set<string>();
  const look = setInterval(() => {
    for (const { id } of plan) if (standingOf(paper, id).resting.length > 1) twice.add(id);
  }, 2);
  try {
    await ordo(['run', path, ...LIVE], at);
    for (const order of paper.orders)
      if (order.status === 'open' && random.chance(0.15)) paper.fill(order.orderId, sized(random.int(1, 9)));
    at.write('plan.yaml', planOf(plan));
    const words = ['run', path, ...LIVE, '--replace', 'edited'];
    const [told, ends]: [OrderOutcome[], CancelOutcome[]] = [[], []];
    const most = random.pick([1, 1, 2, 3]);
    for (let kills = 0; kills < most; kills++) {
      const ended = await killed(random, start(words, at), latencyMs, LINES);
      found.count('replace starts');
      told.push(...outcomesOf(ended.stdout));
      ends.push(...endsOf(ended));
      if (ended.signal !== 'SIGKILL') break;
      found.count('replace kills');
    }
    for (const name of Object.keys(cancelFaults)) delete (cancelFaults as Record<string, number>)[name];
    let last = await ordo(words, at);
    for (let starts = 1; starts < MOST_STARTS && last.code !== 0; starts++) {
      ends.push(...endsOf(last));
      told.push(...outcomesOf(last.stdout));
      last = await ordo(words, at);
    }
    found.count('replace starts');
    found.count('stood twice', twice.size);
    found.hold(twice.size === 0, where, `${[...twice].join(', ')} stood twice at one moment`);
    checkOnce(scene, newestOf(paper));
    checkEnds([...ends, ...endsOf(last)], newestOf(paper), scene);
    judge({ before, plan, last: outcomesOf(last.stdout), told, exit: last.code }, scene);
  } finally {
    clearInterval(look);
    await paper.close();
    at.remove();
  }
}

interface Case {
  /** What was placed first, under the same ids. */
  readonly before: readonly Wanted[];
  readonly plan: readonly Wanted[];
  /** Of the last run, and of those before it. */
  readonly last: readonly OrderOutcome[];
  readonly told: readonly OrderOutcome[];
  readonly exit: number | null;
}

function judge({ before, plan, last, told: earlier, exit }: Case, { paper, found, where }: Scene): void {
  const book = new Set(paper.orders.map(({ clientOid, orderId }) => `${clientOid} ${orderId}`));
  for (const one of [...earlier, ...last])
    if (one.outcome === 'accepted')
      found.hold(
        book.has(`${one.clientOid} ${one.orderId}`),
        where,
        `${one.id} is not in the ledger as ${one.orderId}`,
      );
  const outcomes = new Map(last.map((one) => [one.id, one]));
  for (const [at, order] of plan.entries())
    judgeOrder({ order, was: before[at] as Wanted, one: outcomes.get(order.id), exit }, { paper, found, where });
}

interface OrderCase extends Pick<Case, 'exit'> {
  readonly order: Wanted;
  readonly was: Wanted;
  readonly one: OrderOutcome | undefined;
}

function judgeOrder({ order: { id, size }, was, one, exit }: OrderCase, { paper, found, where }: Scene): void {
  const { held, filled, most } = standingOf(paper, id);
  const wanted = Math.max(size * 1000, filled);
  if (most > 1) found.count('orders replaced');
  const told = one?.outcome === 'withheld' ? one.reason : one?.outcome;
  // On a busy machine answers come too late: what is said to be unresolved may rest as it was before, but never beside its edit.
  const bound = told === 'unresolved' ? Math.max(wanted, was.size * 1000) : wanted;
  found.hold(held <= bound, where, `${id}: ${held} is held or rests, of ${bound}; told ${told}, exit ${exit}`);
  const isDone = told === 'accepted' || told === 'already-accepted';
  found.hold(held === wanted || !isDone, where, `${id}: told ${told}, and ${held} stands of ${wanted}`);
  found.hold(held === wanted || exit !== 0, where, `${id}: exit 0, and ${held} stands of ${wanted}`);
}
