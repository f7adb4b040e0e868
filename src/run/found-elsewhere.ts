/**
 * A journal that holds nothing of a plan need not be the first that the plan is placed from. Client order ids are derived, so
 * the exchange's lists can tell: before the first send from here they are asked for every order of the plan that was not taken in.
 */
import type { Schedule } from '../compile/compile-plan.ts';
import type { JournalState } from '../ledger/state.ts';
import type { FailureCause } from '../model/listing.ts';
import { troubleWords } from '../exchange/answers/trouble-words.ts';
import { count, someOf } from '../model/count.ts';
import type { GivenOption } from '../model/event.ts';
import { EXIT } from '../model/exit-code.ts';
import type { Order } from '../model/order.ts';
import { shellWord } from '../report/text/phrases.ts';
import type { PlanName } from '../ledger/scope.ts';
import type { LookedUp } from '../session/look-up.ts';
import type { Session } from '../session/session.ts';
import type { Standing } from '../session/sightings.ts';
import { soughtElsewhere } from '../session/sought.ts';
import { seenOver } from '../session/standing/sighting-of.ts';
import { MOST_PAGES, TOO_LONG } from '../session/time-walk.ts';
import { refuse } from '../refusal.ts';
import { restWords } from './as-it-rests.ts';

export interface FirstSend {
  readonly session: Session;
  readonly plan: PlanName;
  /** Of the exchange. */
  readonly origin: string;
  readonly schedule: Schedule;
  /** What was taken into this journal already. */
  readonly known: JournalState;
  readonly planPath: string;
  /** What a follow-up command has to repeat. */
  readonly options: readonly GivenOption[];
  readonly nowMs: number;
}

/** Refuses (exit 5) where the lists have an order of the plan, and (exit 2) where they do not answer. */
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
  const planned = [...schedule.pending.values(), ...schedule.withheld.map(({ order }) => order)];
  const orders = new Map(planned.flatMap((order) => (known.has(order.id) ? [] : [[order.id, order]])));
  const lookedUp = await session.lookFor([...orders.values()].map((order) => soughtElsewhere(order, plan, nowMs)));
  const there = lookedUp.filter(({ finding }) => finding.kind !== 'not-found' && finding.kind !== 'failed');
  if (there.length > 0) {
    refuse(
      EXIT.notAsReviewed,
      `the exchange has ${count(there.length, 'order')} of this plan, of which this journal knows nothing: ${someOf(there.map((looked) => thereWords(looked, orders)))}`,
      wayOn(there, planPath, options),
    );
  }
  for (const { finding } of lookedUp) {
    if (finding.kind !== 'failed') continue;
    if (session.trouble !== undefined) refuseForTrouble(session.trouble, origin);
    refuse(
      EXIT.usage,
      `this journal holds nothing of the plan, and the exchange’s lists do not say whether it was placed from another: ${finding.message}`,
      finding.message.includes(TOO_LONG) ? BEYOND_READING : ASK_AGAIN,
    );
  }
}

/** The cause first: the lists are silent only because of it. */
function refuseForTrouble(trouble: FailureCause, origin: string): never {
  const { why, mend } = troubleWords(trouble, origin);
  return refuse(EXIT.usage, why, trouble.kind === 'access' ? `${mend}; nothing was sent` : `nothing was sent; ${mend}`);
}

const ASK_AGAIN =
  'nothing was sent; try again. If you know that no other journal placed it, exchange.queries: false sends without asking';
const BEYOND_READING = `nothing was sent: more orders rest in that symbol than are read (${MOST_PAGES} pages). Cancel what is not needed there, or give the journal that placed the plan with --journal. If you know that none did, exchange.queries: false sends without asking`;

function thereWords({ order: { id }, finding, as }: LookedUp, planned: ReadonlyMap<string, Order>): string {
  switch (finding.kind) {
    case 'found': {
      const order = planned.get(id);
      const over = as?.stand.kind === 'seen' ? seenOver(as.stand.seen) : undefined;
      const differing = as === undefined || order === undefined ? '' : restWords(order, as);
      return `${id} (${[`order ${finding.orderId}`, over ?? '', differing].filter((part) => part !== '').join(', ')})`;
    }
    case 'found-twice':
      return `${id} (orders ${someOf(finding.standing.map(({ orderId }) => orderId))})`;
    case 'order-id-shared':
      return `${id} (order ${finding.standing.orderId}, not its alone)`;
    case 'found-differs':
      return `${id} (${differing(finding.standing)})`;
    case 'not-found':
    case 'failed':
      return id;
  }
}

const differing = ({ orderId, differences }: Standing): string => `order ${orderId}, ${someOf(differences)}`;

function wayOn(there: readonly LookedUp[], planPath: string, options: readonly GivenOption[]): string {
  const other = 'give the journal that placed them with --journal';
  const placed = there.flatMap(({ order, finding }) =>
    finding.kind === 'found' ? [`--placed ${order.id}=${finding.orderId}`] : [],
  );
  if (placed.length < there.length) return `${other}; what differs can only be placed anew, under a higher generation`;
  const given = options.flatMap(({ name, value }) =>
    name === 'only' || name === 'again' ? [] : [`--${name}`, shellWord(value)],
  );
  // All of them, as it is to be pasted.
  const command = ['ordo settle', shellWord(planPath), ...given, ...placed].join(' ');
  return `${other}, or take them into this one: ${command}`;
}
