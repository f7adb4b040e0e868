/** What a settle came to, for a person: the verdict, the evidence for each order, what to do next. */
import { safeText } from '../model/safe-text.ts';
import { stack, widthOf } from './layout.ts';
import type { NextStep } from './next-steps.ts';
import { ID_ROOM, labelledLines } from './order-lines.ts';
import { flow, painter, type Piece, type Tone } from './style.ts';
import { commas, stepLines } from './summary.ts';
import { count, shellWord, STATE_LABELS } from './words.ts';

/** How the look-up or the decision left one order. Only the first three ended an unknown. */
export type SettleEnd = 'found' | 'placed' | 'absent' | 'not-found' | 'failed';

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

const ENDS: Readonly<Record<SettleEnd, { readonly label: string; readonly tone: Tone; readonly words: string }>> = {
  found: { label: STATE_LABELS.accepted, tone: 'accepted', words: 'found on the exchange' },
  placed: { label: STATE_LABELS.accepted, tone: 'accepted', words: 'decided to stand' },
  absent: { label: '○ absent', tone: 'withheld', words: 'decided to be absent' },
  'not-found': { label: STATE_LABELS.unknown, tone: 'unknown', words: 'in no list' },
  failed: { label: STATE_LABELS.unknown, tone: 'unknown', words: 'not looked up' },
};

/** In order: verdict, evidence, next steps. Ends in a newline. */
export function renderSettle(orders: readonly SettledOrder[], options: SettleOptions): string {
  const { color, width, unknown } = options;
  const paint = painter(color);
  if (orders.length === 0 && unknown === 0) return 'No order of this plan is unknown: there is nothing to settle.\n';
  const safe = orders.map(({ id, end, evidence, isRemoved }) => {
    const { label, tone } = ENDS[end];
    const removed = isRemoved ? '; removed from the plan after being sent' : '';
    return { label, tone, id: safeText(id), words: safeText(evidence) + removed };
  });
  const idWidth = Math.min(ID_ROOM, Math.max(0, ...safe.map(({ id }) => widthOf(id))));
  const blocks = [
    flow(paint, verdict(orders, unknown), width, ' '),
    safe.flatMap((order) => labelledLines(order, { idWidth, paint, width })),
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
  unknown - orders.filter(({ end }) => end === 'not-found' || end === 'failed').length;

function nextSteps(orders: readonly SettledOrder[], { planFile, unknown }: SettleOptions): NextStep[] {
  const settle = `ordo settle ${shellWord(planFile)}`;
  const run = `ordo run ${shellWord(planFile)} --execute --live`;
  const of = (end: SettleEnd): readonly SettledOrder[] => orders.filter((order) => order.end === end);
  const [missing] = of('not-found');
  const steps: NextStep[] = [];
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
