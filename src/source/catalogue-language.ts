/** Codes of variables, expressions, ladders, sizes and stages. */
import type { Mistake } from './mistake.ts';

export const languageMistakes = {
  'variable/reserved': {
    title: 'A variable with a reserved name',
    meaning: 'Functions, `price` and `market` have meanings of their own.',
    fix: 'Give it another name.',
  },
  'variable/cycle': {
    title: 'Variables that need each other',
    meaning: 'None of them could ever have a value.',
    fix: 'Give one of them a number.',
  },
  'variable/unused': {
    title: 'A variable that nothing uses',
    meaning: 'No order needs it, so it may be a typing mistake. This is a warning.',
    fix: 'Delete it, or use it.',
  },
  'expression/syntax': {
    title: 'An expression that cannot be read',
    meaning: 'An expression has numbers, variables, + - * / ( ) and functions, as in a spreadsheet.',
    fix: 'Correct it at the place that is marked.',
  },
  'expression/unknown-name': {
    title: 'An unknown name in an expression',
    meaning: 'It is neither a variable of the plan nor a function, or it is `price` where there is none.',
    fix: 'Use a name that is known, or add it to `vars`.',
  },
  'expression/arguments': {
    title: 'A function with the wrong number of arguments',
    meaning: '`min` and `max` take one or more; the others take one.',
    fix: 'Write as many as the function takes.',
  },
  'expression/unrounded': {
    title: 'An average that is not put on the tick',
    meaning:
      'What was paid on average has digits without end, and is known only once the entry is filled. So it is written inside `tick( )`, `tickUp( )` or `tickDown( )`, whatever else is in the formula.',
    fix: 'Put one of them around the formula: `=tick(average(entry))`.',
  },
  'expression/division-by-zero': {
    title: 'A division by zero',
    meaning: 'What follows the `/` comes to zero.',
    fix: 'Check the variables.',
  },
  'expression/endless': {
    title: 'A result whose digits never end',
    meaning: 'A division such as 1 / 3 has no last digit, and ordo never rounds by itself.',
    fix: 'Say how it is rounded: `tick( )` for prices, `lot( )` for sizes.',
  },
  'expression/too-large': {
    title: 'An expression that is too large',
    meaning: 'It is longer, deeper or has more digits than any price or size needs.',
    fix: 'Give parts of it a name in `vars`.',
  },
  'ladder/one-step': {
    title: 'A ladder of one step',
    meaning: 'A ladder has at least two prices.',
    fix: 'Write 2 or more, or one price.',
  },
  'ladder/one-price': {
    title: 'A range that ends where it begins',
    meaning: 'A ladder has at least two prices.',
    fix: 'Write two prices, or one order.',
  },
  'ladder/too-dense': {
    title: 'Two rungs at one price',
    meaning: 'There are fewer ticks between the ends than steps.',
    fix: 'Write fewer steps, or a wider range.',
  },
  'ladder/too-fine': {
    title: 'A geometric ladder at a price too large',
    meaning: 'Its prices come to more than a million million ticks, which no market has.',
    fix: 'Check the prices, or write `spacing: linear`.',
  },
  'ladder/id-too-long': {
    title: 'Ids of rungs that are too long',
    meaning: 'A rung has the id of its ladder, a dash and its number, and an id has at most 64 characters.',
    fix: 'Shorten the id of the ladder.',
  },
  'ladder/total': {
    title: 'A ladder with a single size',
    meaning: 'One number could be the size of each rung or of all together.',
    fix: 'Write `size: { total: … }`, or `notional` or `risk`.',
  },
  'ladder/ratio': {
    title: 'A ratio that does not fit the shape',
    meaning: '`shape: geometric` needs `ratio`, and no other shape takes one.',
    fix: 'Write both, or neither.',
  },
  'ladder/shares': {
    title: 'Weights and steps differ in number',
    meaning: 'A list of weights has one for each rung.',
    fix: 'Write as many weights as steps.',
  },
  'size/kind': {
    title: 'A size that says too little or too much',
    meaning: 'A size is one of `total`, `notional`, `risk` and `filled`.',
    fix: 'Write one of them.',
  },
  'size/not-a-ladder': {
    title: 'A single order with the size of a ladder',
    meaning: '`total`, `shape` and `ratio` share a size among the rungs of a price range.',
    fix: 'Write one size, or a price range.',
  },
  'size/no-stop': {
    title: 'A risk without a stop',
    meaning: '`risk` is divided by the distance of price and `stopLoss`, and there is no `stopLoss`.',
    fix: 'Add `stopLoss`; or, where the stop is an order of its own, `stop` in the size; or size the order by `notional`.',
  },
  'size/stop': {
    title: 'A stop in a size that has no use for it',
    meaning: '`stop` goes with `risk`, on an order that opens a position and carries no `stopLoss`.',
    fix: 'Delete it, or say the stop in this one place.',
  },
  'size/no-price': {
    title: 'A worth without a price',
    meaning: '`notional` and `risk` are divided by a price, and a market order has none but its `reference`.',
    fix: 'Add `reference` with where you think the market is.',
  },
  'size/share': {
    title: 'A share of nothing, or of too much',
    meaning:
      'A percentage is a share of the equity where the size has `of: equity`, above 0 and at most 100 %. `of` goes with `risk` and `notional`, and with a percentage alone. More than 10 % at risk is a warning.',
    fix: 'Write `{ risk: 1%, of: equity }`, or an amount without `of`.',
  },
  'size/no-account': {
    title: 'A share of an equity that is not known',
    meaning:
      'A size is a share of the equity, and the account file is not there or cannot be read. Nothing asks the exchange while a plan is read.',
    fix: 'Write the file: `ordo account --out account.json`.',
  },
  'stage/unknown-order': {
    title: 'Waiting for an order that does not exist',
    meaning: '`after` names ids of orders and names of ladders of the same plan.',
    fix: 'Use an id of the plan.',
  },
  'stage/too-many-ties': {
    title: 'Too much waiting',
    meaning: 'Orders that wait, each counted with all the orders that it waits for, come to more than 200,000.',
    fix: 'Let them wait for fewer, or split the plan.',
  },
  'stage/cycle': {
    title: 'Orders that wait for each other',
    meaning: 'Each waits for the next, so none of them could ever be sent.',
    fix: 'Delete one of the links.',
  },
} as const satisfies Record<string, Mistake>;
