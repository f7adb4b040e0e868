/** What became of orders that were to be taken off, for a person: the verdict, each order, what to do next. */
import type { KnownOrder } from '../../journal/records/state.ts';
import { someOf } from '../../model/count.ts';
import { defined } from '../../model/defined.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { CANCEL_ORDER, cancelCounts, cancelOutcomeLines, type CancelOutcomeName } from '../run/cancel-lines.ts';
import type { NextStep } from '../../show/sheet.ts';
import { afterNowhere } from '../run/open-cancels.ts';
import { commas, stepLines } from '../run/summary.ts';
import { widest } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { flow, line, pageOf, paragraph, section, textOf, type Page, type Piece } from '../text/page.ts';
import { afterNotBack, wantedOf } from './not-back.ts';
import { presetWords, type PresetShown } from './order-row.ts';
import { amountOf, grouped, seconds } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';
import type { CancelView } from '../view/run-view.ts';
import { cancelCommand, headLines, unnamedStep, type CancelShown } from './cancel-plan-lines.ts';

export interface CancelledShown extends CancelShown {
  readonly elapsedMs: number;
  /** Ids of those that were in no list. */
  readonly nowhere: readonly string[];
  /** Of the plan, in another generation. */
  readonly standsElsewhere: boolean;
  /** What the exchange made of presets and still rests, by the client order id of the order that carried them. */
  readonly presets?: ReadonlyMap<string, readonly PresetShown[]>;
}

/** Ends in a newline. */
export function renderCancelled(
  ends: readonly CancelView[],
  shown: CancelledShown,
  how: { readonly color: boolean; readonly width: number },
): string {
  const page = pageOf(how);
  if (ends.length === 0) return textOf([headLines(page, shown), flow(page, [['heading', nothingWords(shown)]])]);
  return textOf([
    headLines(page, shown),
    flow(page, verdict(ends, shown), safe` `),
    endLines(page, ends),
    presetLines(page, ends, shown),
    stepLines(page, nextSteps(ends, shown)),
  ]);
}

/** Where others of its generations stand, that is said above. */
const nothingWords = ({ generation, standsElsewhere }: CancelledShown): Safe =>
  standsElsewhere ? safe`No order of generation ${generation} is open.` : safe`No order of this plan is open.`;

function verdict(ends: readonly CancelView[], { calls, elapsedMs }: CancelledShown): Piece[] {
  const parts = cancelCounts(ends);
  const cost: Piece = ['quiet', safe`(${amountOf(calls.length, 'call')}, ${seconds(elapsedMs)})`];
  return [['heading', safe`${amountOf(ends.length, 'order')}:`], ...commas(parts), cost];
}

const isLoud = ({ outcome }: CancelView): boolean =>
  outcome === 'unknown' || outcome === 'refused' || outcome === 'fired';

/** Most lines of the quiet ends before the rest is counted. */
const MOST_QUIET = 20;

/** What needs a look first, and all of it. */
function endLines(page: Page, ends: readonly CancelView[]): Drawn[] {
  const [loud, quiet] = [ends.filter(isLoud), ends.filter((end) => !isLoud(end))].map((some) =>
    some.toSorted((a, b) => CANCEL_ORDER.indexOf(b.outcome) - CANCEL_ORDER.indexOf(a.outcome)),
  ) as [CancelView[], CancelView[]];
  const shown = [...loud, ...quiet.slice(0, MOST_QUIET)];
  const idWidth = Math.min(ID_ROOM, widest(shown.map(({ id }) => safeText(id))));
  const more = quiet.length - MOST_QUIET;
  return [
    ...shown.flatMap((end) => cancelOutcomeLines(page, end, idWidth)),
    ...(more <= 0 ? [] : [line(page.paint, [['quiet', safe`  … and ${grouped(more)} more, by ordo status`]])]),
  ];
}

/** A cancel leaves them: whoever wants them gone says so on the exchange. */
function presetLines(page: Page, ends: readonly CancelView[], { presets }: CancelledShown): Drawn[] {
  const lines = ends.flatMap(({ id, clientOid }) =>
    (presets?.get(clientOid) ?? []).flatMap((preset) =>
      paragraph(
        page,
        safe`${safeText(id)}: ${presetWords(preset)}`,
        2,
        preset.isOrphan === true ? 'notice' : undefined,
      ),
    ),
  );
  return section(page, safe`Made of presets by the exchange, and not touched`, lines);
}

function nextSteps(all: readonly CancelView[], shown: CancelledShown): NextStep[] {
  // Without an order id nobody knows whether it was ever placed, and no cancel ends that.
  const [unplaced, ends] = [all.filter(isUnplaced), all.filter((end) => !isUnplaced(end))];
  const named = (how: Left): Safe => safeText(someOf(ends.filter((end) => leftAs(end) === how).map(({ id }) => id)));
  const has = (how: Left): boolean => ends.some((end) => leftAs(end) === how);
  const cancelled = new Map(all.flatMap((end) => (end.outcome === 'cancelled' ? [[end.clientOid, end] as const] : [])));
  const off = new Map(
    shown.inPlan.flatMap((order) =>
      asCancelled(order, cancelled.get(order.clientOid)).map((one): [string, KnownOrder] => [one.id, one]),
    ),
  );
  return [
    ...afterNotBack(off, wantedOf(off.values()), shown),
    ...unnamedStep(shown),
    ...(unplaced.length === 0 || shown.unnamed.length > 0
      ? []
      : [
          {
            why: safe`Whether it was ever placed is not known: ${safeText(someOf(unplaced.map(({ id }) => id)))}. No cancel ends that. Look it up, or decide:`,
            command: safe`ordo settle ${shown.again}`,
          },
        ]),
    ...(has('unknown')
      ? [
          {
            why: safe`How it ended is not known: ${named('unknown')}. Look, and cancel again:`,
            command: cancelCommand(shown, safe`--execute --live`),
          },
        ]
      : []),
    ...afterNowhere(shown.nowhere, safe`ordo settle ${shown.again}`),
    ...(has('fired')
      ? [
          {
            why: safe`What the trigger became may be open: ${named('fired')}. Look for it and cancel it:`,
            command: cancelCommand(shown, safe`--execute --live`),
          },
        ]
      : []),
    ...(has('not-sent')
      ? [
          {
            why: safe`The cancel did not leave, so what was on the exchange may be there as before: ${named('not-sent')}. Try again:`,
            command: cancelCommand(shown, safe`--execute --live`),
          },
        ]
      : []),
    ...(has('refused')
      ? [
          {
            why: safe`Refused, and its list shows it on the exchange all the same: ${named('refused')}. Try again:`,
            command: cancelCommand(shown, safe`--execute --live`),
          },
        ]
      : []),
  ];
}

/** As its cancel left it. */
const asCancelled = (order: KnownOrder, end: CancelView | undefined): KnownOrder[] =>
  end === undefined
    ? []
    : [
        {
          ...order,
          state: 'cancelled',
          seen: { state: 'cancelled', atMs: 0, ...defined({ filledSize: end.filledSize }) },
        },
      ];

const isUnplaced = ({ outcome, orderId }: CancelView): boolean => outcome === 'unknown' && orderId === undefined;

/** A cancel that did not leave says nothing of the exchange. */
type Left = CancelOutcomeName | 'not-sent';
const leftAs = ({ outcome, rule }: CancelView): Left =>
  outcome === 'refused' && rule === 'cancel-not-sent' ? 'not-sent' : outcome;
