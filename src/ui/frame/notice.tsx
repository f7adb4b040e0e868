/** The line above the keys: what is typed, the answer to a key, or the one thing to know now. */
import type { ReactNode } from 'react';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { LiveFacts } from '../../model/event.ts';
import type { AccountCheck } from '../../model/watch-event.ts';
import { awaiting } from '../../report/run/run-lines.ts';
import { END_ASKED } from '../../views/run/follow-end.ts';
import { endsWhen } from '../../views/run/group-words.ts';
import { verdict } from '../../views/run/summary.ts';
import { cutMiddle } from '../../report/text/columns.ts';
import { widthOfPieces, type Piece } from '../../report/text/page.ts';
import { amountOf, causeOf, checkedWords, seconds } from '../../report/text/phrases.ts';
import { callWord } from '../../report/view/call-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { codeShown } from './head.tsx';
import { progressRow } from './gauges.tsx';
import { Row, roomy, type Now, type PartProps } from './row.tsx';
import { saveLines } from './save-lines.ts';
import { CODE_TYPED } from '../keys/typing.ts';
import type { KeyAnswer, Viewing } from '../keys/viewing.ts';

const SAID: Readonly<Record<KeyAnswer, Safe>> = {
  'cannot-place': safe`nothing can be placed from here: start it with --execute`,
  reading: safe`the newest save is being read`,
  broken: safe`the newest save has errors: nothing can be placed`,
  placing: safe`orders are being placed`,
  'nothing-new': safe`nothing to place: nothing is new; ordo run --replace edited moves edits`,
  'not-yet': safe`nothing can be approved yet`,
  checking: safe`the account is still being read`,
  'code-changed': safe`the approval code has changed: look again, then p`,
  'wrong-code': safe`not the code`,
  'too-short': safe`not enough`,
  'nothing-sent': safe`nothing is being sent`,
  'cannot-look': safe`this watch cannot look: start it with --live --execute`,
};
const LOOKING = safe`looking at the account: market, triggers, orders, positions`;

interface NoticeProps extends PartProps {
  /** How many orders the filter leaves. */
  readonly shown: number;
  readonly hasStatus: boolean;
  readonly hasNotice: boolean;
}

/** How far it is or what a save changed, and below it the one thing to know now; where there is none, the rest of the status. */
export function Notice({ hasStatus, hasNotice, ...part }: NoticeProps): ReactNode {
  const { page, watch } = part;
  const notice = noticePieces(part);
  const [status = safe``, more = safe``] =
    watch.isPlacing || watch.watch === undefined
      ? [progressRow(page.width, watch.run)]
      : saveLines(page, watch, notice.length === 0 ? 2 : 1);
  const isFollow = watch.run.following !== undefined;
  const calm = isFollow ? endsWhen(watch.run) : hasStatus ? more : status;
  return (
    <>
      {hasStatus && !isFollow && <Row page={page} text={status} />}
      {hasNotice && <Row page={page} text={notice.length === 0 ? calm : notice} />}
    </>
  );
}

/** What is typed, the answer to a key, how it ends or waits, or the newest note. */
function noticePieces({
  page,
  watch,
  viewing,
  now,
  shown,
}: Omit<NoticeProps, 'hasStatus' | 'hasNotice'>): readonly Piece[] {
  const { typing, said } = viewing;
  if (typing?.kind === 'filter') return typedPieces(safe`/`, typing.text, safe`   ${amountOf(shown, 'order')}`);
  if (typing?.kind === 'approval') return promptPieces(watch, typing, said, page.width);
  if (said !== undefined) return [['notice', safe`» ${SAID[said]}`]];
  return newsPieces(watch, viewing, now) ?? filterPieces(viewing, shown);
}

/** What was typed is text of a person: it is made safe as any other. */
const typedPieces = (lead: Safe, text: string, behind: Safe): Piece[] => [
  ['notice', lead],
  safe`${safeText(text, MOST_SHOWN)}_`,
  ['quiet', behind],
];
const MOST_SHOWN = 60;

type Asking = { readonly text: string; readonly code: string };

/** The longest question that leaves room for what is typed. */
function promptPieces(
  { run, watch }: WatchView,
  { text, code }: Asking,
  said: KeyAnswer | undefined,
  width: number,
): Piece[] {
  const ask =
    run.run?.target === 'live'
      ? [safe`type the first ${CODE_TYPED} of ${codeShown(code)}: `, safe`first ${CODE_TYPED} of ${codeShown(code)}: `]
      : [safe`Enter places on paper, Esc does not `, safe`Enter places `];
  const lead = said === undefined ? safe`` : safe`${SAID[said]}. `;
  const brief = said === undefined ? safe`` : safe`no: `;
  const questions = [safe`${lead}${ask[0] as Safe}`, safe`${brief}${ask[0] as Safe}`, safe`${brief}${ask[1] as Safe}`];
  const asked = roomy(
    questions.map((question) => typedPieces(question, text, safe``)),
    width,
  );
  const isRead = run.compiled?.check === undefined ? undefined : watch?.check;
  return [...asked, ...aboutPieces(run.run?.live, isRead, width - widthOfPieces(asked))];
}

/** Less than this tells nothing. */
const LEAST_ABOUT = 20;
const LEAST_JOURNAL = 12;

