/** Faults of version 3 of the interface, each in the folder of the dialect or where the dialect is asked. */
import type { PlantedFault } from './fault.ts';

const BOOK = 'src/exchange/v3/book.ts';
const BODIES = 'src/exchange/v3/bodies.ts';
const LISTS = 'src/exchange/v3/lists.ts';
const SETTINGS = 'src/actions/prepare/account-settings.ts';
const ANSWERS = { tests: ['test/exchange/v3.test.ts'] } as const;
const WIRE = { tests: ['test/exchange/v3-bodies.test.ts'] } as const;
const WALK = { tests: ['test/session/list-walk.test.ts'] } as const;
const SOCKETS = { tests: ['test/exchange/v3-http.test.ts'] } as const;
const LISTED = { tests: ['test/session/look-up-http.test.ts'] } as const;
const LIVE = { tests: ['test/cli/version-3.test.ts'] } as const;

export const VERSION_3_FAULTS: readonly PlantedFault[] = [
  {
    name: 'of a full page in no order only the newer half of its time is asked for again',
    file: 'src/session/lists/time-walk.ts',
    changes: [[`{ fromMs, toMs: middle, isHalf: true }, `, ``]],
    proof: WALK,
  },
  {
    name: 'a page in no order that says it was cut off is the whole list',
    file: LISTS,
    changes: [[`, ...(hasMore === true && { hasMore })`, ``]],
    proof: { tests: ['test/exchange/v3.test.ts'] },
  },
  {
    name: 'a batch of version 3 is one order of the shorter window',
    file: 'src/exchange/v3/dialect.ts',
    changes: [[`      countsOrders: true,\n`, ``]],
    proof: 'sim-v3',
  },
  {
    name: 'what the settings of the account meet is forgotten before the first order',
    file: 'src/session/session.ts',
    changes: [[`if (this.#isSpent) this.#restraint`, `if (this.#restraint !== undefined) this.#restraint`]],
    proof: 'sim-v3',
  },
  {
    name: 'a refusal by the rate limit is only a failure to read the settings',
    file: 'src/exchange/v3/account.ts',
    changes: [
      [
        `if (told.kind !== 'told') return told;`,
        `if (told.kind !== 'told') return { kind: 'failed', message: told.message };`,
      ],
    ],
    proof: 'sim-v3',
  },
  {
    name: 'version 3 reads errors by the book of version 2',
    file: BOOK,
    changes: [
      [`refusals: REFUSALS.union(new Set([ENGINE])),`, `refusals: new Set(['40017', '40019', '40020', '40015']),`],
    ],
    proof: ANSWERS,
  },
  {
    name: 'a refusal of the engine at 500 is always unknown',
    file: BOOK,
    changes: [[`  engineStatus: 500,\n`, `  engineStatus: 599,\n`]],
    proof: ANSWERS,
  },
  {
    name: 'every -1054 at 500 is a refusal',
    file: 'src/exchange/answers/refusal-proof.ts',
    changes: [
      [`code === engineCode && ENGINE_REFUSAL.test(message);`, `code === engineCode;`],
      [`(code !== engineCode || ENGINE_REFUSAL.test(message)) &&`, ``],
      [`!LEAVES_OPEN.test(message) &&`, ``],
    ],
    proof: ANSWERS,
  },
  {
    name: 'the config cannot take back that the engine refuses at 500',
    file: 'src/exchange/operations-of.ts',
    changes: [[`return engineRefusalsAt500 ? V3 : UNASSUMING;`, `return engineRefusalsAt500 ? V3 : V3;`]],
    proof: LIVE,
  },
  {
    name: 'an unknown error is a refusal on version 3',
    file: BOOK,
    changes: [[`'-1058 -3235 -1115`, `'-1000 -1058 -3235 -1115`]],
    proof: ANSWERS,
  },
  {
    name: 'an order that is refused in place is one of ours with another name',
    file: BOOK,
    changes: [[`    clientOid: 'clientOrderId',`, `    clientOid: 'origClientOrderId',`]],
    proof: ANSWERS,
  },
  {
    name: 'the first page of the open triggers is skipped',
    file: LISTS,
    changes: [[`'open-triggers': 1 };`, `'open-triggers': 2 };`]],
    proof: ANSWERS,
  },
  {
    name: 'a filled record that tells no amount has filled nothing',
    file: LISTS,
    changes: [[`const isFilled = status?.toLowerCase() === 'filled';`, `const isFilled = status === 'none';`]],
    proof: ANSWERS,
  },
  {
    name: 'a trigger is known by the order that it names beside',
    file: LISTS,
    changes: [
      [
        `orderIdOf(record[isTrigger ? 'algoId' : 'orderId']);`,
        `orderIdOf(record[isTrigger ? 'actualOrderId' : 'orderId']);`,
      ],
    ],
    proof: ANSWERS,
  },
  {
    name: 'a symbol is compared by its letters alone',
    file: 'src/model/symbol.ts',
    changes: [[`symbol.toLowerCase().replace(/^cmt_/, '')`, `symbol.toLowerCase()`]],
    proof: { tests: ['test/plan/two-spellings.test.ts'] },
  },
  {
    name: 'a short is closed by selling',
    file: BODIES,
    changes: [[`side: isLong === isOpening(side) ? 'BUY' : 'SELL'`, `side: isLong ? 'BUY' : 'SELL'`]],
    proof: WIRE,
  },
  {
    name: 'a stop is left out of an order',
    file: BODIES,
    changes: [[`    ...(stopLoss && { slTriggerPrice: stopLoss.toString() }),\n`, ``]],
    proof: WIRE,
  },
  {
    name: 'a size is written as a float',
    file: BODIES,
    changes: [
      [
        `    quantity: order.size.toString(),\n    newClientOrderId`,
        `    quantity: String(Number(order.size.toString()) * 1.1),\n    newClientOrderId`,
      ],
    ],
    proof: WIRE,
  },
  {
    name: 'the ids of a batch of cancels go through a float',
    file: BODIES,
    changes: [[`[\${ids.join(',')}]`, `[\${ids.map(Number).join(',')}]`]],
    proof: WIRE,
  },
  {
    name: 'a cancel is signed without its query',
    file: 'src/exchange/send/http-exchange.ts',
    changes: [
      [
        `sign(credentials.secret, { timestamp, method, path, body })`,
        `sign(credentials.secret, { timestamp, method, path: method === 'DELETE' ? (path.split('?')[0] ?? '') : path, body })`,
      ],
    ],
    proof: LIVE,
  },
  {
    name: 'a cancel is signed without its body',
    file: 'src/exchange/send/http-exchange.ts',
    changes: [
      [
        `sign(credentials.secret, { timestamp, method, path, body })`,
        `sign(credentials.secret, { timestamp, method, path, body: method === 'POST' ? body : '' })`,
      ],
    ],
    proof: SOCKETS,
  },
  {
    name: 'a cancel leaves without its body',
    file: 'src/exchange/send/http-exchange.ts',
    changes: [[`...((method === 'POST' || body !== '') && { body }),`, `...(method === 'POST' && { body }),`]],
    proof: SOCKETS,
  },
  {
    name: 'a redirect of version 3 is followed',
    file: 'src/exchange/send/http-exchange.ts',
    changes: [[`redirect: 'manual',`, `redirect: 'follow',`]],
    proof: SOCKETS,
  },
  {
    name: 'a trigger is cancelled where orders are',
    file: 'src/exchange/v3/requests.ts',
    changes: [
      [
        `trigger: { path: '/capi/v3/algoOrder', weight: by(1) },`,
        `trigger: { path: '/capi/v3/order', weight: by(1) },`,
      ],
    ],
    proof: WIRE,
  },
  {
    name: 'the pages of what is open begin at one',
    file: LISTS,
    changes: [[`page: String(page + (FIRST_PAGE[list] ?? 0))`, `page: String(page + (FIRST_PAGE[list] ?? 1))`]],
    proof: ANSWERS,
  },
  {
    name: 'a list is at its end at a full page',
    file: 'src/session/lists/list-walk.ts',
    changes: [[`if (length === 0) this.arrive();`, `if (length === 0 || length === 100) this.arrive();`]],
    proof: LISTED,
  },
  {
    name: 'an order id of a list goes through a float',
    file: LISTS,
    changes: [
      [
        `orderIdOf(record[isTrigger ? 'algoId' : 'orderId']);`,
        `orderIdOf(String(Number(textOf(record[isTrigger ? 'algoId' : 'orderId']))));`,
      ],
    ],
    proof: ANSWERS,
  },
  {
    name: 'an error of version 3 beside an order is a refusal',
    file: 'src/exchange/answers/refusal-proof.ts',
    changes: [
      [
        `const isOrderKey = (letters: string): boolean => letters === own || ORDER_KEY.test(letters);`,
        `const isOrderKey = (letters: string): boolean => letters === 'order_id' || own === '';`,
      ],
      [`if (LONG_DIGITS.test(textOf(one) ?? '')) return true;`, ``],
    ],
    proof: { tests: ['test/exchange/v3-faults.test.ts'] },
  },
  {
    name: 'an order under a version’s own name does not count as one',
    file: 'src/exchange/answers/refusal-proof.ts',
    changes: [
      [`letters === own || ORDER_KEY.test(letters);`, `ORDER_KEY.test(letters) || (own === '' && letters === own);`],
    ],
    proof: { tests: ['test/exchange/third-dialect.test.ts'] },
  },
  {
    name: 'an order goes in another margin mode than the plan says',
    file: SETTINGS,
    changes: [[`if (settings.marginMode !== marginMode) {`, `if (settings.marginMode === undefined) {`]],
    proof: LIVE,
  },
  {
    name: 'an account that may not trade is only warned of',
    file: SETTINGS,
    changes: [
      [`if (read?.account.mayTrade === false)`, `if (read?.account.mayTrade === false && accountCheck === 'refuse')`],
    ],
    proof: LIVE,
  },
  {
    name: 'after a 429 version 3 waits as long as the answer says',
    file: BOOK,
    changes: [[`leastWaitMs: 10_000,`, `leastWaitMs: 0,`]],
    proof: ANSWERS,
  },
  {
    name: 'the real exchange is spoken to by a version that nobody wrote',
    file: 'src/commands/live/live-target.ts',
    changes: [[`config.exchange.isInterfaceAssumed === true`, `config.exchange.isInterfaceAssumed === undefined`]],
    proof: LIVE,
  },
];
