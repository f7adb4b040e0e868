/** What a run that followed its plan and was killed left covered, naked and not known, by the journal. Asks nobody. */
import type { TellLeft } from '../../journal/history/kept-run.ts';
import { guardedAccount, youngLook } from '../../protection/journal/account.ts';
import { lookOf } from '../../protection/journal/kept-look.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import { protectionOf } from '../../protection/protection.ts';
import { statedOf } from '../../protection/words.ts';
import { withGroups } from '../prepare/groups-told.ts';
import { cutGroups, cutGroupTold, cutNakedWords } from './cut-groups.ts';

/** As `ordo status` told it before anybody followed the plan again: no stop comes of what nobody follows. */
export const cutLeft =
  (cancelWaitMs: number): TellLeft =>
  (left, run) => {
    const { plan, generation, account, look: kept, atMs } = left;
    const look = youngLook(kept && lookOf(kept), atMs);
    const guarded = guardedAccount({ account, look, cancelWaitMs });
    const protection = protectionOf({ ...guarded, basis: look === undefined ? 'journal' : 'look' });
    const groups = cutGroups(left, run);
    const message = cutNakedWords(groups);
    return [
      ...(message === undefined ? [] : [{ event: 'note', message } as const]),
      statedOf(protection, atMs, { plan: { plan, generation } }),
      withGroups(protectionEvent(protection), plan, groups.map(cutGroupTold)),
    ];
  };
