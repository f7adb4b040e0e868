/** What a part of a stop that is due waits for, in words. */
interface WaitingTold {
  readonly part: string;
  readonly for: 'orders' | 'weight' | 'pause';
  readonly waitMs?: number;
}

const FOR = {
  orders: 'for room in the order window',
  weight: 'for room in the weight windows',
  pause: 'for the end of the pause that the exchange asked for',
} as const;

/** `stop/2 waits 7 s for room in the order window` */
export const waitWords = ({ part, for: reason, waitMs }: WaitingTold): string =>
  `${part} waits ${waitMs === undefined ? '' : `${Math.max(1, Math.round(waitMs / 1000))} s `}${FOR[reason]}`;
