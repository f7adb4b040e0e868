/** Parts of the events of a run that follows its plan: the state of an order, and what of positions no trade or another order explains. */
import { Decimal } from '../../model/decimal.ts';
import type { ProtectionStated, PublicEvent, RunEvent } from '../../model/event.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { surelyFilled, tradedSize, type FollowCancelReason, type PlacedPart } from '../../model/followed.ts';
import { Rational } from '../../model/rational.ts';
import { waitWords } from '../../model/wait-words.ts';
import { shortWords } from '../../session/lists/short-positions.ts';
import type { WaitsTold } from './waits-told.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';

type ProtectionTold = Extract<PublicEvent, { event: 'protection' }>;
type StateTold = Extract<PublicEvent, { event: 'order-state' }>;

const AVERAGE_STEP = Decimal.of('0.00000001');

/** Absent where no position is smaller than what the plan counts. */
export function shortTold({ short }: FollowNews): Pick<ProtectionTold, 'short'> {
  const [first, ...more] = short.map(({ symbol, side, position, counted, others }) => ({
    symbol,
    side,
    held: position.canonical(),
    counted: counted.canonical(),
    ...(!others.isZero && { others: others.canonical() }),
  }));
  return first === undefined ? {} : { short: [first, ...more] };
}

/** Absent where nobody else closed anything. */
export function elsewhereTold({ elsewhere }: FollowNews): Pick<ProtectionTold, 'elsewhere'> {
  const [first, ...more] = elsewhere.flatMap(({ symbol, side, entries: [entry, ...entries], size, by }) =>
    entry === undefined
      ? []
      : [{ symbol, side, entries: [entry, ...entries] as [string, ...string[]], size, by: [...by] }],
  );
  return first === undefined ? {} : { elsewhere: [first, ...more] };
}

type ReasonStated = ProtectionStated['reasons'][number];

/** They say of what may still fill that no stop is there yet. */
const TO_COME: ReadonlySet<string | undefined> = new Set(['no-stop', 'stop-too-small']);

/** Its stop would have been sent with the fill. */
const withoutFollower =
  ({ plan, generation }: PlanName) =>
  (one: ReasonStated): ReasonStated => {
    const { kind, reason, entry, text } = one;
    const isIts = entry?.plan === plan && entry.generation === generation;
    if (kind !== 'naked' || !isIts || !TO_COME.has(reason)) return one;
    return { ...one, text: text.replace(/ has no stop.*$/, ' has no stop: nobody follows the plan any more') };
  };

interface ReasonsWith {
  /** Parts of stops that wait for room. */
  readonly waits: Iterable<WaitsTold>;
  /** The plan, once nobody follows it any more. */
  readonly left: PlanName | undefined;
}

/** What looks know of it comes first. */
export function reasonsTold(reasons: readonly ReasonStated[], news: FollowNews, { waits, left }: ReasonsWith) {
  const found = news.short.map((short) => ({ kind: 'short', text: shortWords(short) }) as const);
  const waiting = [...waits].map((one) => ({ kind: 'naked', text: waitWords(one) }) as const);
  return [...found, ...waiting, ...(left === undefined ? reasons : reasons.map(withoutFollower(left)))];
}

/** One that was filled, fired or ended; undefined of any other. `because`: why its follower cancelled it. */
export function stateOf(
  id: string,
  part: PlacedPart,
  because?: FollowCancelReason,
): (StateTold & RunEvent) | undefined {
  const { clientOid, number, trades, state, end, firedMs } = part;
  const [size, traded] = [surelyFilled(part), tradedSize(part)];
  if (size.isZero && state !== 'over' && firedMs === undefined) return undefined;
  const worth = [...trades.values()].reduce((sum, one) => sum.plus(one.size.times(one.price)), Decimal.zero);
  const average = traded.isZero ? undefined : Rational.of(worth).dividedBy(Rational.of(traded)).nearest(AVERAGE_STEP);
  const isFilled = state === 'over' && end === 'filled';
  const now = isFilled ? 'filled' : state === 'over' ? 'cancelled' : 'accepted';
  return {
    event: 'order-state',
    id,
    clientOid,
    ...(number > 1 && { part: number }),
    state: now,
    ...(because !== undefined && { because }),
    exchange: {
      state: now === 'accepted' ? (size.isZero ? 'triggered' : 'partly-filled') : now,
      filledSize: size.canonical(),
      ...(average !== undefined && { averagePrice: average.canonical() }),
      at: new Date(Math.max(0, ...[...trades.values()].map(({ ms }) => ms), firedMs ?? part.sentMs)).toISOString(),
    },
  };
}
