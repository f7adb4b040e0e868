/** The one thing to know now: how a run ends, waits or goes on, or the newest note. */
import { callWord } from '../../report/view/call-list.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { awaiting } from '../../report/run/run-lines.ts';
import { verdict } from '../../report/run/summary.ts';
import type { Piece } from '../../report/text/page.ts';
import { amountOf, causeOf, seconds } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import type { Now } from './head.tsx';
import type { Viewing } from '../keys/viewing.ts';

export function newsPieces(watch: WatchView, viewing: Viewing, { nowMs }: Now): Piece[] | undefined {
  const { run, isPlacing, isHeld } = watch;
  const { stopping, pause, finished } = run;
  if (finished?.mode === 'execute') return verdict(run).flatMap((piece) => [piece, safe` `]);
  if ((isPlacing || watch.watch === undefined) && (stopping !== undefined || viewing.isEnding)) {
    const why = stopping === undefined ? safe`asked by a key` : safeText(stopping.why);
    return [['notice', safe`■ stopping…`], safe`  ${why}; ${awaiting([...run.calls.inFlight].length)}`];
  }
  if (watch.watch?.at === 'approving')
    return [['notice', safe`» approved`], safe`  it is checked once more before it is sent`];
  if (isHeld) return [['notice', safe`‖ paused`], safe`  ${heldWords(run)} until Space is pressed again`];
  if (pause !== undefined && pause.untilMs > nowMs) {
    const again = safe`sending resumes in ${seconds(pause.untilMs - nowMs)}`;
    return [['notice', safe`‖ paused`], safe`  ${causeOf(pause)}; ${again}: ${safeText(pause.message)}`];
  }
  return inFlight(run, nowMs) ?? (viewing.filter === '' ? calmNews(watch) : undefined);
}

const heldWords = ({ run }: RunView): Safe =>
  run?.past === undefined ? safe`nothing new is sent` : safe`the run stands still`;

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
