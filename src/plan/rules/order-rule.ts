import type { InstrumentList } from '../../model/instrument.ts';
import type { Found, OrderDraft } from '../read/order-draft.ts';

/** What one order may not say. */
export type OrderRule = (order: OrderDraft, instruments: InstrumentList | undefined, found: Found) => void;

/** An order with a trigger, though the trigger may have a mistake. */
export const isTrigger = ({ trigger }: OrderDraft): boolean => trigger.kind !== 'missing';
