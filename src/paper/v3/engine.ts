/** What version 3's engine refuses besides the rules of both versions, in the order in which it looks (docs/exchange-v3.md#codes). */
import { Decimal } from '../../model/decimal.ts';
import { rests, type Book, type PaperOrder } from '../book.ts';
import type { Contract } from '../v2/order/instruments.ts';
import { failedPrecondition, invalidArgument, reserved, type Refusal } from '../v2/order/refusals.ts';
import { checkRules, decimalOf, isLong, isOpening, type OrderRequest } from '../v2/order/rules.ts';

/** The words that were seen; that one of the engine's stands before those of the last two is assumed. */
export const CAP = failedPrecondition(
  "If order is filled, may lead to position exceed max size 53.82 for leverage '100'. " +
    'you can cancel some order or reduce leverage and try again',
);
const SEPARATED = failedPrecondition('position id is missing');

interface EngineState {
  readonly book: Book;
  readonly contract: Contract;
  readonly isSeparated: boolean;
  /** Refused for the money, or for the largest position, without a fault of its own. */
  readonly unlucky: Refusal | undefined;
}

export function engineRefusal(order: OrderRequest, state: EngineState): Refusal | undefined {
  const broken = checkRules(order, state.contract) ?? offGrid(order, state.contract) ?? state.unlucky;
  if (broken !== undefined || isOpening(order)) return broken;
  if (state.isSeparated) return SEPARATED;
  return order.kind === 'single' && isReserved(order, state.book) ? reserved : undefined;
}

function offGrid({ trigger }: OrderRequest, { triggerTick }: Contract): Refusal | undefined {
  if (trigger === undefined || triggerTick === undefined || decimalOf(trigger).isMultipleOf(triggerTick))
    return undefined;
  return invalidArgument(`trigger price must match the stepSize '${triggerTick.toString()}' requirement`);
}

/** Whether presets that wait hold so much of the position that the rest is less than is to be closed. */
function isReserved(order: OrderRequest, book: Book): boolean {
  const reserving = book.orders.filter(
    (other) => other.presetOf !== undefined && rests(other) && isSameSide(other, order),
  );
  if (reserving.length === 0) return false;
  // The target and the stop of one order close the same part.
  const byParent = new Map(reserving.map((preset) => [preset.presetOf, decimalOf(preset.size)]));
  const held = book.held(order.symbol).filter(({ side }) => side === (isLong(order) ? 'long' : 'short'));
  const size = held.reduce((all, one) => all.plus(decimalOf(one.size)), Decimal.zero);
  const free = [...byParent.values()].reduce((left, one) => left.minus(one), size);
  return decimalOf(order.size).compare(free) > 0;
}

const isSameSide = (one: PaperOrder, other: OrderRequest): boolean =>
  one.symbol === other.symbol && isLong(one) === isLong(other) && !isOpening(one);
