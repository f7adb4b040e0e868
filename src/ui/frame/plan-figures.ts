/** What the orders of a plan come to. Each is reckoned once for a plan, as it walks all orders. */
import { Decimal } from '../../model/decimal.ts';
import { drawnOrder, type DrawnOrder } from '../../views/figures/drawn-order.ts';
import { positionsOf, type Position } from '../../views/figures/exposure.ts';
import { sentOrders } from '../../views/figures/sent-orders.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { WatchView } from '../../report/view/watch-view.ts';

/** How many problems there are of the newest save; of a run, of its plan. */
export function problemCounts({ problems, run }: WatchView): { readonly errors: number; readonly warnings: number } {
  return problems ?? { errors: run.errors, warnings: run.warnings };
}

export interface Drawing {
  readonly drawn: readonly DrawnOrder[];
  readonly positions: readonly Position[];
  /** Nothing is to be placed, so that all of the plan is drawn. */
  readonly isWhole: boolean;
  /** What stands of the account, as it was sent: where nothing is to be placed, the plan may say something else. */
  readonly standing: readonly Position[];
}

const drawings = new WeakMap<RunView, { planned: number; drawing: Drawing }>();

/** What is to be placed, with what stands; where nothing is, all of the plan. */
export function drawingOf(run: RunView): Drawing {
  const { planned } = run.orders;
  const known = drawings.get(run);
  if (known?.planned === planned) return known.drawing;
  const drawing = planned > 0 ? ofSent(run) : { ...wholePlan(run), isWhole: true, standing: ofStanding(run) };
  drawings.set(run, { planned, drawing });
  return drawing;
}

const ofStanding = (run: RunView): readonly Position[] => positionsOf(sentOrders(run).standing, []);

function ofSent(run: RunView): Drawing {
  const { drawn, standing } = sentOrders(run);
  return { drawn, positions: positionsOf(drawn, standing), isWhole: false, standing: [] };
}

type Whole = Pick<Drawing, 'drawn' | 'positions'>;
const wholes = new WeakMap<RunView, Whole>();

export function wholePlan(run: RunView): Whole {
  const known = wholes.get(run);
  if (known !== undefined) return known;
  const drawn = [...run.orders].flatMap(({ headline }) => (headline === undefined ? [] : (drawnOrder(headline) ?? [])));
  const whole = { drawn, positions: positionsOf(drawn, []) };
  wholes.set(run, whole);
  return whole;
}

export interface Totals {
  readonly notional: Decimal;
  readonly loss: Decimal;
}

/** Notional and loss at the stops of all that a plan opens. */
export function planTotals(run: RunView): Totals {
  const opening = wholePlan(run).positions.filter(({ opens }) => opens);
  const sum = (of: (one: Position) => Decimal | undefined): Decimal =>
    opening.reduce((total, one) => total.plus(of(one) ?? Decimal.zero), Decimal.zero);
  return { notional: sum(({ ofRun }) => ofRun.notional), loss: sum(({ ofRun }) => ofRun.loss?.amount) };
}
