/**
 * The journal's server is gone while a plan is followed: nothing is sent and nothing is asked, as neither could be recorded. Once the
 * server answers, the plan is locked again, and what was saved outside the journal is imported.
 */
import type { Spool } from '../journal/files/spool.ts';
import { JournalError, LOST_WAIT, LostJournal } from '../journal/records/journal-error.ts';
import type { Claim, Holder, Ledger } from '../journal/records/ledger.ts';
import type { ClaimScope } from '../journal/records/scope.ts';
import type { Limits } from '../model/call.ts';
import { someOf } from '../model/count.ts';
import { isSurePart } from '../model/followed.ts';
import type { Clock, EventSink } from '../ports.ts';
import type { FollowEnd, FollowNews, FollowTask } from './follow/follow-task.ts';
import { secondsOf, timeOfDay } from '../model/time-words.ts';
import { tellPutRight } from './put-right-told.ts';

interface ClaimAgainWith {
  readonly ledger: Ledger;
  readonly scope: ClaimScope;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly spool: Spool;
  readonly emit: EventSink;
}

interface FollowAt {
  readonly claim: () => Claim;
  readonly take: (claim: Claim) => void;
  readonly follow: (task: FollowTask) => Promise<FollowEnd>;
}

/** Follows to the end, and starts again in place where the server was gone. */
export async function followThrough(how: ClaimAgainWith, at: FollowAt, task: FollowTask): Promise<FollowEnd> {
  let end = await begun(how, at, task);
  for (;;) {
    const lost = at.claim();
    const why = end.stop === 'journal' ? await whyLost(lost) : undefined;
    if (why === undefined) return end;
    const again = await claimAgain(how, { lost, why, news: end }, task.signal);
    if ('stop' in again) return { ...end, ...again };
    at.take(again.claim);
    end = await at.follow({ ...task, goesOn: end });
  }
}

/** Its first look at the journal finds the server, or waits for it: nothing was sent yet. */
async function begun(how: ClaimAgainWith, at: FollowAt, task: FollowTask): Promise<FollowEnd> {
  for (;;)
    try {
      return await at.follow(task);
    } catch (error) {
      if (!(error instanceof LostJournal)) throw error;
      const again = await claimAgain(how, { lost: at.claim(), why: error.message }, task.signal);
      if ('stop' in again) throw error;
      at.take(again.claim);
    }
}

/** The new claim, or why there is none. */
type ClaimedAgain = { readonly claim: Claim } | Pick<FollowEnd, 'stop' | 'why'>;

/** So long a server may take to notice that the session before is gone, which still has the lock then. */
const OWN_LOCK_MS = 20_000;

/** Why the claim cannot be used any more, where its server is gone; undefined: it is there. */
async function whyLost(claim: Claim): Promise<string | undefined> {
  try {
    await claim.halted();
    return undefined;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return error instanceof LostJournal ? error.message : undefined;
  }
}

/** Waits for the server, and locks the plan; `lost` is what had it, and `why` what was wrong. */
async function claimAgain(
  how: ClaimAgainWith,
  { lost, why, news }: { readonly lost: Claim; readonly why: string; readonly news?: FollowNews },
  signal: AbortSignal,
): Promise<ClaimedAgain> {
  const { clock, emit } = how;
  const sinceMs = clock.monotonicMs();
  const note = (message: string): void => emit({ event: 'note', message });
  note(`${why}; nothing is sent or looked at until it answers${news === undefined ? '' : `, ${worksWords(news)}`}`);
  await lost.release().catch(() => {});
  let heldSinceMs: number | undefined;
  for (let waitMs = LOST_WAIT.firstMs; ; waitMs = Math.min(LOST_WAIT.longestMs, waitMs * 2)) {
    await clock.sleep(waitMs, signal);
    if (signal.aborted) return { stop: 'stopped', why: String(signal.reason) };
    const claimed = await tried(how);
    if (claimed === 'gone') continue;
    if ('holder' in claimed) {
      if (heldSinceMs === undefined) note(heldWords(claimed.holder));
      heldSinceMs ??= clock.monotonicMs();
      if (clock.monotonicMs() - heldSinceMs > OWN_LOCK_MS) return { stop: 'taken', why: takenOver(claimed.holder) };
      waitMs = LOST_WAIT.firstMs / 2;
      continue;
    }
    const wasGone = `gone for ${secondsOf(clock.monotonicMs() - sinceMs)}`;
    if ('claim' in claimed)
      note(`the journal’s server answers again, ${wasGone}: all is looked at before anything is sent`);
    return claimed;
  }
}

type Tried = ClaimedAgain | { readonly holder: Holder | undefined } | 'gone';

async function tried(how: ClaimAgainWith): Promise<Tried> {
  const { ledger, scope, limits } = how;
  try {
    const claimed = await ledger.claim(scope, limits);
    if (claimed.ok) return await recovered(how, claimed.value);
    return { holder: claimed.error };
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return error instanceof LostJournal ? 'gone' : { stop: 'journal', why: error.message };
  }
}

async function recovered({ spool, emit }: ClaimAgainWith, claim: Claim): Promise<ClaimedAgain> {
  try {
    const spooled = spool.read();
    const putRight = await claim.recover(spooled);
    if (spooled.length > 0) spool.done(spooled);
    tellPutRight({ ...putRight, spooled }, emit);
    return { claim };
  } catch (error) {
    await claim.release().catch(() => {});
    throw error;
  }
}

const nameOf = (holder: Holder | undefined): string =>
  holder === undefined ? 'another run' : `pid ${holder.pid} of ${holder.user} on ${holder.host}`;

/** It may be the session of this run that was cut: the server has yet to notice. */
const heldWords = (holder: Holder | undefined): string =>
  `the journal’s server answers again, and ${nameOf(holder)} has the plan: this run goes on if that lets go within ${OWN_LOCK_MS / 1000} s, and ends otherwise`;

function takenOver(holder: Holder | undefined): string {
  return `${nameOf(holder)} locked the plan while the journal’s server was gone`;
}

/** What is open on the exchange, as far as the last look knows. */
function worksWords({ known: { placed, lookedMs } }: FollowNews): string {
  const open = [...placed].flatMap(([id, parts]) => (parts.some(isSurePart) ? [id] : []));
  const when = lookedMs === undefined ? 'as the journal has it' : `as of the last look at ${timeOfDay(lookedMs)}`;
  return open.length === 0
    ? `${when} no order works`
    : `${when} ${someOf(open)} ${open.length === 1 ? 'works' : 'work'}`;
}
