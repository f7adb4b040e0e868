import type { Sighting } from '../../ledger/ledger.ts';
import { defined } from '../../model/defined.ts';
import type { SightStep } from '../../model/outcome.ts';
import type { ExchangeState } from '../../model/standing.ts';
import type { LookedHow } from './standing-look.ts';

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

/** What a look at a placed order leaves in the journal; nothing where it told nothing. */
export function sightingOf({ order: { clientOid, firedAs }, stand }: LookedHow): Sighting[] {
  if (stand.kind === 'failed') return [];
  if (stand.kind === 'not-found') {
    const seen = { state: 'not-found', ...defined({ firedAs }), atMs: stand.atMs } as const;
    return [{ clientOid, seen, ...SEEN['not-found'], message: 'in none of the lists' }];
  }
  const step = STEPS[stand.seen.state];
  const message = `in the ${stand.lists.length === 1 ? 'list' : 'lists'} ${stand.lists.join(', ')}`;
  return [{ clientOid, ...(step !== undefined && { step }), seen: stand.seen, ...SEEN[stand.seen.state], message }];
}
