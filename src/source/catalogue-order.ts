/** Codes of what orders and plans forbid, and of instruments that are not known. */
import type { Mistake } from './mistake.ts';

export const orderMistakes = {
  'order/duplicate-id': {
    title: 'An id is used twice',
    meaning: 'The id is what an order is known by, now and in the journal; two orders cannot share one.',
    fix: 'Give each order an id of its own.',
  },
  'order/was': {
    title: 'A `was` that does not name the original id',
    meaning:
      '`was` names the id that an order had before, so it is neither its present id nor that of another order, and no two orders had the same.',
    fix: 'Write the id that this very order had, or delete `was`.',
  },
  'order/no-symbol': {
    title: 'An order without a symbol',
    meaning: 'Neither the order nor the defaults name a symbol.',
    fix: 'Add `symbol` to the order or to `defaults`.',
  },
  'order/symbol-spelling': {
    title: 'A symbol in two spellings',
    meaning:
      '`cmt_btcusdt` and `BTCUSDT` are one symbol. A plan spells it in one way, so that what is summed by symbol is summed once.',
    fix: 'Write the spelling that the plan has first.',
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
    meaning:
      'On version 2 of the interface the request of a trigger order has no field for take-profit and stop-loss, so they would be lost. Version 3 has them.',
    fix: 'Write the exit as an order of its own that takes the size of what was filled, `size: { filled: entry }`, or use version 3.',
  },
  'order/presets-on-close': {
    title: 'A closing order with presets',
    meaning: 'Take-profit and stop-loss belong to a position that is opened.',
    fix: 'Write them on the order that opens.',
  },
  'order/stop-loss-side': {
    title: 'A stop-loss on the wrong side',
    meaning:
      'The stop-loss of a long must be below its entry, that of a short above it. At market, the entry is taken to be at the `trigger`, or else at the `reference`. The same is true of the `stop` of a size.',
    fix: 'Correct the price, or the side.',
  },
  'order/take-profit-side': {
    title: 'A take-profit on the wrong side',
    meaning:
      'The take-profit of a long must be above its entry, that of a short below it. At market, the entry is taken to be at the `reference`.',
    fix: 'Correct the price, or the side.',
  },
  'order/presets-crossed': {
    title: 'Take-profit and stop-loss are crossed',
    meaning: 'The take-profit of a long must be above its stop-loss, that of a short below it.',
    fix: 'Exchange the two, or check the side.',
  },
  'order/trigger-time-in-force': {
    title: 'A trigger order with a time in force',
    meaning: 'The request of a trigger order has no field for it, so it would be lost.',
    fix: 'Delete `timeInForce` from the order.',
  },
  'order/default-not-applied': {
    title: 'A default that does not apply',
    meaning:
      'The time in force of the defaults cannot be sent with a trigger order; the reference of the defaults is that of their symbol, and says nothing of another. This is a warning.',
    fix: 'Add `reference` to an order of another symbol. Else nothing needs to be done where that is meant.',
  },
  'order/no-reference': {
    title: 'A distance from nothing',
    meaning:
      '`maxDistance` is measured from `reference`, and neither the order nor the defaults of its symbol have one.',
    fix: 'Add `reference` with where you think the market is.',
  },
  'order/far-from-reference': {
    title: 'A price far from the reference',
    meaning:
      'Price or trigger is farther from `reference` than `maxDistance` allows: a guard against a typing mistake. Without a `maxDistance` half the reference is far, and that is a warning.',
    fix: 'Correct the price, or look at the reference again.',
  },
  'order/unprotected': {
    title: 'An opening order without protection',
    meaning:
      'It has no stop-loss, and no trigger orders of the plan close as much of its position at a loss. A trigger that fails only because of its place, its limit or an unknown market has a code of its own. This is a warning.',
    fix: 'Add `stopLoss`, or a trigger order that closes as much.',
  },
  'order/closes-other-side': {
    title: 'A close of what the plan never opens',
    meaning:
      'The plan opens a position of the symbol, but none of the side and margin mode that this order closes. A plan that only closes gets no warning. This is a warning.',
    fix: 'Check the side and the margin mode.',
  },
  'order/far-preset': {
    title: 'A preset far from the entry',
    meaning:
      'A take-profit, a stop-loss or the stop of a size is more than half the price away from where the order is filled. A distance is often written where a price belongs. This is a warning.',
    fix: 'Check its digits; write a distance as an expression with `price`.',
  },
  'order/large-worth': {
    title: 'A size that may be an amount of money',
    meaning:
      'A size is in base coin. This one is a whole number of ten or more, and the order is worth more than a million in quote coin. This is a warning.',
    fix: 'Write `{ notional: … }` if the number is what the order is to be worth.',
  },
  'order/closes-more': {
    title: 'More is closed than opened',
    meaning:
      'The orders that close a position at a price, at market, or at a trigger that takes a profit come to more than the plan opens of it, so the last of them close what is not there. The same is true of stops. The two are not added up, since a stop closes instead of a target. This is a warning.',
    fix: 'Make the closing orders smaller, or leave it where a position exists already.',
  },
  'order/far-from-trigger': {
    title: 'A limit far from its trigger',
    meaning:
      'The execution price of a trigger order is more than a quarter of the trigger price away from it, or the two lie on either side of the market. This is a warning.',
    fix: 'Check the digits of both, and whether they are exchanged.',
  },
  'order/takes-at-once': {
    title: 'An order that takes at once',
    meaning:
      'Going by the reference, the market is already past the order’s price: a buy above it or a sell below it is filled at once. A close below the market is not a stop unless it has a `trigger`. There is no warning for `ioc` and `fok` orders. This is a warning.',
    fix: 'Check price and side, or add `trigger` if the price is to be reached first.',
  },
  'order/crossing': {
    title: 'A long and a short that cross',
    meaning:
      'A buy in the plan is at or above a sell of the same symbol, and both open at a limit: they may trade with each other. This is a warning.',
    fix: 'Check the prices and the sides.',
  },
  'order/size-outlier': {
    title: 'A size far above the others',
    meaning:
      'An opening order is ten times the median size of the opening orders of its symbol, or more. A ladder counts as one order, by the rung of middle size. This is a warning.',
    fix: 'Check the point in the number.',
  },
  'order/renamed': {
    title: 'An order that a new name places twice',
    meaning:
      'The order is new to the journal, and has the content of a sent order that is gone from the plan. Orders are identified by id, not by content, so this one would be placed as well. This is a warning.',
    fix: 'Write `was:` with the old id where only the name changed, or leave it where both are meant.',
  },
  'order/stop-before-entry': {
    title: 'A stop that fires before its entry',
    meaning:
      'A trigger that is to stop an order lies between the market, as the reference has it, and the order’s own trigger or price. The market passes the stop first: it closes nothing, and the order then opens without it. It does not count as a stop. This is a warning; where a limit demands stops it is `policy/no-stop`.',
    fix: 'Put the trigger beyond the market as well, or place it once the entry is filled.',
  },
  'order/stop-may-fire-first': {
    title: 'A stop that may fire before its entry',
    meaning:
      'The market, as the reference has it, lies between the trigger of an order and the trigger of its stop. Whichever the market reaches first fires first. If that is the stop, it closes nothing and is used up, and the order opens later without it. The stop counts until then. This is a warning, also where a limit demands stops.',
    fix: 'Cancel the entry if the stop fires, or place the stop again. On version 3 of the interface the entry may carry a `stopLoss`, which nothing uses up.',
  },
  'order/stop-side-unknown': {
    title: 'A stop on an unknown side of the market',
    meaning:
      'An order that waits for a trigger, or opens at market, has a trigger that would stop it. The plan does not say where the market is, so the trigger may fire before the order opens, or take a profit. It does not count as a stop. This is a warning; where a limit demands stops it is `policy/no-stop`.',
    fix: 'Write `reference`: where the market is.',
  },
  'order/stop-may-rest': {
    title: 'A stop whose limit may rest',
    meaning:
      'A trigger that is to stop an order becomes a limit order at its trigger price or a better one. If the market moves on, that order rests and closes nothing. It does not count as a stop. This is a warning; where a limit demands stops it is `policy/no-stop`.',
    fix: 'Write `price: market`, or a limit beyond the trigger: below it to close a long, above it to close a short.',
  },
  'order/stop-after-entry': {
    title: 'A stop that waits for its entry',
    meaning:
      'Where a limit demands stops, an entry without `stopLoss` goes out once its stop is accepted. This stop waits for its entry by `after`, so the entry goes first: if the stop is then rejected, the entry is on the exchange without it. This is a warning.',
    fix: 'Take the entry out of the `after` of its stop.',
  },
  'order/stop-beyond-trigger': {
    title: 'A stop-loss that is never reached',
    meaning: 'A trigger order closes the same position before the price gets to the stop-loss. This is a warning.',
    fix: 'Check which of the two is meant.',
  },
  'plan/too-many-orders': {
    title: 'More orders than a plan may have',
    meaning: 'Ladders and orders together come to more than 20,000.',
    fix: 'Split the plan into several.',
  },
  'plan/name-taken': {
    title: 'Two plans of one name',
    meaning:
      'The journal knows an order by the account, the name and generation of its plan, and its id. Two files with the same name and generation are one plan to it, and each takes the orders of the other for its own. `ordo validate` finds this among the files that it is given.',
    fix: 'Give one of them another name; or, to place the same plan again, a higher `generation`.',
  },
  'plan/no-such-instant': {
    title: 'An instant that does not exist',
    meaning: '`validUntil` names a day, time or offset that does not exist.',
    fix: 'Check the day, the time and the offset.',
  },
  'plan/expired': {
    title: 'A plan past its time',
    meaning: '`validUntil` has passed, so an execution would be refused (exit 5). This is a warning.',
    fix: 'Look at the plan again, and set a later time.',
  },
  'instrument/unknown': {
    title: 'A symbol without instrument',
    meaning: 'The list of instruments that the config names lacks the symbol, so its precision cannot be checked.',
    fix: 'Check the symbol, or write the list again with `ordo instruments`.',
  },
  'instrument/unlisted': {
    title: 'A symbol whose precision is unchecked',
    meaning: 'No list of instruments is named in the config, and the built-in one lacks the symbol. This is a warning.',
    fix: 'Name a list in the config.',
  },
  'instrument/needed': {
    title: 'Precision that must be known is not',
    meaning:
      'Ladders, `notional`, `risk` and the functions `tick` and `lot` put numbers on the tick or the step, so these must be known.',
    fix: 'Write the list of instruments with `ordo instruments` and name it in the config.',
  },
} as const satisfies Record<string, Mistake>;
