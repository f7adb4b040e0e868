import { Faults } from '../../document/faults.ts';
import type { Path } from '../../document/locate.ts';
import type { MappingWords } from '../../document/mapping-words.ts';
import { judge } from '../../document/schema-findings.ts';
import { orderShapeAt } from '../vocabulary/order-words.ts';
import { isMapping } from './frame.ts';
import { namesOf } from './names.ts';
import { orderPath, type OrderDraft } from './order-draft.ts';
import { checkOrder } from './plan-schema.ts';
import type { Frame, Reading } from './reading.ts';
import { namingListed } from './symbol-meant.ts';

/** Most orders of a plan, the rungs of its ladders included. */
const MAX_ORDERS = 20_000;

/** Reads the orders one by one, and stops when no more mistakes can be reported. */
export function draftOrders(frame: Frame): Reading {
  const { document, found, reader } = frame;
  const orders: OrderDraft[] = [];
  const entries: readonly unknown[] = Array.isArray(document.orders) ? document.orders : [];
  for (const [index, content] of entries.entries()) {
    if (found.isFull) break;
    const errors = checkOrder(content);
    let faults = Faults.none;
    if (errors.length > 0) {
      const written = isMapping(content) ? content : {};
      const shapeAt = (path: Path): MappingWords | undefined => orderShapeAt(path, written);
      const verdict = judge(errors, { content, base: orderPath(index), shapeAt });
      for (const one of verdict.findings) found.add(namingListed(one, document, frame.settings.instruments));
      ({ faults } = verdict);
    }
    if (!isMapping(content)) continue;
    for (const draft of reader.read(content, index, faults)) orders.push(draft);
    if (orders.length <= MAX_ORDERS) continue;
    found.add({
      code: 'plan/too-many-orders',
      message: `the plan’s ladders come to more than ${MAX_ORDERS} orders`,
      hint: 'split the plan',
      path: orderPath(index, 'id'),
    });
    break;
  }
  return { ...frame, orders, names: namesOf(orders) };
}
