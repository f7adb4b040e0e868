/** The result of a settle, for a person: the verdict, the evidence for each order, what to do next. */
import { count, someOf } from '../../model/count.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { NextStep } from '../../show/sheet.ts';
import { afterNowhere } from '../run/open-cancels.ts';
import { commas, stepLines } from '../run/summary.ts';
import { widest } from '../text/columns.ts';
import { ID_ROOM, labelledLines } from '../text/labelled-lines.ts';
import { flow, pageOf, textOf, type Piece } from '../text/page.ts';
import { STATES } from '../text/states.ts';
import type { Drawn, Tone } from '../text/tones.ts';

/** How the look-up left an order that it did not end. */
export type OpenEnd = 'found-twice' | 'order-id-shared' | 'found-differs' | 'not-found' | 'failed';
/** How the look-up or the decision left one order. */
export type SettleEnd =
  | 'found'
  | 'cancelled'
  | 'filled'
  | 'fired'
  | 'triggered'
  | 'placed'
  | 'absent'
  | 'closed'
  | OpenEnd;

export interface SettledOrder {
  readonly id: string;
  readonly end: SettleEnd;
  /** Where it was found, with its order id; who decided it and why; or why it is still unknown. */
  readonly evidence: string;
  /** The plan no longer has it. */
  readonly isRemoved: boolean;
}

export interface SettleOptions {
  /** The words behind `ordo settle` that say the plan and its journal again. */
  readonly again: Safe;
  /** Those behind `ordo run`. */
  readonly run: Safe;
  /** Orders of the plan whose placing is known, and how their cancels ended is not. */
  readonly cancels: readonly string[];
  /** Accepted orders that no list had when they were last looked for. */
  readonly nowhere: readonly string[];
  /** How many orders of the plan are unknown now. */
  readonly unknown: number;
  readonly color: boolean;
  readonly width: number;
}

interface End {
  readonly label: Safe;
  readonly tone: Tone;
  readonly words: Safe;
  /** It did not end the unknown. */
  readonly isOpen?: true;
  /** It is shown before everything else. */
  readonly isAlarm?: true;
}

const end = ({ label, tone }: { readonly label: Safe; readonly tone: Tone }, words: Safe): End => ({
  label,
  tone,
  words,
});
const open = (words: Safe): End => ({ ...end(STATES.unknown, words), isOpen: true });
const alarm = (words: Safe): End => ({ ...open(words), label: safe`! ALARM`, isAlarm: true });

const ENDS: Readonly<Record<SettleEnd, End>> = {
  'found-twice': alarm(safe`on the exchange twice`),
  'order-id-shared': alarm(safe`under the order id of another`),
  found: end(STATES.accepted, safe`found on the exchange`),
  filled: end(STATES.filled, safe`found, filled`),
  // The limit order that it became may rest.
  fired: end({ label: safe`? FIRED`, tone: 'unknown' }, safe`found, fired`),
  // At market: what it became does not rest.
  triggered: end(STATES.accepted, safe`found, triggered`),
  cancelled: end(STATES.cancelled, safe`found, cancelled`),
  placed: end(STATES.accepted, safe`decided to be placed`),
  absent: end(STATES.absent, safe`decided to be absent`),
  closed: end(STATES.closed, safe`decided to be closed`),
  'found-differs': open(safe`found, but different`),
  'not-found': open(safe`in no list`),
  failed: open(safe`not looked up`),
};

/** In order: alarms, verdict, evidence, next steps. Ends in a newline. */
export function renderSettle(orders: readonly SettledOrder[], options: SettleOptions): string {
  const { unknown } = options;
  const page = pageOf(options);
  if (orders.length === 0 && unknown === 0)
    return options.cancels.length + options.nowhere.length === 0
      ? 'No order of this plan is unknown: there is nothing to settle.\n'
      : textOf([stepLines(page, afterCancels(options))]);
  const shown = orders.map(({ id, end: how, evidence, isRemoved }) => {
    const { label, tone, isAlarm = false } = ENDS[how];
    const removed = isRemoved ? '; removed from the plan after being sent' : '';
    return { label, tone, isAlarm, id: safeText(id), words: safe`${safeText(evidence)}${removed}` };
  });
  const idWidth = Math.min(ID_ROOM, widest(shown.map(({ id }) => id)));
  const linesOf = (isAlarm: boolean): Drawn[] =>
    shown.filter((order) => order.isAlarm === isAlarm).flatMap((order) => labelledLines(page, order, idWidth));
  return textOf([
    linesOf(true),
    flow(page, verdict(orders, unknown), safe` `),
    linesOf(false),
    stepLines(page, nextSteps(orders, options)),
  ]);
}

