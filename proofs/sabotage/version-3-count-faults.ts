/** Faults of what version 3 says in numbers: how many orders may follow, and how far back a history tells. */
import type { PlantedFault } from './fault.ts';

const TOLD = 'src/budget/told-counts.ts';
const HEADERS = 'src/exchange/v3/account.ts';
const BUDGET = { tests: ['test/budget/told-counts.test.ts'] } as const;
const READ = { tests: ['test/exchange/v3-order-counts.test.ts'] } as const;
const LIVE = { tests: ['test/cli/version-3-counts.test.ts'] } as const;

export const VERSION_3_COUNT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an answer widens a window beyond what it says',
    file: TOLD,
    changes: [
      [
        `counted === undefined ? undefined : counted + remaining;`,
        `counted === undefined ? undefined : 2 * counted + remaining;`,
      ],
    ],
    proof: BUDGET,
  },
  {
    name: 'what remains widens a window though nothing says what was counted',
    file: TOLD,
    changes: [[`counted === undefined ? undefined : counted + remaining;`, `(counted ?? 1) + remaining;`]],
    proof: BUDGET,
  },
  {
    name: 'a stale answer widens the limit again',
    file: TOLD,
    changes: [[`this.#limit = Math.min(...totals);`, `this.#limit = heard.total ?? this.#limit;`]],
    proof: BUDGET,
  },
  {
    name: 'a stale answer frees what another program uses',
    file: TOLD,
    changes: [[`atMs > nowMs ? foreignOf(this.#heard) : 0;`, `atMs > nowMs ? foreignOf(this.#heard.slice(-1)) : 0;`]],
    proof: BUDGET,
  },
  {
    name: 'what another program uses is not held',
    file: 'src/budget/window.ts',
    changes: [[` + (this.#told?.foreign(nowMs)?.amount ?? 0);`, `;`]],
    proof: BUDGET,
  },
  {
    name: 'all orders go before the first answer says what is left',
    file: TOLD,
    changes: [[`if (this.#awaited === 0 || this.#isSilent) return false;`, `if (this.#turn >= 0) return false;`]],
    proof: BUDGET,
  },
  {
    name: 'what is said of one window is believed of another length',
    file: 'src/budget/window.ts',
    changes: [[`windowMs === this.#rate.windowMs`, `windowMs > 0 && this.#rate.windowMs > 0`]],
    proof: BUDGET,
  },
  {
    name: 'orders of another process of the journal are somebody else’s',
    file: TOLD,
    changes: [[`for (const heard of this.#heard) heard.setOthers(others);`, ``]],
    proof: BUDGET,
  },
  {
    name: 'a negative count of orders is believed',
    file: HEADERS,
    changes: [[`/^[0-9]{1,5}$/`, `/^-?[0-9]{1,5}$/`]],
    proof: READ,
  },
  {
    name: 'an absurd count of orders is believed',
    file: HEADERS,
    changes: [[`/^[0-9]{1,5}$/`, `/^[0-9]{1,20}$/`]],
    proof: READ,
  },
  {
    name: 'counts among far too many headers are believed',
    file: HEADERS,
    changes: [[`16 * 1024;`, `1024 * 1024;`]],
    proof: READ,
  },
  {
    name: 'counts that are no counts are noted at every answer',
    file: 'src/session/send/call-line.ts',
    changes: [[`if (this.#toldOdd) return;`, ``]],
    proof: LIVE,
  },
  {
    name: 'what answers say of the windows does not reach the budget',
    file: 'src/exchange/v3/operations.ts',
    changes: [[`countsIn, market: [`, `market: [`]],
    proof: READ,
  },
  {
    name: 'an order that is older than a history tells is absent from it',
    file: 'src/session/lists/list-walk.ts',
    changes: [[`this.#walk.failure ?? this.#tooOld;`, `this.#walk.failure;`]],
    proof: { tests: ['test/session/look-up-http.test.ts'] },
  },
  {
    name: 'a closed version is named without the key that opens the next',
    file: 'src/exchange/v2/book.ts',
    changes: [['return `${why}: ${mend}`;', 'return mend === why ? mend : why;']],
    proof: { tests: ['test/exchange/access-words.test.ts'] },
  },
];
