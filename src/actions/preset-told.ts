import type { PublicEvent } from '../model/event.ts';
import type { PresetOrder } from '../session/lists/preset-look.ts';

type PresetTold = NonNullable<Extract<PublicEvent, { event: 'order-state' }>['presets']>[number];

/** As the stream tells it. */
export const presetTold = ({ kind, orderId, trigger, size, isOrphan }: PresetOrder): PresetTold => ({
  kind,
  orderId,
  trigger,
  ...(size !== undefined && { size }),
  ...(isOrphan !== undefined && { orphan: isOrphan }),
});
