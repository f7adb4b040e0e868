/**
 * A journal that holds nothing of a plan need not be the first that the plan is placed from. Client order ids are derived, so
 * the exchange's lists can tell: before the first send from here they are asked for every order of the plan that was not taken in.
 */
import type { Schedule } from '../../compile/compile-plan.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { FailureCause } from '../../model/listing.ts';
import { troubleWords } from '../../exchange/answers/trouble-words.ts';
import { count, someOf } from '../../model/count.ts';
import type { Order, Plan } from '../../model/order.ts';
import { exitParts } from '../../compile/follow/exit-parts.ts';
import type { LookedUp } from '../../session/lists/look-up.ts';
import type { Session } from '../../session/session.ts';
import type { Standing } from '../../session/lists/list-matches.ts';
import { elsewhereSince, soughtOfPlan } from '../../session/lists/lookup-keys.ts';
import { seenOver } from '../../session/lists/sighting-of.ts';
import type { RefusalCode } from '../../model/refusals.ts';
import { refuse } from '../../refusal.ts';
import { restWords } from './as-it-rests.ts';
import { nameOf } from './prepared-run.ts';
import type { GivenOption } from '../../model/event.ts';
import { optionWords, shellWord } from '../../report/text/phrases.ts';
import { MOST_PAGES, TOO_LONG } from '../../session/send/traversal.ts';

// What a person can do after a first look that lets nothing be sent, in commands that repeat what was typed.

/** The run that asked. */
interface Typed {
  readonly planPath: string;
  /** What a follow-up command has to repeat. */
  readonly options: readonly GivenOption[];
}

/** Where orders were found; `placed`: what takes all of them in, where this journal may. */
export function wayOn(placed: readonly string[] | undefined, typed: Typed): string {
  const other = `with the journal that placed them: ${runAgain(typed)}`;
  if (placed === undefined) return `${other}; or ${OFF_FIRST}`;
  // All of them, as it is to be pasted.
  const settle = command('settle', typed, ({ name }) => SETTLES_WITH.has(name), ...placed);
  return `${other}; or take them into this one: ${settle}`;
}

/** The options of `settle` that say where these are. */
function placedAt(there: readonly LookedUp[]): readonly string[] | undefined {
  const placed = there.flatMap(({ order, finding }) =>
    finding.kind === 'found' ? [`--placed ${order.id}=${finding.orderId}`] : [],
  );
  return placed.length < there.length ? undefined : placed;
}

/** Where the lists do not say whether any is there. */
function silentWords(unread: string, typed: Typed): string {
  const other = `with the journal that placed the plan: ${runAgain(typed)}. If you know that none did, exchange.queries: false in the config sends without asking`;
  if (!unread.includes(TOO_LONG)) return `nothing was sent; try again, or ${other}`;
  return unread.includes(`history list: ${TOO_LONG}`)
    ? `nothing was sent: that symbol had more orders in the last 88 days than ordo reads (${MOST_PAGES} pages of a list). Run it ${other}`
    : `nothing was sent: more orders are open than ordo reads (${MOST_PAGES} pages of a list). Cancel what is not needed, or run it ${other}`;
}

const runAgain = (typed: Typed): string =>
  command('run', typed, ({ name }) => name !== 'journal', '--execute --live --journal JOURNAL');

const command = (
  name: string,
  { planPath, options }: Typed,
  repeats: (option: GivenOption) => boolean,
  ...more: readonly string[]
): string => [`ordo ${name}`, shellWord(planPath), ...optionWords(options.filter(repeats)), ...more].join(' ');

/** The others are of a run alone. */
const SETTLES_WITH: ReadonlySet<GivenOption['name']> = new Set(['config', 'journal', 'var']);

const OFF_FIRST =
  'without it: cancel what differs on the exchange first, then place the plan again under a higher generation; what was filled of it stays a position';

interface FirstSend extends Typed {
  readonly session: Session;
  readonly plan: Plan;
  /** The exchange's address. */
  readonly origin: string;
  readonly schedule: Schedule;
  /** What was taken into this journal already. */
  readonly known: JournalState;
  readonly nowMs: number;
}

