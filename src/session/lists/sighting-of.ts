import type { Sighting } from '../../journal/records/ledger.ts';
import { passedSince, type Moment } from '../../journal/records/moment.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { REQUEST_DEAD_AFTER_MS } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { SightStep } from '../../model/outcome.ts';
import type { ExchangeState, LastSeen } from '../../model/standing.ts';
import type { Stand } from './stand.ts';

/** The rule that a look decides by. */
export const SEEN: Readonly<Record<ExchangeState, { readonly rule: string }>> = {
  open: { rule: 'seen-open' },
  'partly-filled': { rule: 'seen-open' },
  filled: { rule: 'seen-filled' },
  cancelled: { rule: 'seen-cancelled' },
  triggered: { rule: 'seen-triggered' },
  'not-found': { rule: 'seen-nowhere' },
};

/** What a look decides: an order whose record says so is over. A trigger that fired became another order, which may rest. */
const STEPS: Readonly<Record<string, SightStep>> = { filled: 'filled', cancelled: 'cancelled' };

const RESTS: ReadonlySet<ExchangeState> = new Set(['open', 'partly-filled']);

/** What a list shows may be this old. No source gives the figure: it is ours. */
export const LIST_LAG_MS = 2000;

/**
 * Whether a list that is asked for now shows what is left once the cancel whose end nobody saw can do nothing any more. A wall clock
 * that was put forward kills no cancel.
 */
export const isCancelDead = ({ state, changedAtMs, changedUptimeMs }: KnownOrder, now: Moment): boolean =>
  state === 'cancel-unknown' && passedSince(changedAtMs, changedUptimeMs, now) >= REQUEST_DEAD_AFTER_MS + LIST_LAG_MS;

/** What a look at a placed order leaves in the journal; nothing where it told nothing. */
export function sightingOf({
  order: { clientOid, firedAs },
  stand,
  isCancelDead: isDead = false,
}: {
  readonly order: { readonly clientOid: string; readonly firedAs?: string };
  readonly stand: Stand;
  /** How its cancel ended is not known, and nothing that was sent can take it off any more. */
  readonly isCancelDead?: boolean;
}): Sighting[] {
  if (stand.kind === 'failed') return [];
  if (stand.kind === 'not-found') {
    const seen = { state: 'not-found', ...defined({ firedAs }), atMs: stand.atMs } as const;
    return [{ clientOid, seen, ...SEEN['not-found'], message: 'in none of the lists' }];
  }
  const step = isDead && RESTS.has(stand.seen.state) ? 'stands' : STEPS[stand.seen.state];
  const message = `in the ${stand.lists.length === 1 ? 'list' : 'lists'} ${stand.lists.join(', ')}`;
  return [{ clientOid, ...(step !== undefined && { step }), seen: stand.seen, ...SEEN[stand.seen.state], message }];
}

/** The same of an order that was just found: that it rests is said by that. */
export const foundSighting = (clientOid: string, stand: Stand | undefined): Sighting[] =>
  stand?.kind === 'seen' && stand.seen.state !== 'open' ? sightingOf({ order: { clientOid }, stand }) : [];

/** What it came to, where its record says that it is over: `cancelled, 0.004 filled before`. */
export function seenOver({ state, filledSize }: LastSeen): string | undefined {
  switch (state) {
    case 'open':
    case 'partly-filled':
    case 'not-found':
      return undefined;
    case 'filled':
      return state;
    case 'triggered':
      return 'fired';
    case 'cancelled':
      if (filledSize === undefined) return 'cancelled; what was filled before is not known';
      return /^[0.]*$/.test(filledSize) ? 'cancelled, nothing filled' : `cancelled, ${filledSize} filled before`;
  }
}
