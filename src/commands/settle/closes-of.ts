/** The `ordo close` that closes what settled closes of ordo's own were to close. */
import type { JournalState } from '../../journal/records/state.ts';
import { isLong, type Side } from '../../model/order.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { placeWords, type GivenPlace } from '../live/same-again.ts';

/** What closes the position of each, by its id. */
export const closesOf = (known: JournalState, place: Omit<GivenPlace, 'planPath'>): ReadonlyMap<string, Safe> =>
  new Map(
    [...known].map(([id, { content }]) => {
      const symbol = shellWord(safeText(content['symbol'] ?? ''));
      const side = isLong(content['side'] as Side) ? safe`long` : safe`short`;
      return [id, joined([safe`ordo close`, symbol, side, ...placeWords({ ...place, variables: [] })], safe` `)];
    }),
  );
