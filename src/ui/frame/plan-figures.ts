/** What the orders of a plan come to. Each is reckoned once for a plan, as it walks all orders. */
import { defined } from '../../model/defined.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import type { DrawnOrder } from '../../views/figures/drawn-order.ts';
import { positionsStanding, type Position } from '../../views/figures/exposure.ts';
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
  /** Where a look saw the market, by symbol. */
  readonly markets?: ReadonlyMap<string, MarketRange>;
}

const drawings = new WeakMap<RunView, { planned: number; told: RunView['protection']; drawing: Drawing }>();

/** What stands of the account, as it stands, with what the file would add: whatever else the file says is not there. */
export function drawingOf(run: RunView): Drawing {
  const { planned } = run.orders;
  const { protection: told } = run;
  const known = drawings.get(run);
  if (known?.planned === planned && known.told === told) return known.drawing;
  const { drawn: sent, standing, markets, account } = sentOrders(run);
  const positions = positionsStanding(sent, standing, markets, account);
  const drawing = { drawn: [...standing, ...sent], positions, ...defined({ markets }) };
  drawings.set(run, { planned, told, drawing });
  return drawing;
}
