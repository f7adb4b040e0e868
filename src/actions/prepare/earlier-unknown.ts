import type { Schedule } from '../../compile/compile-plan.ts';
import { editOf } from '../../compile/select-pending.ts';
import { isCancelOpen, type JournalState } from '../../journal/records/state.ts';
import type { Config } from '../../model/config.ts';
import { count } from '../../model/count.ts';
import { EXIT } from '../../model/exit-code.ts';
import type { EventSink } from '../../ports.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { earlierOf, earlierStated, lookEarlier, whyHeldBack, type Earlier } from '../../session/lists/earlier.ts';
import type { LookedUp } from '../../session/lists/look-up.ts';
import type { Session } from '../../session/session.ts';
import { RunEnds } from './checks.ts';
import { soughtOf } from '../../session/lists/lookup-keys.ts';

/**
 * What earlier runs left unknown, orders and how their cancels ended, which is looked up first; undefined: nothing, or nothing is
 * asked or sent. What this run takes off again has its own end.
 */
export function earlierUnknown(
  { exchange, execution }: Config,
  known: JournalState,
  { calls, cancels, withheld }: Schedule,
  planPath = 'the plan',
): Earlier | undefined {
  const sends = calls.length > 0 || cancels !== undefined;
  if ((!sends && !exchange.queries) || execution.onUnknown !== 'stop') return undefined;
  const unknown = [...known.values()].filter(({ state }) => state === 'unknown' || state === 'in-flight');
  const again = new Set(cancels?.orders.map(({ clientOid }) => clientOid));
  const open = [...known.values()].filter((order) => isCancelOpen(order) && !again.has(order.clientOid));
  const planned = new Map(withheld.map(({ order }) => [order.clientOid, order]));
  const edits = [...unknown, ...open].flatMap((order): [string, string][] => {
    const now = planned.get(order.clientOid);
    const edit = now === undefined ? undefined : editOf(order, now);
    return now === undefined || edit === undefined ? [] : [[order.clientOid, `${planPath}:${now.line}: ${edit}`]];
  });
  return unknown.length + open.length === 0
    ? undefined
    : {
        edits: new Map(edits),
        unknown: unknown.map(soughtOf),
        cancels: open,
        canLookUp: exchange.queries,
        ...(!sends && { isAll: true }),
      };
}

/** Says what there is of them, and what a run does about it. */
export function tellEarlier(emit: EventSink, earlier: Earlier): void {
  emit({ event: 'note', message: earlierWords(earlier) });
  emit(earlierStated(earlierOf(earlier)));
}

function earlierWords({ unknown, cancels, canLookUp, isAll }: Earlier): string {
  const parts = [
    ...(unknown.length === 0 ? [] : [`${count(unknown.length, 'order')} of an earlier run ${areUnknown(unknown)}`]),
    ...(cancels.length === 0 ? [] : [`how ${count(cancels.length, 'earlier cancel')} ended is not known`]),
  ];
  const who = parts.join(', and ');
  if (isAll === true) return `${who}: ordo looks that up first`;
  if (canLookUp) return `${who}: ordo looks that up first, and sends nothing while any of it stays unknown`;
  const settled = [
    ...(unknown.length === 0 ? [] : ['--placed or --absent']),
    ...(cancels.length === 0 ? [] : ['--closed']),
  ];
  return `${who}, and nothing is sent until that is settled: exchange.queries is off, so decide with ordo settle ${settled.join(', or ')}`;
}

const areUnknown = ({ length }: Earlier['unknown']): string => (length === 1 ? 'is unknown' : 'are unknown');

/** Looks them up for whoever places nothing, and ends the run (exit 7) where what is unknown still holds it back. */
export async function checkEarlier(
  session: Session,
  run: PlanName & { readonly planFile: string },
  earlier: Earlier,
): Promise<void> {
  const { signal } = new AbortController();
  const lookUp = (orders: Earlier['unknown']): AsyncIterable<LookedUp> => session.lookUp(run, orders, signal);
  const refresh = (orders: Earlier['cancels']): Promise<unknown> => session.refresh(run, orders, signal);
  const ends = await lookEarlier({ claim: session, lookUp, refresh }, { plan: run, earlier }, signal);
  const why = whyHeldBack(ends);
  if (why !== undefined) throw new RunEnds(EXIT.unknown, why);
}
