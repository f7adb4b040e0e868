/** The lines below the list: what the save changed or how far the run is, the one thing to know now, and the keys. */
import { joined, partOf, safe, safeText, type Safe } from '../model/safe-text.ts';
import { awaiting } from '../report/run/run-lines.ts';
import { verdict } from '../report/run/summary.ts';
import { dotted } from '../report/text/columns.ts';
import { line, type Page, type Piece } from '../report/text/page.ts';
import { amountOf, causeOf, grouped, seconds } from '../report/text/phrases.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { RunView } from '../report/view/run-view.ts';
import type { WatchView } from '../report/view/watch-view.ts';
import { codeShown, type Now } from './head.ts';
import { CODE_TYPED } from './keys.ts';
import { problemCounts } from './problems-view.ts';
import { roomy } from './spread.ts';
import { planTotals } from './plan-figures.ts';
import type { KeyAnswer, Viewing } from './viewing.ts';

const SAID: Readonly<Record<KeyAnswer, Safe>> = {
  'cannot-place': safe`nothing can be placed from here: start it with --execute`,
  reading: safe`the newest save is being read`,
  broken: safe`the newest save has errors: nothing can be placed`,
  placing: safe`a placing is under way`,
  'nothing-new': safe`nothing to place: the plan has nothing new`,
  'not-yet': safe`nothing can be approved yet`,
  'code-changed': safe`the approval code has changed: look again, then p`,
  'wrong-code': safe`that is not the code that is shown: nothing was sent`,
  'too-short': safe`type the first ${CODE_TYPED} characters of the code, or Esc`,
  'nothing-sent': safe`nothing is being sent`,
};

