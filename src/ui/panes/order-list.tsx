import type { ReactNode } from 'react';
import { safe } from '../../model/safe-text.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { Row, type RowPage } from '../frame/row.tsx';
import { screenRow, shapeOf, type RowShape } from './order-cells.ts';
import { rowIndexOf } from './row-index.ts';
import type { PaneRows } from './window.tsx';

interface OrderRowProps {
  readonly page: RowPage;
  readonly watch: WatchView;
  readonly order: OrderView;
  readonly shape: RowShape;
  readonly isSelected: boolean;
}

const OrderRow = ({ page, watch, order, shape, isSelected }: OrderRowProps): ReactNode => (
  <Row page={page} text={[isSelected ? ['heading', safe`>`] : safe` `, ...screenRow(order, watch, shape)]} />
);

export function orderRows(page: RowPage, watch: WatchView, filter: string, height: number): PaneRows {
  const { run } = watch;
  const index = rowIndexOf(run, filter);
  const shape = shapeOf(watch, page.width - 1);
  const { frontier } = run.orders;
  const { problems, moving } = index;
  const at = frontier < 0 ? firstChanged(watch) : frontier;
  const news = at < 0 ? undefined : { problems, moving, at: problems + moving + index.restBefore(at) };
  return {
    length: index.length,
    height,
    keyAt: (position) => index.at(position)?.id,
    positionOf: (id) => index.positionOf(id),
    row(position, isSelected) {
      const order = index.at(position);
      return order && <OrderRow {...{ page, watch, order, shape, isSelected }} />;
    },
    ...(news !== undefined && { news }),
  };
}

/** The first order that the newest save added or changed; -1 for none. */
function firstChanged({ save, run }: WatchView): number {
  if (save === undefined) return -1;
  const [first] = save.change.changed;
  const id = first?.id ?? save.change.added[0];
  return (id === undefined ? undefined : run.orders.placeOf(id)) ?? -1;
}
