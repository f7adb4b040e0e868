/** A simulation that fills what would not fill, pays what is not paid, or takes a course for the worst that is not. */
import type { PlantedFault } from './fault.ts';

const MATCHER = 'src/paper/market/matcher.ts';
const WAITING = 'src/paper/market/waiting.ts';
const CANDLE = 'src/simulate/range/candle.ts';
const STATE = 'src/simulate/range/state.ts';
const RANGE = 'src/simulate/range/range.ts';

const BY_PROOF: readonly Omit<PlantedFault, 'proof'>[] = [
  {
    name: 'what sells fills where its price is touched',
    file: 'src/paper/market/reach.ts',
    changes: [[`{ at: at + rules.bid, rising: true }`, `{ at, rising: true }`]],
  },
  {
    name: 'a stop over a gap sells at its trigger',
    file: MATCHER,
    changes: [
      [
        `if (isTriggering(order)) this.#fire(order);`,
        `if (isTriggering(order)) {
          const last = this.#last;
          this.#last = order.at;
          this.#fire(order);
          this.#last = last;
        }`,
      ],
    ],
  },
  {
    name: 'a limit over a gap fills at the open',
    file: MATCHER,
    changes: [
      [
        `this.#trade(order, order.terms.limit as number, 'maker');`,
        `this.#trade(order, order.terms.buys
          ? Math.min(order.terms.limit as number, this.#last + this.#rules.ask)
          : Math.max(order.terms.limit as number, this.#last - this.#rules.bid), 'maker');`,
      ],
    ],
  },
  {
    name: 'over a gap what waited longest acts first',
    file: MATCHER,
    changes: [[`this.#settle(from);`, `this.#settle();`]],
  },
  {
    name: 'both presets of an order fire',
    file: MATCHER,
    changes: [[`if (part !== 'placed' && !this.#rules.orphans)`, `if (part !== 'placed' && this.#rules.orphans)`]],
  },
  {
    name: 'a preset acts before its order fills',
    file: MATCHER,
    changes: [[`this.#told.placed(order);`, `this.#told.placed(order); if (terms.opens) this.#attach(order);`]],
  },
  {
    name: 'a preset acts after its order was cancelled',
    file: MATCHER,
    changes: [
      [
        `this.#told.ended(order, terms.must);`,
        `{ this.#told.ended(order, terms.must); if (terms.opens) this.#attach(order); }`,
      ],
    ],
  },
  {
    name: 'a close that waits outlives its position',
    file: MATCHER,
    changes: [
      [`if (!this.#rules.isStill) return this.#waitingCloses(position);`, `if (!this.#rules.isStill) return NONE;`],
    ],
  },
  {
    name: 'held sizes are no part of a state',
    file: MATCHER,
    changes: [
      [
        `waitAlike(this.#waiting, other.#waiting) && this.#held.every(isHeld)`,
        `waitAlike(this.#waiting, other.#waiting)`,
      ],
    ],
  },
  {
    name: 'the maker pays what the taker pays',
    file: 'src/simulate/money.ts',
    changes: [[`sized * rates[role]`, `sized * rates[role === 'maker' ? 'taker' : role]`]],
  },
  {
    name: 'opening is free',
    file: STATE,
    changes: [
      [`coin.fee(one.price, size, one.role);`, `(one.order.terms.opens ? 0n : coin.fee(one.price, size, one.role));`],
    ],
  },
  {
    name: 'where two courses meet, the better one is kept for the worse',
    file: STATE,
    changes: [[`other.least.cash < one.least.cash`, `other.least.cash > one.least.cash`]],
  },
  {
    name: 'the depth before an order acts is not looked at',
    file: STATE,
    changes: [[`let lowest = held * at;`, `let lowest = 10n ** 40n;`]],
  },
  {
    name: 'the high is visited once where twice is possible',
    file: CANDLE,
    changes: [[`if (above <= high) this.#act(`, `if (above <= high && (flags & HIGH) === 0) this.#act(`]],
  },
  {
    name: 'the low is visited once where twice is possible',
    file: CANDLE,
    changes: [[`if (below >= low) this.#act(`, `if (below >= low && (flags & LOW) === 0) this.#act(`]],
  },
  {
    name: 'the close is reached before high and low both were',
    file: CANDLE,
    changes: [[`flags === BOTH && below < close`, `flags !== 0 && below < close`]],
  },
  {
    name: 'the last candle is dropped',
    file: RANGE,
    changes: [[`index <= last; index++`, `index < last; index++`]],
  },
  {
    name: 'a gap takes no time',
    file: 'src/simulate/range/timeline.ts',
    changes: [[`if (span.from >= span.to) return;`, `if (span.from >= 0) return;`]],
  },
  {
    name: 'no trigger of its own is a stop',
    file: WAITING,
    changes: [
      [
        `rising }: BookOrder): boolean =>
  !opens`,
        `rising, part }: BookOrder): boolean =>
  part !== 'placed' && !opens`,
      ],
    ],
  },
  {
    name: 'a target is a stop',
    file: WAITING,
    changes: [[`undefined && rising === (position % 2 === 1)`, `undefined`]],
  },
  {
    name: 'a course leaves its jumps out',
    file: 'src/simulate/simulate-plan.ts',
    changes: [[`const jump = { to: price, gap };`, `const jump = { to: price, gap: false };`]],
  },
];

const SIMULATED = { tests: ['expect', 'options', 'deciding'].map((name) => `test/simulate/${name}.test.ts`) };

const BY_TESTS: readonly Omit<PlantedFault, 'proof'>[] = [
  {
    name: 'what decides does not add up',
    file: 'src/simulate/deciding.ts',
    changes: [[`apart: apart - before`, `apart`]],
  },
  {
    name: 'an expectation is judged by the better end',
    file: 'src/simulate/expect.ts',
    changes: [[`ends.every(meets)`, `ends.some(meets)`]],
  },
  {
    name: 'a range that is no bound meets expectations',
    file: 'src/simulate/expect.ts',
    changes: [[`if (!simulated.bound || ends === undefined)`, `if (ends === undefined)`]],
  },
  {
    name: 'a simulation ends a candle late',
    file: 'src/simulate/used-range.ts',
    changes: [[`return low - 1;`, `return Math.min(low, candles.openMs.length - 1);`]],
  },
  {
    name: 'what waits for a refused order is simulated all the same',
    file: 'src/simulate/placing.ts',
    changes: [[`!accepted.has(clientOid)) === true`, `!accepted.has(clientOid)) === undefined`]],
  },
];

const WATCHED = { tests: ['test/system/start-thread.test.ts'] };

const BY_WATCH: readonly Omit<PlantedFault, 'proof'>[] = [
  {
    name: 'an older simulation answers a newer question',
    file: 'src/system/start-thread.ts',
    changes: [[`if (waiting !== undefined || isSpent) {`, `if (isSpent) {`]],
  },
  {
    name: 'a watch simulates other files than it shows',
    file: 'src/commands/simulate/aside.ts',
    changes: [
      [
        `return read === undefined ? files.read(path) : ok(read);`,
        `return read === undefined ? files.read(path) : files.read(path);`,
      ],
    ],
  },
];

export const FILLS_FAULTS: readonly PlantedFault[] = [
  ...BY_PROOF.map((fault): PlantedFault => Object.assign(fault, { proof: 'fills' as const })),
  ...BY_TESTS.map((fault): PlantedFault => Object.assign(fault, { proof: SIMULATED })),
  ...BY_WATCH.map((fault): PlantedFault => Object.assign(fault, { proof: WATCHED })),
];
