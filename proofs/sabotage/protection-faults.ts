/** What is open without a stop is said to have one, or what is covered to be naked; or a loss is told too small. */
import type { PlantedFault } from './fault.ts';
import {
  CHAINS,
  COVER,
  HELD,
  LOOK,
  MATCHING,
  POSITION,
  POSITIONS,
  PROTECTION,
  meaning,
  type OfProof,
} from './protection-places.ts';

const BY_PROOF: readonly OfProof[] = [
  {
    name: 'a target counts as a stop',
    file: POSITION,
    changes: [[`side: key < low ? 'below' : 'not-below'`, `side: 'below'`]],
  },
  {
    name: 'a trigger at the market counts as a stop',
    file: POSITION,
    changes: [[`side: key < low ? 'below'`, `side: key <= low ? 'below'`]],
  },
  {
    name: 'the market of a short is taken from its other end',
    file: POSITION,
    changes: [[`market && keys.of(side === 'long' ? market.low : market.high);`, `market && keys.of(market.low);`]],
  },
  {
    name: 'without a market a stop is taken to lie below it',
    file: POSITION,
    changes: [
      [
        `if (low === undefined) return [{ ...stop, side: 'not-known' }];`,
        `if (low === undefined) return [{ ...stop, side: 'below' }];`,
      ],
    ],
  },
  {
    name: 'an entry that waits for a trigger is taken to rest',
    file: POSITION,
    changes: [[`price.kind === 'market' || trigger !== undefined || mayTake,`, `price.kind === 'market' || mayTake,`]],
  },
  {
    name: 'the margin mode is ignored',
    file: POSITIONS,
    changes: [['`${of.symbol} ${side} ${of.marginMode}`', '`${of.symbol} ${side} cross`']],
  },
  {
    name: 'the limit of an entry with a trigger is ignored',
    file: POSITION,
    changes: [[`return least(keys.of(price.at), keyOf(trigger));`, `return keyOf(trigger) ?? keys.of(price.at);`]],
  },
  {
    name: 'a stop at the price of its entry counts',
    file: MATCHING,
    changes: [[`stop.of.key >= bound`, `stop.of.key > bound`]],
  },
  {
    name: 'a short is not the mirror of a long',
    file: 'src/protection/prices.ts',
    changes: [[`return this.#isLong ? exact : -exact;`, `return this.#isLong ? exact : exact;`]],
  },
  meaning(
    'a rejected stop counts',
    `rejected: { opening: 'nothing', stop: 'gone' }`,
    `rejected: { opening: 'nothing', stop: 'live' }`,
  ),
  meaning(
    'a withheld stop counts',
    `withheld: { opening: 'nothing', stop: 'gone' }`,
    `withheld: { opening: 'nothing', stop: 'live' }`,
  ),
  meaning(
    'a stop that is not selected counts',
    `'not-selected': { opening: 'nothing', stop: 'gone' }`,
    `'not-selected': { opening: 'nothing', stop: 'live' }`,
  ),
  meaning(
    'a stop that is settled as absent counts',
    `absent: { opening: 'nothing', stop: 'gone' }`,
    `absent: { opening: 'nothing', stop: 'live' }`,
  ),
  meaning(
    'a cancelled stop counts',
    `cancelled: { opening: 'held', stop: 'gone' }`,
    `cancelled: { opening: 'held', stop: 'live' }`,
  ),
  meaning(
    'a stop that was filled counts',
    `filled: { opening: 'held', stop: 'gone' }`,
    `filled: { opening: 'held', stop: 'live' }`,
  ),
  meaning(
    'a stop of which nobody knows counts',
    `unsure: { opening: 'working', stop: 'not-known' }`,
    `unsure: { opening: 'working', stop: 'live' }`,
  ),
  meaning(
    'a stop that no list has counts',
    `'in-no-list': { opening: 'working', stop: 'not-known' }`,
    `'in-no-list': { opening: 'working', stop: 'live' }`,
  ),
  meaning(
    'an entry of which nobody knows opens nothing',
    `unsure: { opening: 'working', stop: 'not-known' }`,
    `unsure: { opening: 'nothing', stop: 'not-known' }`,
  ),
  meaning(
    'an entry that no list has opens nothing',
    `'in-no-list': { opening: 'working', stop: 'not-known' }`,
    `'in-no-list': { opening: 'nothing', stop: 'not-known' }`,
  ),
  meaning(
    'a withheld entry is at stake',
    `withheld: { opening: 'nothing', stop: 'gone' }`,
    `withheld: { opening: 'working', stop: 'gone' }`,
  ),
  {
    name: 'a stop whose limit may rest counts',
    file: POSITION,
    changes: [
      [
        `price.kind === 'market' || keys.of(price.at) < key;`,
        `price.kind === 'market' || keys.of(price.at) >= 0n || true;`,
      ],
    ],
  },
  {
    name: 'a stop-limit is valued at its trigger',
    file: POSITION,
    changes: [[`const exit = price.kind === 'market' ? trigger : price.at;`, `const exit = trigger;`]],
  },
  {
    name: 'what was filled of an order is still working',
    file: POSITION,
    changes: [[`filled.isZero ? order.size : order.size.minus(filled)`, `filled.isZero ? order.size : order.size`]],
  },
  {
    name: 'what is held is not at stake',
    file: POSITION,
    changes: [[`const units = held.map(heldUnit);`, `const units = held.slice(0, 0).map(heldUnit);`]],
  },
  {
    name: 'what was filled since the look is left out',
    file: HELD,
    changes: [[`[...pieces, ...opens.filter(isSince).map(ownPiece)]`, `[...pieces]`]],
  },
  {
    name: 'what was filled since the look is taken for seen',
    file: LOOK,
    changes: [
      [
        `if (order.sentAtMs > look.atMs) return { ...sinceLook(order), isSinceLook: true };`,
        `if (order.sentAtMs > look.atMs) return { ...order, isSinceLook: true };`,
      ],
    ],
  },
  {
    name: 'a stop closes as much of each entry as it has',
    file: MATCHING,
    changes: [[`take(stop, size);`, ``]],
  },
  {
    name: 'the stop that is reached last counts first',
    file: MATCHING,
    changes: [
      [
        `for (let stop = below.at(-1); stop !== undefined && isLeft(unit); stop = below.at(-1)) {`,
        `for (let stop = below.at(0); stop !== undefined && isLeft(unit); stop = below.at(0)) {`,
      ],
      [`if (!isLeft(stop)) below.pop();`, `if (!isLeft(stop)) below.shift();`],
    ],
  },
  {
    name: 'stops that may not be live cover for sure',
    file: COVER,
    changes: [
      [
        `const maybe = unsure.map((one) => matchOf(one, false));`,
        `const maybe = unsure.map((one) => matchOf(one, true));`,
      ],
    ],
  },
  {
    name: 'a stop whose place the market decides covers what waits for a trigger',
    file: COVER,
    changes: [[`stops.filter(isPlacedByUnit), serves: isRested`, `stops.filter(isPlacedByUnit), serves: () => true`]],
  },
  {
    name: 'a stop goes to its plan alone though it is another that needs it',
    file: CHAINS,
    changes: [[`if (bare.length === 0 || stage.shares.length === 0) return [];`, `if (bare.length >= 0) return [];`]],
  },
  {
    name: 'a stop changes hands to a unit that lies below it',
    file: CHAINS,
    changes: [[`bound === undefined || key < bound;`, `bound === undefined || key <= bound;`]],
  },
  {
    name: 'a stop that changes hands stays with who had it',
    file: CHAINS,
    changes: [[`from.stop.left = from.stop.left.minus(size);`, ``]],
  },
  {
    name: 'a stop that may be reached before its entry is not warned of',
    file: PROTECTION,
    changes: [
      [
        `firesFirst(unit, stop, keys) ? { ...covered, mayFireFirst: true } : covered`,
        `firesFirst(unit, stop, keys) ? covered : covered`,
      ],
    ],
  },
  {
    name: 'an order that a list lacks is taken for gone',
    file: LOOK,
    changes: [[`standing === 'open' ? 'in-no-list' : standing`, `standing === 'open' ? 'absent' : standing`]],
  },
  {
    name: 'an order that a list lacks is taken for open',
    file: LOOK,
    changes: [[`standing === 'open' ? 'in-no-list' : standing`, `standing`]],
  },
  {
    name: 'what a list says of fills is not read',
    file: LOOK,
    changes: [[`filled === undefined || filled.isZero ||`, `filled === undefined || filled.coefficient >= 0n ||`]],
  },
  {
    name: 'orders of others are left out',
    file: LOOK,
    changes: [[`[...guarded, ...maybePresets(guarded, presets), ...foreignOrders(presets, look)]`, `guarded`]],
  },
];

export const PROTECTION_FAULTS: readonly PlantedFault[] = BY_PROOF.map((fault) =>
  Object.assign(fault, { proof: 'protection' as const }),
);
