/**
 * Orders that a person calls closed: they were filled, or taken off, and their positions are gone. What rests on the exchange can
 * still be filled, so it is cancelled first.
 */
import type { RunRecord } from '../../journal/records/run-record.ts';
import { sentSize, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OrderState } from '../../model/outcome.ts';
import type { LastSeen } from '../../model/standing.ts';
import { refuse } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';

/** From each of these a person's word leads to closed. */
export const CLOSABLE: ReadonlySet<OrderState> = new Set(['accepted', 'cancel-unknown', 'filled', 'cancelled']);

/** Something of these may still rest. */
const MAY_REST: ReadonlySet<OrderState> = new Set(['accepted', 'cancel-unknown']);

interface Closing {
  readonly session: Session;
  readonly run: Omit<RunRecord, 'digest' | 'isLookUp'>;
  /** Connects the session, or says why the lists cannot be asked. */
  readonly connect: () => Promise<string | undefined>;
  /** Orders of which a person said twice that nothing rests: no list needs to show them. */
  readonly unseen: ReadonlySet<string>;
  /** The words behind `ordo settle` and `ordo cancel` that go on from here. */
  readonly again: string;
}

/** The order of that id; refuses (exit 2) one whose state a person's word does not close. */
export function closable(known: JournalState, id: string): KnownOrder {
  const order = known.get(id);
  if (order !== undefined && CLOSABLE.has(order.state)) return order;
  return refuse(
    'settle/wrong-state',
    `${id} is ${order === undefined ? 'not in the journal' : order.state}: only an accepted, filled or cancelled order can be settled as closed`,
    'ordo status lists them',
  );
}

/**
 * Refuses (exit 2) where one of these rests. The lists say so; where they cannot be asked, what they said last. Of one that they
 * do not have that proves nothing: a person says it twice.
 */
export async function refuseResting(closing: Closing, orders: readonly KnownOrder[]): Promise<void> {
  const accepted = orders.filter(({ state }) => MAY_REST.has(state));
  if (accepted.length === 0) return;
  if ((await closing.connect()) !== undefined) {
    for (const order of accepted) refuseIfRests(order, order.seen, closing, ' at the last look');
    return;
  }
  const byClientOid = new Map(accepted.map((order) => [order.clientOid, order]));
  const looked = await closing.session.refresh(closing.run, accepted, new AbortController().signal);
  for (const {
    order: { id, clientOid },
    stand,
  } of looked) {
    if (stand.kind === 'failed')
      refuse(
        'exchange/lists-silent',
        `--closed ${id}: its state on the exchange is not known: ${stand.message}`,
        'repeat it once the exchange answers',
      );
    if (stand.kind === 'not-found' && !closing.unseen.has(id))
      refuse(
        'settle/unproved',
        `--closed ${id}: it is in none of the lists, which does not prove that no part of it is open`,
        `look on the exchange; if nothing of it is there, repeat the decision: ordo settle ${closing.again} --closed ${id} --unseen ${id}`,
      );
    if (stand.kind === 'seen') refuseIfRests(byClientOid.get(clientOid) as KnownOrder, stand.seen, closing);
  }
}

function refuseIfRests(order: KnownOrder, seen: LastSeen | undefined, { again }: Closing, when = ''): void {
  if (seen?.state !== 'open' && seen?.state !== 'partly-filled') return;
  const size = Decimal.parse(sentSize(order));
  const rest = size?.minus(Decimal.parse(seen.filledSize ?? '0') ?? Decimal.zero).canonical() ?? 'all';
  refuse(
    'settle/still-open',
    `--closed ${order.id}: ${rest} of it is open${when}`,
    `cancel it first: ordo cancel ${again} --only ${order.id}`,
  );
}
