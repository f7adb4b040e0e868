/** The lines above the list: whose orders these are, and the tabs with the code that may be approved. */
import type { ReactNode } from 'react';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { timeOfDay } from '../../model/time-words.ts';
import { timeLeftMs } from '../../report/run/time-left.ts';
import { widthOfPieces, type Piece } from '../../report/text/page.ts';
import { seconds } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { durationSpan } from '../../views/run/later-words.ts';
import { problemCounts } from './plan-figures.ts';
import { Ends, roomy, type Now, type PartProps } from './row.tsx';
import { tabsOf } from '../keys/key-context.ts';
import type { Viewing } from '../keys/viewing.ts';

export function Head({ page, watch, now }: PartProps): ReactNode {
  const { plan, run } = watch.run;
  const right = roomy(whenOf(watch, now), page.width / 2);
  const called = plan?.name ?? watch.watch?.planFile;
  const name: Piece[] = called === undefined ? [] : [['plan', safeText(called)]];
  const generation: Piece[] = plan === undefined ? [] : [safe`  generation ${plan.generation}`];
  if (run === undefined) return <Ends page={page} left={[...name, ...generation]} right={right} />;
  const place = badgeOf(run);
  const exchange = safe` ${safeText(hostOf(run.exchange))}`;
  const account: Piece[] = run.live === undefined ? [] : [safe`  account ${safeText(run.live.account)}`];
  const gap = name.length > 0 ? safe`   ` : safe``;
  const versions: Piece[][] = [
    [...name, ...generation, gap, place, exchange, ...account],
    [...name, ...generation, gap, place, exchange],
    [...name, ...generation, gap, place],
    [...name, gap, place],
    // What moves money is said before a long name is.
    [place, safe` `, ...name],
  ];
  return <Ends page={page} left={roomy(versions, page.width - widthOfPieces(right) - 2)} right={right} />;
}

function badgeOf({ target, past }: NonNullable<WatchView['run']['run']>): Piece {
  if (past !== undefined) return ['notice', safe`REPLAY of run ${past.run}`];
  return target === 'live' ? ['live', safe` LIVE `] : ['paper', safe`PAPER`];
}

/** Without its protocol; the embedded exchange is what paper means. */
const hostOf = (exchange: string): string => (/^https?:/u.test(exchange) ? exchange.replace(/^https?:\/\//u, '') : '');

/** How long the run goes on, or how old the save is that is shown; the longest words first. */
function whenOf({ run, watch, isPlacing, isHeld }: WatchView, { nowMs, wallMs }: Now): Piece[][] {
  if (run.following !== undefined || run.blind !== undefined) return followsWords(run, nowMs);
  if (isPlacing || watch === undefined) {
    const elapsed = seconds(run.finished?.elapsedMs ?? nowMs - (run.startedAtMs ?? nowMs));
    const left = isHeld ? undefined : timeLeftMs(run, nowMs);
    const short: Piece[] = [['quiet', safe`elapsed `], elapsed];
    return left === undefined ? [short] : [[['quiet', safe`at least ${whole(left)} to go   `], ...short], short];
  }
  if (watch.savedAtMs === undefined) return [[]];
  const age = whole(Math.max(0, wallMs - watch.savedAtMs));
  return [[['quiet', safe`saved ${age} ago`]], [['quiet', age]]];
}

/** Of a follower; that it sees nothing is said before how long it follows. */
function followsWords({ blind, finished, startedAtMs }: RunView, nowMs: number): Piece[][] {
  const follows: Piece[] = [
    ['quiet', safe`follows `],
    durationSpan(finished?.elapsedMs ?? nowMs - (startedAtMs ?? nowMs)),
  ];
  if (blind === undefined || finished !== undefined) return [follows];
  const since: Piece = ['rejected', safe`BLIND since ${safeText(timeOfDay(blind.sinceMs))}`];
  return [[since, safe`   `, ...follows], [since], [['rejected', safe`BLIND`]]];
}

/** `12 s`, `3 min`, `2 h`: what a person reads next to other things. */
export function whole(ms: number): Safe {
  const all = Math.floor(ms / 1000);
  if (all < 60) return safe`${all} s`;
  return all < 3600 ? safe`${Math.floor(all / 60)} min` : safe`${Math.floor(all / 3600)} h`;
}

const WORDS = {
  orders: safe`orders`,
  picture: safe`picture`,
  calls: safe`calls`,
  problems: safe`problems`,
  simulation: safe`simulation`,
} as const;

/** The tab that is open stands in brackets. */
export function Tabs({ page, watch, viewing }: PartProps): ReactNode {
  const code = approvalPieces(watch);
  const versions = [() => true, (isOpen: boolean) => isOpen, () => false].map((named) => tabs(watch, viewing, named));
  return <Ends page={page} left={roomy(versions, page.width - widthOfPieces(code) - 2)} right={code} />;
}

function tabs(watch: WatchView, viewing: Viewing, isNamed: (isOpen: boolean) => boolean): Piece[] {
  const { errors, warnings } = problemCounts(watch);
  return tabsOf(watch, viewing).flatMap((name, at): Piece[] => {
    const isOpen = name === viewing.tab;
    const amount = name === 'problems' && errors + warnings > 0 ? safe` ${errors + warnings}` : safe``;
    const text = isNamed(isOpen) ? safe`${at + 1} ${WORDS[name]}${amount}` : safe`${at + 1}${amount}`;
    const shown = isOpen ? safe`[${text}]` : safe` ${text} `;
    const tone = amount === '' ? (isOpen ? 'heading' : 'quiet') : errors > 0 ? 'rejected' : 'notice';
    return [[tone, shown], safe` `];
  });
}

/** Digits of the code that the screen shows; the first six of them are typed. */
const CODE_SHOWN = 8;

export const codeShown = (code: string): Safe => safeText(code.slice(0, CODE_SHOWN));

function approvalPieces({ watch, run }: WatchView): Piece[] {
  if (run.run?.halted !== undefined) return [['rejected', safe`HALTED`]];
  // What is followed has the code that it was approved with.
  const code = watch?.approvable ?? (run.following === undefined ? undefined : run.run?.approval);
  return code === undefined
    ? []
    : [
        ['quiet', safe`approval `],
        ['heading', codeShown(code)],
      ];
}
