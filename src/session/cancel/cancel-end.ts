/** What an order that is to be taken off comes to, by what is known of it. Pure. */
import { ownOrderId, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import type { Moment } from '../../journal/records/moment.ts';
import { defined } from '../../model/defined.ts';
import type { PublicEvent } from '../../model/event.ts';
import type { SightStep } from '../../model/outcome.ts';
import type { LastSeen } from '../../model/standing.ts';
import type { CancelSent } from './cancelling.ts';
import { mayStillFill } from '../lists/followed-parts.ts';
import { isCancelDead, LIST_LAG_MS, SEEN } from '../lists/sighting-of.ts';
import type { Stand } from '../lists/stand.ts';

type CancelOutcome = Extract<PublicEvent, { event: 'cancel-outcome' }>;

/** How it ended, and what that decides in the journal. */
export interface CancelEnd extends Pick<CancelOutcome, 'outcome' | 'rule' | 'code' | 'message'> {
  readonly seen?: LastSeen;
  readonly step?: SightStep;
}

/** How many came to what. */
export type CancelCounts = Record<CancelEnd['outcome'], number>;

/** An order with what became of its cancel, and how it stood when it was last looked at. */
export interface Followed {
  /** As the journal had it before its cancel was sent. */
  readonly before: KnownOrder;
  readonly sent: CancelSent | undefined;
  readonly stand: Stand | undefined;
  /** It went once more: the answer of the first time was lost, and it may be acted upon yet. */
  readonly isRepeated?: boolean;
  /** Others look at it, and have not seen it over: a look from here, if there was one, is older than theirs. */
  readonly isSeenBeside?: true;
}

/** Its record says that it is over; undefined where it does not. A trigger at market that fired is: it was too late. */
export function overAs({ stand }: Followed): CancelEnd | undefined {
  if (stand?.kind !== 'seen' || !stand.isOver) return undefined;
  const { seen } = stand;
  const step = seen.state === 'cancelled' ? 'cancelled' : 'filled';
  const message = seen.firedAs === undefined ? stand.unsized : `it had fired, and became order ${seen.firedAs}`;
  return { outcome: step, step, seen, ...SEEN[seen.state], ...defined({ message }) };
}

/** Its trigger fired, and what it became was not asked to go. */
const hasFired = ({ before, stand }: Followed): boolean =>
  stand?.kind === 'seen' &&
  !stand.isOver &&
  (stand.seen.state === 'triggered' || stand.seen.firedAs !== before.seen?.firedAs);

/**
 * The order as a list names it by now, where no cancel has gone under that name: the limit order that its trigger became, or one whose
 * order id was a person's word and that no cancel could name.
 */
export function asNamed(followed: Followed): KnownOrder | undefined {
  const { before, sent, stand } = followed;
  if (stand?.kind !== 'seen' || stand.isOver || stand.seen.state === 'triggered') return undefined;
  const named = { ...before, seen: stand.seen };
  const isNew = ownOrderId(named) !== ownOrderId(before);
  return isNew && (sent === undefined || hasFired(followed)) ? named : undefined;
}

/** It is over, and how much of it was filled may yet be answered. */
export const isUnsized = ({ stand }: Followed): boolean => stand?.kind === 'seen' && stand.unsized !== undefined;

/** When an order was looked at. */
interface LookMoment {
  readonly now: Moment;
  /** From the answer to its cancel to the beginning of the look. */
  readonly sinceAnswerMs: number;
}

/** It rests, and nothing that was sent can take it off any more: the cancel was refused, or did not leave, or there was none. */
export function standsAs(followed: Followed, moment: LookMoment): CancelEnd | undefined {
  const { sent, stand } = followed;
  if (stand?.kind !== 'seen' || stand.isOver || hasFired(followed) || asNamed(followed) !== undefined) return undefined;
  if (sent?.answer === 'taken' || sent?.answer === 'unknown') return undefined;
  if (mayBeCancelled(followed, moment) || mayBeLate(sent, moment)) return undefined;
  return { outcome: 'refused', step: 'stands', seen: stand.seen, ...wordsOf(sent) };
}

/** An earlier cancel whose end nobody saw may be acted upon as long as its timestamp is good. */
const mayBeCancelled = ({ before, isRepeated }: Followed, { now }: LookMoment): boolean =>
  isRepeated === true || (before.state === 'cancel-unknown' && !isCancelDead(before, now));

/** It may be refused because the order is over, in whatever words: a list that shows it resting may be of the moment before. */
const mayBeLate = (sent: CancelSent | undefined, { sinceAnswerMs }: LookMoment): boolean =>
  sent?.answer === 'refused' && sinceAnswerMs < LIST_LAG_MS;

/** Whether the cancel may go once more: its answer was lost, and the order rests under an order id that names it. */
export const mayRepeat = (followed: Followed): boolean =>
  followed.sent?.answer === 'unknown' &&
  followed.stand?.kind === 'seen' &&
  !followed.stand.isOver &&
  !hasFired(followed);

/** Nothing more is asked about it. */
export function leftAs(followed: Followed): CancelEnd {
  const { before, sent, stand } = followed;
  if (stand?.kind === 'seen' && hasFired(followed)) return firedAs(stand.seen);
  const seen = defined({ seen: lastSeen(followed) });
  if (sent === undefined || sent.answer === 'not-sent') {
    const message = `${notSent(sent).message}; ${standWords(followed)}`;
    return before.state === 'accepted'
      ? { outcome: 'refused', step: 'stands', ...seen, rule: 'cancel-not-sent', message }
      : { outcome: 'unknown', step: 'cancel-unknown', ...seen, rule: 'cancel-not-sent', message };
  }
  return {
    outcome: 'unknown',
    step: 'cancel-unknown',
    ...seen,
    rule: 'cancel-open',
    message: openWords(sent, followed),
  };
}

/** That no list has it is kept too: what ends it then is a person's word. */
function lastSeen({ before, stand }: Followed): LastSeen | undefined {
  if (stand?.kind === 'seen') return stand.seen;
  if (stand?.kind !== 'not-found') return undefined;
  return { state: 'not-found', ...defined({ firedAs: before.seen?.firedAs }), atMs: stand.atMs };
}

/** Its own cancel can take nothing off any more: the trigger is gone. */
const firedAs = (seen: LastSeen): CancelEnd => ({
  outcome: 'fired',
  step: 'stands',
  seen,
  ...SEEN.triggered,
  message:
    seen.firedAs === undefined
      ? 'the order that it became is not seen under its client order id, and may be open'
      : `it became order ${seen.firedAs}, which is open`,
});

const SAID = {
  taken: 'its cancel was taken',
  refused: 'its cancel was refused: ',
  unknown: 'its cancel: ',
  'not-sent': 'its cancel was not sent: ',
} as const;

function openWords(sent: CancelSent, followed: Followed): string {
  if (sent.answer !== 'taken') return `${SAID[sent.answer]}${sent.message}; ${standWords(followed)}`;
  const { stand } = followed;
  if (stand?.kind !== 'seen') return `${SAID.taken}; ${standWords(followed)}`;
  // A list that shows it open may be late: that it is open is not said.
  const filled = stand.seen.state === 'partly-filled' ? ', and it was filled in part' : '';
  return `${SAID.taken}; its end is not seen yet${filled}`;
}

function standWords({ stand, isSeenBeside }: Followed): string {
  switch (stand?.kind) {
    case 'seen':
      return stand.seen.state === 'partly-filled' ? 'it is still open, filled in part' : 'it is still open';
    case 'not-found':
      return 'it is in no list';
    case 'failed':
      return stand.message;
    case undefined:
      return isSeenBeside === true ? 'no look has seen its end' : 'it was not looked at since';
  }
}

function wordsOf(
  sent: Extract<CancelSent, { answer: 'refused' | 'not-sent' }> | undefined,
): Pick<CancelEnd, 'rule' | 'code' | 'message'> {
  if (sent?.answer === 'refused') return { rule: sent.rule, code: sent.code, message: sent.message };
  return { rule: 'cancel-not-sent', ...notSent(sent) };
}

/** Only an order without a name that a cancel takes is in no call. */
const notSent = (sent: Extract<CancelSent, { answer: 'not-sent' }> | undefined): { readonly message: string } => ({
  message: `its cancel was not sent: ${sent?.message ?? 'a trigger cannot be cancelled by its client order id'}`,
});

/** Exits that are to be cancelled, and of which nothing is left: no cancel of a part of them says that a person wants them off. */
export function exitsOver(state: JournalState, asked: readonly KnownOrder[]): string[] {
  const wanted = new Set(asked.map(({ clientOid }) => clientOid));
  const exits = Map.groupBy(
    [...state.values()].filter(({ because }) => because !== undefined),
    ({ id }) => id.split('/', 1)[0] ?? id,
  );
  return [...exits].flatMap(([id, parts]) =>
    parts.some(({ clientOid }) => wanted.has(clientOid)) && parts.every((part) => isOffBefore(part)) ? [id] : [],
  );
}

const isOffBefore = (part: KnownOrder): boolean =>
  overBefore(part) !== undefined || part.state === 'rejected' || part.state === 'absent' || part.state === 'closed';

/** An order that was over before anything was sent. */
export function overBefore(known: KnownOrder): CancelEnd | undefined {
  const { state, seen, later } = known;
  if ((state !== 'cancelled' && state !== 'filled') || mayStillFill(known)) return undefined;
  return { outcome: state, rule: later?.rule ?? SEEN[state].rule, ...(seen !== undefined && { seen }) };
}
