import { Faults } from '../../document/faults.ts';
import type { Path } from '../../document/locate.ts';
import type { MappingWords } from '../../document/mapping-words.ts';
import { judge } from '../../document/schema-findings.ts';
import type { OrderDocument } from '../../generated/plan.ts';
import { orderShapeAt } from '../vocabulary/order-words.ts';
import { checkOrder, isMapping } from './frame.ts';
import { entriesOf } from './late-price.ts';
import { namesOf } from './names.ts';
import { orderPath, type OrderDraft } from './order-draft.ts';
import type { Frame, Reading } from './reading.ts';
import { namingListed } from './symbol-meant.ts';
import { listOf } from './terms.ts';

/** Most orders of a plan, the rungs of its ladders included. */
const MAX_ORDERS = 20_000;

/** One entry of `orders` whose shape was checked. */
interface Entry {
  readonly written: Partial<OrderDocument>;
  readonly index: number;
  readonly faults: Faults;
}

/** Reads the orders one by one, and stops when no more mistakes can be reported. */
export function draftOrders(frame: Frame): Reading {
  const { document, found, reader } = frame;
  const read: OrderDraft[][] = [];
  const exits: Entry[] = [];
  const limit = limitOf(frame);
  const entries: readonly unknown[] = Array.isArray(document.orders) ? document.orders : [];
  for (const [index, content] of entries.entries()) {
    if (found.isFull) break;
    const faults = faultsOf(frame, content, index);
    if (!isMapping(content)) continue;
    const entry: Entry = { written: content, index, faults };
    read[index] = isExitWritten(entry) ? [] : reader.read(content, index, faults);
    if (isExitWritten(entry)) exits.push(entry);
    if (!limit(index, read[index].length)) break;
  }
  if (exits.length > 0) readExits(frame, exits, read, limit);
  const orders = read.flat();
  return { ...frame, orders, names: namesOf(orders) };
}

/** Prices of an exit may be computed from its entries, wherever they stand in the plan: so they are read first. */
function readExits(
  { found, reader }: Frame,
  exits: readonly Entry[],
  read: OrderDraft[][],
  limit: (index: number, more: number) => boolean,
): void {
  const drafts = read.flat();
  const known = { names: namesOf(drafts), drafts: new Map(drafts.map((draft) => [draft.id ?? '', draft])) };
  for (const { written, index, faults } of exits) {
    if (found.isFull) return;
    const { size } = written;
    const filled = typeof size === 'object' && !faults.at('size').any ? listOf(size.filled) : [];
    const exit = reader.read(written, index, faults, entriesOf(filled, known));
    read[index] = exit;
    if (!limit(index, exit.length)) return;
  }
}

const isExitWritten = ({ written: { size } }: Entry): boolean =>
  typeof size === 'object' && size !== null && Object.hasOwn(size, 'filled');

/** Counts the orders that were read; false once there are too many. */
function limitOf({ found }: Frame): (index: number, more: number) => boolean {
  let count = 0;
  return (index, more) => {
    count += more;
    if (count <= MAX_ORDERS) return true;
    found.add({
      code: 'plan/too-many-orders',
      message: `the plan’s ladders come to more than ${MAX_ORDERS} orders`,
      hint: 'split the plan',
      path: orderPath(index, 'id'),
    });
    return false;
  };
}

/** What the schema refuses of an order, which is reported. */
function faultsOf({ document, found, settings }: Frame, content: unknown, index: number): Faults {
  const errors = checkOrder(content);
  if (errors.length === 0) return Faults.none;
  const written = isMapping(content) ? content : {};
  const shapeAt = (path: Path): MappingWords | undefined => orderShapeAt(path, written);
  const { findings, faults } = judge(errors, { content, base: orderPath(index), shapeAt });
  for (const one of findings) found.add(namingListed(one, document, settings.instruments));
  return faults;
}