/** `3 unknown: 2 found on the exchange, 1 in no list` */
function verdict(orders: readonly SettledOrder[], unknown: number): Piece[] {
  const amounts = Map.groupBy(orders, (order) => order.end);
  const parts = (Object.keys(ENDS) as SettleEnd[]).flatMap((how): Piece[] => {
    const amount = amounts.get(how)?.length ?? 0;
    return amount === 0 ? [] : [[ENDS[how].tone, safe`${amount} ${ENDS[how].words}`]];
  });
  const untouched = stillUnknown(orders, unknown);
  if (untouched > 0) parts.push(['unknown', safe`${untouched} still unknown`]);
  const were = orders.filter(({ end: how }) => how !== 'closed').length + untouched;
  const heading = were === 0 ? count(orders.length, 'order') : safe`${were} unknown`;
  return [['heading', safe`${heading}:`], ...commas(parts)];
}

/** How many unknown orders neither the look-up nor a decision was about. */
const stillUnknown = (orders: readonly SettledOrder[], unknown: number): number =>
  unknown - orders.filter((order) => ENDS[order.end].isOpen === true).length;

function nextSteps(orders: readonly SettledOrder[], options: SettleOptions): NextStep[] {
  const { again: words, run: place, unknown } = options;
  const settle = safe`ordo settle ${words}`;
  // Without --execute it shows the approval code of what it would send, and needs none itself.
  const run = safe`ordo run ${place} --live`;
  const left = stillUnknown(orders, unknown);
  const again = orders.flatMap((order) => (order.end === 'absent' ? [safe` --again ${safeText(order.id)}`] : []));
  return [
    ...afterCancels(options),
    ...afterLookUp(orders, settle),
    ...(left > 0 ? [{ why: safe`${left} still unknown. Look:`, command: settle }] : []),
    ...afterFired(orders, words),
    ...(again.length > 0 ? [{ why: AGAIN, command: joined([run, ...again], safe``) }] : []),
    ...(unknown === 0 && again.length === 0 && orders.some(({ end: how }) => how !== 'closed')
      ? [{ why: REST, command: run }]
      : []),
  ];
}

/** Settling ends no cancel: a look at the exchange does. */
const afterCancels = ({ again, cancels, nowhere }: SettleOptions): NextStep[] => [
  ...(cancels.length === 0
    ? []
    : [
        {
          why: safe`How a cancel ended is not known: ${safeText(someOf(cancels))}. No look-up of placings ends that. Look:`,
          command: safe`ordo status ${again} --refresh`,
        },
      ]),
  ...afterNowhere(nowhere, safe`ordo settle ${again}`),
];

/** The lists of triggers do not tell what one became. */
function afterFired(orders: readonly SettledOrder[], again: Safe): NextStep[] {
  const ids = orders.flatMap(({ id, end: how }) => (how === 'fired' ? [id] : []));
  if (ids.length === 0) return [];
  const why = safe`What the trigger became may be open: ${safeText(someOf(ids))}. Look for it:`;
  return [{ why, command: safe`ordo status ${again} --refresh` }];
}

const AGAIN = safe`Settled as absent: placed again only where you ask for it, under a new client order id:`;
const REST = safe`Nothing is unknown any more. What was not sent yet, and its approval code:`;

/** What a person has to do about the orders that the look-up left open. */
function afterLookUp(orders: readonly SettledOrder[], settle: Safe): NextStep[] {
  const of = (...ends: readonly SettleEnd[]): readonly SettledOrder[] => orders.filter((one) => ends.includes(one.end));
  const doubles = of('found-twice');
  const doubtful = [...of('order-id-shared'), ...of('found-differs')];
  const failed = of('failed').length;
  const steps: NextStep[] = [];
  if (doubles[0] !== undefined) {
    const are = doubles.length === 1 ? safe`1 order is` : safe`${doubles.length} orders are`;
    steps.push({
      why: safe`${are} on the exchange twice. Cancel one of the two there, then say which one is left, with its order id:`,
      command: placed(settle, doubles[0]),
    });
  }
  if (doubtful[0] !== undefined) {
    steps.push({
      why: safe`What was found of ${count(doubtful.length, 'order')} proves nothing. Look on the exchange which order it is, then say so with its order id:`,
      command: placed(settle, doubtful[0]),
    });
  }
  if (failed > 0)
    steps.push({ why: safe`${count(failed, 'order')} could not be looked up. Look again:`, command: settle });
  return [...steps, ...afterMissing(of('not-found')[0], settle)];
}

function afterMissing(missing: SettledOrder | undefined, settle: Safe): NextStep[] {
  if (missing === undefined) return [];
  return [
    {
      why: safe`An order that is in no list may exist all the same: it can appear late, or have left the lists. Look on the exchange; if it is there, say so with its order id:`,
      command: placed(settle, missing),
    },
    {
      why: safe`If you are sure that it is not, say why. It may then be placed again, and if you were wrong it is there twice:`,
      command: safe`${settle} --absent ${safeText(missing.id)} --why "…"`,
    },
  ];
}

const placed = (settle: Safe, { id }: SettledOrder): Safe => safe`${settle} --placed ${safeText(id)}=ORDER_ID`;
