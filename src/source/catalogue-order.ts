/** Codes of what orders, plans and policies forbid. */
import type { Mistake } from './mistake.ts';

export const orderMistakes = {
  'order/duplicate-id': {
    title: 'An id is used twice',
    meaning: 'The id is what an order is known by, now and in the journal; two orders cannot share one.',
    fix: 'Give each order an id of its own.',
  },
  'order/no-symbol': {
    title: 'An order without a symbol',
    meaning: 'Neither the order nor the defaults name a symbol.',
    fix: 'Add `symbol` to the order or to `defaults`.',
  },
  'order/off-tick': {
    title: 'A price off the tick',
    meaning: 'The exchange takes prices that are multiples of the tick. A written number is never rounded.',
    fix: 'Write one of the nearest valid prices.',
  },
  'order/off-step': {
    title: 'A size off the step',
    meaning: 'The exchange takes sizes that are multiples of the step. A written number is never rounded.',
    fix: 'Write one of the nearest valid sizes.',
  },
  'order/below-minimum': {
    title: 'A size below the minimum',
    meaning: 'The exchange refuses sizes below its minimum.',
    fix: 'Write the minimum or more.',
  },
  'order/above-maximum': {
    title: 'A size above the maximum',
    meaning: 'The exchange refuses sizes above its maximum.',
    fix: 'Write the maximum or less, or split the order.',
  },
  'order/post-only-market': {
    title: 'A market order that is post-only',
    meaning: 'Post-only means never to take, and a market order only takes.',
    fix: 'Write a price, or another `timeInForce`.',
  },
  'order/presets-on-trigger': {
    title: 'A trigger order with presets',
    meaning: 'The request of a trigger order has no field for take-profit and stop-loss, so they would be lost.',
    fix: 'Place the exit as a trigger order of its own.',
  },
  'order/presets-on-close': {
    title: 'A closing order with presets',
    meaning: 'Take-profit and stop-loss belong to a position that is opened.',
    fix: 'Write them on the order that opens.',
  },
  'order/stop-loss-side': {
    title: 'A stop-loss on the wrong side',
    meaning: 'The stop-loss of a long stands below its entry, that of a short above it.',
    fix: 'Correct the price, or the side.',
  },
  'order/take-profit-side': {
    title: 'A take-profit on the wrong side',
    meaning: 'The take-profit of a long stands above its entry, that of a short below it.',
    fix: 'Correct the price, or the side.',
  },
  'order/presets-crossed': {
    title: 'Take-profit and stop-loss are crossed',
    meaning: 'Of a long the take-profit stands above the stop-loss, of a short below it.',
    fix: 'Exchange the two, or check the side.',
  },
  'order/trigger-time-in-force': {
    title: 'A trigger order with a time in force',
    meaning: 'The request of a trigger order has no field for it, so it would be lost.',
    fix: 'Delete `timeInForce` from the order.',
  },
  'order/default-not-applied': {
    title: 'A default that does not apply',
    meaning: 'The time in force of the defaults cannot be sent with a trigger order. This is a warning.',
    fix: 'Nothing needs to be done where that is meant.',
  },
  'plan/no-such-instant': {
    title: 'An instant that no calendar has',
    meaning: '`validUntil` names a day, time or offset that does not exist.',
    fix: 'Check the day, the time and the offset.',
  },
  'instrument/unknown': {
    title: 'A symbol without instrument',
    meaning: 'The list of instruments that the config names lacks the symbol, so its precision cannot be checked.',
    fix: 'Check the symbol, or write the list anew with `ordo instruments`.',
  },
  'instrument/unlisted': {
    title: 'A symbol whose precision is unchecked',
    meaning: 'No list of instruments is named in the config, and the built-in one lacks the symbol. This is a warning.',
    fix: 'Name a list in the config.',
  },
  'policy/symbol': {
    title: 'A symbol that the policy forbids',
    meaning: 'The policy of the config lists the symbols that may be traded.',
    fix: 'Use another symbol, or change policy.symbols.',
  },
  'policy/max-orders': {
    title: 'More orders than the policy allows',
    meaning: 'The policy of the config limits the orders of one plan.',
    fix: 'Split the plan, or change policy.maxOrders.',
  },
  'policy/max-order-notional': {
    title: 'An order larger than the policy allows',
    meaning: 'Size times price of an opening order is above policy.maxOrderNotional.',
    fix: 'Make it smaller, or change the policy.',
  },
  'policy/max-plan-notional': {
    title: 'A plan larger than the policy allows',
    meaning: 'Size times price of all opening orders is above policy.maxPlanNotional.',
    fix: 'Make orders smaller, or change the policy.',
  },
  'policy/unknown-notional': {
    title: 'An order whose worth cannot be computed',
    meaning:
      'A market order that opens may cost anything, and what cannot be computed counts as a breach of a notional limit.',
    fix: 'Write a limit price.',
  },
} as const satisfies Record<string, Mistake>;