/** For whom, how far the account is read, and from which memory, which may be new: as much of it as there is room for. */
function aboutPieces(live: LiveFacts | undefined, check: AccountCheck | undefined, room: number): Piece[] {
  if (live === undefined || room < LEAST_ABOUT) return [];
  const [warning, ...others] = check?.warnings ?? [];
  if (warning !== undefined) {
    const more = others.length === 0 ? safe`` : safe` and ${others.length} more`;
    return [['notice', safe`  ${cutMiddle(safe`${safeText(warning, Number.POSITIVE_INFINITY)}${more}`, room - 2)}`]];
  }
  const checked = check !== undefined && check.isOver !== true ? safe`, being read` : checkedWords(check?.atMs);
  const journal = safeText(live.journal, Number.POSITIVE_INFINITY);
  const account = safe`account ${safeText(live.account)}${checked}`;
  const left = room - 2 - account.length;
  const from = left < LEAST_JOURNAL ? safe`` : cutMiddle(safe` · journal ${journal}`, left);
  return [['quiet', safe`  ${cutMiddle(account, room - 2)}${from}`]];
}

function filterPieces({ filter }: Viewing, shown: number): Piece[] {
  return filter === ''
    ? []
    : [
        ['notice', safe`filter `],
        safeText(filter, MOST_SHOWN),
        ['quiet', safe`   ${amountOf(shown, 'order')}, Esc shows all`],
      ];
}

/** How a run ends, waits or goes on, or the newest note. */
function newsPieces(watch: WatchView, viewing: Viewing, { nowMs }: Now): Piece[] | undefined {
  const { run, isHeld } = watch;
  const { pause, finished } = run;
  if (finished?.mode === 'execute') return verdict(run).flatMap((piece) => [piece, safe` `]);
  const ending = endingPieces(watch, viewing, nowMs);
  if (ending !== undefined) return ending;
  if (watch.watch?.isLooking === true) return [['notice', safe`» ${LOOKING}`]];
  if (watch.watch?.at === 'approving')
    return [['notice', safe`» approved`], safe`  it is checked once more before it is sent`];
  if (isHeld) return [['notice', safe`‖ paused`], safe`  ${heldWords(run)} until Space is pressed again`];
  if (pause !== undefined && pause.untilMs > nowMs) {
    const again = safe`sending resumes in ${seconds(pause.untilMs - nowMs)}`;
    return [['notice', safe`‖ paused`], safe`  ${causeOf(pause)}; ${again}: ${safeText(pause.message)}`];
  }
  return inFlight(run, nowMs) ?? (viewing.filter === '' ? calmNews(watch) : undefined);
}

function endingPieces({ run, isPlacing, watch }: WatchView, viewing: Viewing, nowMs: number): Piece[] | undefined {
  const { stopping, calls, following } = run;
  if (isAskedToEnd(run, nowMs)) return [['notice', safe`■ `], END_ASKED];
  // A follower that holds something goes on after the first Ctrl-C.
  const isEnding = stopping !== undefined || (viewing.isEnding && following === undefined);
  if (!isEnding || !(isPlacing || watch === undefined)) return undefined;
  const why = stopping === undefined ? safe`asked by a key` : safeText(stopping.why);
  return [['notice', safe`■ stopping…`], safe`  ${why}; ${awaiting([...calls.inFlight].length)}`];
}

/** A second Ctrl-C would end it now. */
export const isAskedToEnd = ({ endAskedUntilMs = 0, stopping }: RunView, nowMs: number): boolean =>
  stopping === undefined && endAskedUntilMs > nowMs;

function heldWords({ run, following }: RunView): Safe {
  if (run?.past !== undefined) return safe`the replay is paused`;
  return following === undefined ? safe`nothing new is sent` : safe`exits and cancels go on, nothing opens`;
}

/** `in flight  1 of 8   call 2 batch of 10 2.0 s`. */
function inFlight({ calls, run }: RunView, nowMs: number): Piece[] | undefined {
  const under = Array.from(calls.inFlight, (call) => {
    const { number, orders, sentAtMs = nowMs } = call;
    const size = orders.length === 1 ? '' : safe` of ${orders.length}`;
    return safe`call ${number} ${callWord(call)}${size} ${seconds(nowMs - sentAtMs)}`;
  });
  if (run === undefined || under.length === 0) return undefined;
  return [['quiet', safe`in flight  `], safe`${under.length} of ${run.limits.inFlight}   ${joined(under, safe` · `)}`];
}

/** What is worth a line while nothing waits or ends. */
function calmNews(watch: WatchView): Piece[] | undefined {
  if ((watch.problems?.errors ?? 0) > 0) return undefined;
  const { notes, warnings, diagnostics } = watch.run;
  const note = notes.at(-1);
  if (note !== undefined) return [['notice', safe`» note`], safe`  ${safeText(note)}`];
  const newest = diagnostics.at(-1);
  if (watch.placed !== undefined || newest === undefined || warnings === 0) return placedPieces(watch);
  return [['notice', safe`» ${amountOf(warnings, 'warning')}`], safe`  ${safeText(newest.message)}`];
}

/** What became of what this save placed. */
function placedPieces({ placed }: WatchView): Piece[] | undefined {
  if (placed === undefined) return undefined;
  return [['quiet', safe`placed: `], ...verdict(placed).flatMap((piece): Piece[] => [piece, safe` `])];
}
