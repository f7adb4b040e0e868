/** Why closes did not do all that they were to: what is left of each, or that nobody knows. */
import type { KnownOrder } from '../../journal/records/state.ts';
import type { Remains } from '../../model/event.ts';
import type { Tally } from '../../session/place/tally.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';

/** Undefined where nothing is. */
export const remainsOf = (
  code: Remains['code'],
  { left, unknown }: Pick<Remains, 'left' | 'unknown'>,
): Remains | undefined =>
  left.length + unknown.length === 0 ? undefined : { code: unknown.length > 0 ? 'not-known' : code, left, unknown };

/** `ends`: the orders as they are on record at the end; one that was withheld is not among them. */
export function closeRemains(
  { schedule }: PreparedRun,
  ends: readonly KnownOrder[],
  tally: Pick<Tally, 'counts' | 'journalFailed'>,
): Remains | undefined {
  const left: string[] = [];
  const unknown: string[] = [];
  for (const { id, clientOid, size } of schedule.pending.values()) {
    const order = ends.find((end) => end.clientOid === clientOid);
    if (order?.state === 'filled') continue;
    const isUnknown = order === undefined ? tally.counts.unknown > 0 : UNKNOWN.has(order.state);
    const words = order === undefined ? unread(tally) : endWords(order);
    (isUnknown ? unknown : left).push(`${id}, a close of ${size.canonical()}: ${words}`);
  }
  return remainsOf('not-closed', { left, unknown });
}

/** Whether it was placed is not known. */
export const UNKNOWN: ReadonlySet<KnownOrder['state']> = new Set(['unknown', 'in-flight']);

const unread = ({ journalFailed }: Pick<Tally, 'journalFailed'>): string =>
  journalFailed ? 'the journal failed and did not record how it ended' : 'not sent';

function endWords({ state, code, message = state, orderId, seen }: KnownOrder): string {
  if (orderId === undefined) return [...(state === 'unknown' ? [] : [state]), code, message].filter(Boolean).join(' ');
  const filled = seen?.filledSize === undefined ? 'filled size not reported' : `${seen.filledSize} filled`;
  return `accepted, ${seen?.state ?? 'not looked at since'}, ${filled}`;
}
