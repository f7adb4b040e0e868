/** Codes of what `--follow` does: exits, ends, and ladders over time. */
import type { Mistake } from './mistake.ts';

export const followMistakes = {
  'exit/opens': {
    title: 'An opening order with the size of what was filled',
    meaning: '`size: { filled: … }` makes an exit, which closes what its entries have opened.',
    fix: 'Write a closing side, or a size of its own.',
  },
  'exit/no-entry': {
    title: 'An exit of an order that opens nothing',
    meaning: '`filled` in a size names opening orders, or ladders of them.',
    fix: 'Name the entry whose position is to be closed.',
  },
  'exit/other-side': {
    title: 'An exit of the other side',
    meaning:
      'An exit closes what its entries open: a long is closed by `close-long`, a short by `close-short`, of the same symbol and margin mode.',
    fix: 'Write the side, the symbol and the margin mode of the entries, or name other entries.',
  },
  'exit/groups': {
    title: 'Exits that share some of their entries',
    meaning:
      'An entry and its exits are one group, whose targets share what was filled. So two exits name the very same entries, or none of the same.',
    fix: 'Name the same entries in both, or make two groups.',
  },
  'exit/sells-at-once': {
    title: 'An exit that closes as soon as it is sent',
    meaning:
      'An exit is sent at the first fill. At market without an `after`, or at a limit on the losing side of its entry, it closes in that moment. Such an order is nearly always meant as a stop, which has a `trigger`.',
    fix: 'Write the price as `trigger`, with `price: market`; or what an exit at market waits for as `after`.',
  },
  'exit/side': {
    title: 'An exit that is neither a stop nor a target',
    meaning:
      'A stop lies on the losing side of the price that it waits for, a target on the other. This one lies between the prices of its entries, or an entry is at market and has no `reference`.',
    fix: 'Write it beyond all of its entries, or make two groups; give an entry at market a `reference`.',
  },
  'exit/shares': {
    title: 'Shares that do not fit',
    meaning:
      'The shares of the targets of one group are parts of what was filled, and come to 1 at most. A target that says none closes all. A stop and a close-out cover all that is held, and have no share.',
    fix: 'Write smaller shares; delete the share of a stop or a close-out.',
  },
  'exit/nothing-left': {
    title: 'An exit that waits until nothing is left',
    meaning:
      'It waits for orders to be filled whole that together close all of its group, so by then there is nothing for it to close.',
    fix: 'Wait for a part of them: name a rung, such as target-1.',
  },
  'exit/stop-until': {
    title: 'A stop with an end',
    meaning:
      'A stop ends when nothing is held, or when another stop of its group has taken its place. An `until` would cancel it before that.',
    fix: 'Delete its `until`.',
  },
  'exit/reserved': {
    title: 'An ordinary close next to a working stop',
    meaning:
      'The exchange may refuse an ordinary close while a stop of that size works, as the stop reserves the position. Trigger orders are not known to be refused. This is a warning.',
    fix: 'Add `trigger: =price`: the order then goes out once its price is reached.',
  },
  'exit/preset-stays': {
    title: 'A stop of the exchange next to a later one',
    meaning:
      'The entry carries a `stopLoss`, which the exchange keeps until the position is closed. ordo cannot cancel it, so it works next to a stop that was to take its place. This is a warning.',
    fix: 'Write the first stop as an exit of its own: `size: { filled: entry }` with its `trigger`.',
  },
  'exit/one-stop': {
    title: 'A stop that is not sent next to another one',
    meaning:
      'Two stops of the same entries wait for nothing. A group has one stop at a time: the one that is written last is sent. The other one is sent only if that is refused too often. This is a warning.',
    fix: 'Delete it, or write `after` at the one that is to take the place of the other.',
  },
  'exit/plain-close': {
    title: 'A close with a size of its own next to exits',
    meaning:
      'An order closes the position that exits close, and is none of them: its size does not follow what was filled. What it closes counts for the exits only where the position is smaller than what was filled, which looks see some seconds later. Where more is held, by hand or by another plan, the stop stays, and closes of that. This is a warning.',
    fix: 'Write `size: { filled: … }` with the ids of the entries, or put the order into a plan of its own if it closes what was held before.',
  },
  'until/itself': {
    title: 'An order that ends by its own fill',
    meaning: '`until` names the order itself, or a ladder that it is a rung of.',
    fix: 'Name another order.',
  },
  'until/before': {
    title: 'An order that ends before it is sent',
    meaning: 'The instant of its `until` is not later than that of its `after`, or of its slice.',
    fix: 'Write a later `until`, or an earlier start.',
  },
  'over/range': {
    title: 'A ladder over price and over time',
    meaning: 'A ladder has its rungs at several prices, or its slices at several times. Not both.',
    fix: 'Write one price, or delete `over`.',
  },
  'over/too-dense': {
    title: 'Slices that follow too soon',
    meaning: 'Two slices are at least 10 s apart.',
    fix: 'Write fewer steps, or a longer `for`.',
  },
} as const satisfies Record<string, Mistake>;
