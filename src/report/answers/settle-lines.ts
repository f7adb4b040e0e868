/** What a settle came to, for a person: the verdict, the evidence for each order, what to do next. */
import { safeText } from '../../model/safe-text.ts';
import { stack, widthOf } from '../text/columns.ts';
import type { NextStep } from '../run/next-steps.ts';
import { ID_ROOM, labelledLines } from '../run/outcome-lines.ts';
import { flow, painter, type Piece, type Tone } from '../text/tones.ts';
import { commas, stepLines } from '../run/summary.ts';
import { count, shellWord, STATE_LABELS } from '../text/phrases.ts';

/** How the look-up left an order that it did not end. */
export type OpenEnd = 'found-twice' | 'order-id-shared' | 'found-differs' | 'not-found' | 'failed';
/** How the look-up or the decision left one order. */
export type SettleEnd = 'found' | 'placed' | 'absent' | OpenEnd;

export interface SettledOrder {
  readonly id: string;
  readonly end: SettleEnd;
  /** Where it was found, who decided it and why, or why it is still unknown; of what stands with its order id. */
  readonly evidence: string;
  /** The plan no longer has it. */
  readonly isRemoved: boolean;
}

export interface SettleOptions {
  readonly planFile: string;
  /** How many orders of the plan are unknown now. */
  readonly unknown: number;
  readonly color: boolean;
  readonly width: number;
}

interface End {
  readonly label: string;
  readonly tone: Tone;
  readonly words: string;
  /** It did not end the unknown. */
  readonly isOpen?: true;
  /** It is told before everything else. */
  readonly isAlarm?: true;
}

const OPEN = { label: STATE_LABELS.unknown, tone: 'unknown', isOpen: true } as const;
const ALARM = { ...OPEN, label: '! ALARM', isAlarm: true } as const;

const ENDS: Readonly<Record<SettleEnd, End>> = {
  'found-twice': { ...ALARM, words: 'standing twice' },
  'order-id-shared': { ...ALARM, words: 'under the order id of another' },
  found: { label: STATE_LABELS.accepted, tone: 'accepted', words: 'found on the exchange' },
  placed: { label: STATE_LABELS.accepted, tone: 'accepted', words: 'decided to stand' },
  absent: { label: '○ absent', tone: 'withheld', words: 'decided to be absent' },
  'found-differs': { ...OPEN, words: 'found, but different' },
  'not-found': { ...OPEN, words: 'in no list' },
  failed: { ...OPEN, words: 'not looked up' },
};

/** In order: alarms, verdict, evidence, next steps. Ends in a newline. */
export function renderSettle(orders: readonly SettledOrder[], options: SettleOptions): string {
  const { color, width, unknown } = options;
  const paint = painter(color);
  if (orders.length === 0 && unknown === 0) return 'No order of this plan is unknown: there is nothing to settle.\n';
  const safe = orders.map(({ id, end, evidence, isRemoved }) => {
    const { label, tone, isAlarm = false } = ENDS[end];
    const removed = isRemoved ? '; removed from the plan after being sent' : '';
    return { label, tone, isAlarm, id: safeText(id), words: safeText(evidence) + removed };
  });
  const idWidth = Math.min(ID_ROOM, Math.max(0, ...safe.map(({ id }) => widthOf(id))));
  const linesOf = (isAlarm: boolean): string[] =>
    safe
      .filter((order) => order.isAlarm === isAlarm)
      .flatMap((order) => labelledLines(order, { idWidth, paint, width }));
  const blocks = [
    linesOf(true),
    flow(paint, verdict(orders, unknown), width, ' '),
    linesOf(false),
    stepLines(nextSteps(orders, options), paint, width),
  ];
  return `${stack(blocks).join('\n')}\n`;
}

/** `3 unknown: 2 found on the exchange, 1 in no list` */
function verdict(orders: readonly SettledOrder[], unknown: number): Piece[] {
  const amounts = Map.groupBy(orders, ({ end }) => end);
  const parts = (Object.keys(ENDS) as SettleEnd[]).flatMap((end): Piece[] => {
    const amount = amounts.get(end)?.length ?? 0;
    return amount === 0 ? [] : [[ENDS[end].tone, `${amount} ${ENDS[end].words}`]];
  });
  const untouched = stillUnknown(orders, unknown);
  if (untouched > 0) parts.push(['unknown', `${untouched} still unknown`]);
  return [['heading', `${orders.length + untouched} unknown:`], ...commas(parts)];
}

/** What neither look-up nor decision was about. */
const stillUnknown = (orders: readonly SettledOrder[], unknown: number): number =>
  unknown - orders.filter(({ end }) => ENDS[end].isOpen === true).length;

function nextSteps(orders: readonly SettledOrder[], { planFile, unknown }: SettleOptions): NextStep[] {
  const settle = `ordo settle ${shellWord(planFile)}`;
  const run = `ordo run ${shellWord(planFile)} --execute --live`;
  const of = (end: SettleEnd): readonly SettledOrder[] => orders.filter((order) => order.end === end);
  const [missing] = of('not-found');
  const doubles = of('found-twice');
  const doubtful = [...of('order-id-shared'), ...of('found-differs')];
  const steps: NextStep[] = [];
  if (doubles[0] !== undefined) {
    const stand = doubles.length === 1 ? '1 order stands' : `${doubles.length} orders stand`;
    steps.push({
      why: `${stand} twice. Cancel one of the two on the exchange, then say which one is left, with its order id:`,
      command: `${settle} --placed ${doubles[0].id}=ORDER_ID`,
    });
  }
  if (doubtful[0] !== undefined) {
    steps.push({
      why: `What was found of ${count(doubtful.length, 'order')} proves nothing. Look on the exchange which order it is, then say so with its order id:`,
      command: `${settle} --placed ${doubtful[0].id}=ORDER_ID`,
    });
  }
  if (of('failed').length > 0) {
    steps.push({ why: `${count(of('failed').length, 'order')} could not be looked up. Look again:`, command: settle });
  }
  if (missing !== undefined) {
    steps.push(
      {
        why: 'An order that is in no list may exist all the same: it can appear late, or have left the lists. Look on the exchange; if it is there, say so with its order id:',
        command: `${settle} --placed ${missing.id}=ORDER_ID`,
      },
      {
        why: 'If you are sure that it is not, say why. It may then be placed again, and if you were wrong it stands twice:',
        command: `${settle} --absent ${missing.id} --why "…"`,
      },
    );
  }
  if (stillUnknown(orders, unknown) > 0) {
    steps.push({ why: `${stillUnknown(orders, unknown)} still unknown. Look:`, command: settle });
  }
  const absent = of('absent').map(({ id }) => ` --again ${id}`);
  if (absent.length > 0) {
    const why = 'Settled as absent: placed again only where you ask for it, under a new client order id:';
    steps.push({ why, command: `${run}${absent.join('')}` });
  }
  if (unknown === 0 && absent.length === 0) {
    steps.push({ why: 'Nothing is unknown any more. Send what was not sent yet:', command: run });
  }
  return steps;
}
