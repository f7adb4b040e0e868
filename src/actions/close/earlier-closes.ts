/** Earlier closes of a position: one whose end nobody knows may still take what a second one would. */
import { stateOf } from '../../journal/records/known-account.ts';
import { mayRest, type KnownOrder } from '../../journal/records/state.ts';
import { someOf } from '../../model/count.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { PositionSide } from '../../protection/guarded.ts';
import { refuse } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';

interface EarlierAsked {
  readonly symbol: string;
  readonly side: PositionSide;
  /** How long their ends are looked for. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** Looks for the end of each. Refuses (exit 7) while one is not known to be over: never are two in flight. */
export async function endEarlierCloses(session: Session, asked: EarlierAsked): Promise<void> {
  const { symbol, side, waitMs, signal } = asked;
  const known = stateOf(await session.account(), CLOSE_PLAN);
  const open = [...known.values()].filter((order) => mayRest(order) && isOf(order, { symbol, side }));
  if (open.length === 0) return;
  const clientOids = new Set(open.map(({ clientOid }) => clientOid));
  const ends = await session.untilOver({ plan: CLOSE_PLAN, clientOids, waitMs, signal });
  const left = ends.filter(mayRest);
  if (left.length === 0) return;
  refuse(
    'close/earlier-open',
    `an earlier close of ${symbol} ${side} is not known to be over: ${someOf(left.map(endWords))}`,
    `nothing was sent; look on the exchange, then end ${left.length === 1 ? 'it' : 'them'}: ${settleWords(left)}`,
  );
}

const isOf = ({ content }: KnownOrder, { symbol, side }: Pick<EarlierAsked, 'symbol' | 'side'>): boolean =>
  sameSymbol(content['symbol'] ?? '', symbol) && content['side'] === `close-${side}`;

/** `btcusdt-long-1, unknown`, `btcusdt-long-1, accepted and in no list`. */
function endWords({ id, state, seen, orderId }: KnownOrder): string {
  if (orderId === undefined) return `${id}, unknown`;
  const where = seen === undefined ? 'not seen' : seen.state === 'not-found' ? 'in no list' : seen.state;
  return `${id}, ${state} and ${where}`;
}

/** The line that ends closes of which nobody knows whether they are over, once a person has looked on the exchange. */
export function settleWords(open: readonly KnownOrder[]): string {
  const unplaced = open.filter(({ orderId }) => orderId === undefined);
  const decisions = open.map(({ id, orderId }) => `${orderId === undefined ? '--absent' : '--closed'} ${id}`);
  const why = unplaced.length === 0 ? [] : ['--why "the reason"'];
  return [`ordo settle --name ${CLOSE_PLAN.plan}`, ...decisions, ...why].join(' ');
}