/** The one thing to know now: what is typed, the answer to a key, how it ends or waits, or the newest note. */
export function noticeRow(
  page: Page,
  watch: WatchView,
  viewing: Viewing,
  now: Now & { readonly shown: number },
): Drawn {
  const { typing, said } = viewing;
  if (typing?.kind === 'filter')
    return line(page.paint, typedPieces(safe`/`, typing.text, safe`   ${amountOf(now.shown, 'order')}`), page.width);
  if (typing?.kind === 'approval') return line(page.paint, promptPieces(watch, typing, said, page.width), page.width);
  if (said !== undefined) return line(page.paint, [['notice', safe`» ${SAID[said]}`]], page.width);
  return line(page.paint, newsPieces(watch, viewing, now) ?? filterPieces(viewing, now.shown), page.width);
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
function promptPieces({ run }: WatchView, { text, code }: Asking, said: KeyAnswer | undefined, width: number): Piece[] {
  const ask =
    run.run?.target === 'live'
      ? [safe`type the first ${CODE_TYPED} of ${codeShown(code)}: `, safe`first ${CODE_TYPED} of ${codeShown(code)}: `]
      : [safe`Enter places on paper, Esc does not `, safe`Enter places `];
  const lead = said === undefined ? safe`place ${amountOf(run.orders.planned, 'order')}: ` : safe`${SAID[said]}. `;
  const brief = said === undefined ? safe`` : safe`no: `;
  const questions = [safe`${lead}${ask[0] as Safe}`, safe`${brief}${ask[0] as Safe}`, safe`${brief}${ask[1] as Safe}`];
  return [
    ...roomy(
      questions.map((question) => typedPieces(question, text, safe``)),
      width,
    ),
  ];
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

function newsPieces(watch: WatchView, viewing: Viewing, { nowMs }: Now): Piece[] | undefined {
  const { run, isPlacing, isHeld } = watch;
  const { stopping, pause, finished } = run;
  if (finished?.mode === 'execute') return verdict(run).flatMap((piece) => [piece, safe` `]);
  if ((isPlacing || watch.watch === undefined) && (stopping !== undefined || viewing.isEnding)) {
    const why = stopping === undefined ? safe`asked by a key` : safeText(stopping.why);
    return [['notice', safe`■ stopping…`], safe`  ${why}; ${awaiting([...run.calls.inFlight].length)}`];
  }
  if (isHeld) return [['notice', safe`‖ paused`], safe`  nothing new is sent until Space is pressed again`];
  if (pause !== undefined && pause.untilMs > nowMs) {
    const again = safe`sending resumes in ${seconds(pause.untilMs - nowMs)}`;
    return [['notice', safe`‖ paused`], safe`  ${causeOf(pause)}; ${again}: ${safeText(pause.message)}`];
  }
  return inFlight(run, nowMs) ?? (viewing.filter === '' ? calmNews(watch) : undefined);
}

/** `in flight  1 of 8   call 2 batch of 10 2.0 s`. */
function inFlight({ calls, run }: RunView, nowMs: number): Piece[] | undefined {
  const under = Array.from(calls.inFlight, ({ number, kind, orders, sentAtMs = nowMs }) => {
    const size = orders.length === 1 ? '' : safe` of ${orders.length}`;
    return safe`call ${number} ${kind}${size} ${seconds(nowMs - sentAtMs)}`;
  });
  if (run === undefined || under.length === 0) return undefined;
  return [['quiet', safe`in flight  `], safe`${under.length} of ${run.limits.inFlight}   ${joined(under, safe` · `)}`];
}

/** What is worth a line while nothing waits or ends. */
function calmNews(watch: WatchView): Piece[] | undefined {
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

/**
 * `this save: 1 added, 1 price · notional 56,500 → 57,700 · loss at stops 1,925 → 1,943 · UID 20 → 25`, in one line or two.
 */
export function saveLines(page: Page, watch: WatchView): Drawn[] {
  const { errors } = problemCounts(watch);
  if (errors > 0) {
    const words = watch.run.run === undefined ? safe`` : safe`; the plan above is the last good one`;
    return [line(page.paint, [['rejected', safe`this save: ${amountOf(errors, 'error')}`], words], page.width)];
  }
  const { save } = watch;
  if (save === undefined) return [];
  const [first = safe``, ...more] = [...changeWords(save), ...totalWords(save.before, watch.run), ...weightWords(save)];
  const lead = safe`this save: `;
  const [start = safe``, ...rest] = dotted([safe`${lead}${first}`, ...more], page.width);
  return [
    line(page.paint, [['quiet', lead], partOf(start, lead.length)], page.width),
    line(page.paint, [joined(rest, safe` `)], page.width),
  ];
}

type Save = NonNullable<WatchView['save']>;

/** `1 added, 1 removed, 2 prices, 1 size`. */
function changeWords({ change, fields }: Save): Safe[] {
  const changed = new Map<string, number>();
  for (const one of fields.values())
    for (const field of Object.keys(one)) changed.set(field, (changed.get(field) ?? 0) + 1);
  const words = [
    ...(change.added.length > 0 ? [safe`${grouped(change.added.length)} added`] : []),
    ...(change.removed.length > 0 ? [safe`${grouped(change.removed.length)} removed`] : []),
    ...[...changed].map(([field, amount]) => safe`${grouped(amount)} ${safeText(field)}`),
  ];
  return [words.length === 0 ? safe`no order changed` : joined(words, safe`, `)];
}

function totalWords(before: RunView, after: RunView): Safe[] {
  if (before.run === undefined) return [];
  const [was, is] = [planTotals(before), planTotals(after)];
  return (['notional', 'loss'] as const).flatMap((name) => {
    const label = name === 'loss' ? safe`loss at stops` : safe`notional`;
    const [one, other] = [grouped(was[name]), grouped(is[name])];
    return one === other ? [] : [safe`${label} ${one} → ${other}`];
  });
}

const weightWords = ({ change: { weight } }: Save): Safe[] =>
  (['ip', 'uid'] as const).flatMap((name) => {
    const [before = 0, after = 0] = weight[name];
    return before === after ? [] : [safe`${name === 'ip' ? 'IP' : 'UID'} ${before} → ${after}`];
  });
