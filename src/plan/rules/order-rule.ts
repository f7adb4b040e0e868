import type { Found, OrderDraft } from '../read/order-draft.ts';
import type { Settings } from '../read/reading.ts';

/** What the rules of one order go by. */
type RuleSettings = Pick<Settings, 'instruments' | 'triggerPresets'>;

/** What one order may not say. */
export type OrderRule = (order: OrderDraft, settings: RuleSettings, found: Found) => void;

/** An order with a trigger, though the trigger may have a mistake. */
export const isTrigger = ({ trigger }: OrderDraft): boolean => trigger.kind !== 'missing';