/** Refuses (exit 5) where the lists have an order of the plan, and where they do not answer (exit 2), or not for the rate limit (exit 8). */
export async function refuseFoundElsewhere({
  session,
  plan,
  origin,
  schedule,
  known,
  planPath,
  options,
  nowMs,
}: FirstSend): Promise<void> {
  const { later = [] } = schedule;
  const planned = [...schedule.pending.values(), ...schedule.withheld.map(({ order }) => order), ...later];
  const isKnown = (id: string): boolean => known.has(id);
  const whole = planned.filter((order) => order.exit === undefined && !isKnown(order.id));
  const exits = plan.orders.filter(({ exit }) => exit !== undefined);
  const parts = exitParts(plan, exits, isKnown);
  const orders = new Map([...whole, ...parts].map((order) => [order.id, order]));
  const [name, since] = [nameOf(plan), elsewhereSince(nowMs)];
  const lookedUp = await session.lookFor([...orders.values()].map((order) => soughtOfPlan(order, name, since)));
  refuseThere(lookedUp, orders, { planPath, options });
  const unread = unreadWords(lookedUp);
  if (unread === undefined) return;
  if (session.limited !== undefined)
    refuse(
      'exchange/rate-limited',
      `the lists that say whether another journal placed the plan were not read: ${session.limited}`,
      'nothing was sent; try again later',
    );
  if (session.trouble !== undefined) refuseForTrouble(session.trouble, origin);
  refuse(
    'exchange/lists-silent',
    `this journal never placed the plan, and the exchange’s lists do not say whether another did: ${unread}`,
    silentWords(unread, { planPath, options }),
  );
}

/** Refuses (exit 5) where any of them is there. Of a plan that is followed each is named: what is not taken in would be sent twice. */
export function refuseThere(lookedUp: readonly LookedUp[], orders: ReadonlyMap<string, Order>, typed: Typed): void {
  const there = lookedUp.filter(({ finding }) => finding.kind !== 'not-found' && finding.kind !== 'failed');
  if (there.length === 0) return;
  const unread = unreadWords(lookedUp);
  // One that stands as something else may be that for several orders of the plan: a ladder that was one order.
  const told = new Set(there.map((looked) => orderIdOf(looked) ?? looked)).size;
  const words = there.map((looked) => thereWords(looked, orders));
  const hasParts = there.some(({ order }) => order.elsewhere?.isPart === true);
  refuse(
    'plan/elsewhere',
    `${unread === undefined ? '' : `${unread}; `}the exchange has ${count(told, 'order')} of this plan that this journal does not know: ${hasParts ? words.join(', ') : someOf(words)}`,
    wayOn(placedAt(there), typed),
  );
}

const orderIdOf = ({ finding }: LookedUp): string | undefined =>
  finding.kind === 'found-differs' ? finding.standing.orderId : undefined;

/** Which lists were not read to their end, and why; of an order that was found in another one too. */
export function unreadWords(lookedUp: readonly LookedUp[]): string | undefined {
  for (const { finding } of lookedUp) if (finding.kind === 'failed') return finding.message;
  const lists = lookedUp.flatMap(({ finding }) => (finding.kind === 'found' ? finding.unread : []));
  return lists.length === 0 ? undefined : [...new Set(lists)].join('; ');
}

/** The cause first: whatever is silent is so only because of it. `silent` is what is not known where nothing answers, if that has an end of its own. */
export function refuseForTrouble(
  trouble: FailureCause,
  origin: string,
  silent?: { readonly code: RefusalCode; readonly words: string },
): never {
  const { why, mend } = troubleWords(trouble, origin);
  if (silent !== undefined && trouble.kind === 'unreachable')
    return refuse(silent.code, `${why}: ${silent.words}`, `nothing was sent; ${mend}`);
  return refuse(
    'exchange/no-answer',
    why,
    trouble.kind === 'access' ? `${mend}; nothing was sent` : `nothing was sent; ${mend}`,
  );
}

function thereWords({ order: { id }, finding, as }: LookedUp, planned: ReadonlyMap<string, Order>): string {
  switch (finding.kind) {
    case 'found': {
      const order = planned.get(id);
      const over = as?.stand.kind === 'seen' ? seenOver(as.stand.seen) : undefined;
      const differing = as === undefined || order === undefined || order.exit !== undefined ? '' : restWords(order, as);
      return `${id} (${[`order ${finding.orderId}`, over ?? '', differing].filter((part) => part !== '').join(', ')})`;
    }
    case 'found-twice':
      return `${id} (orders ${someOf(finding.standing.map(({ orderId }) => orderId))})`;
    case 'order-id-shared':
      return `${id} (order ${finding.standing.orderId}, which other orders share)`;
    case 'found-differs':
      return `${id} (${differing(finding.standing)})`;
    case 'not-found':
    case 'failed':
      return id;
  }
}

const differing = ({ orderId, differences }: Standing): string => `order ${orderId}, ${someOf(differences)}`;
