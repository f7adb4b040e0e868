/** Faults of version 3 of the interface, in what is written, signed and sent, and in how its lists are read. */
import type { PlantedFault } from './fault.ts';

const BODIES = 'src/exchange/v3/bodies.ts';
const LISTS = 'src/exchange/v3/lists.ts';
const ANSWERS = { tests: ['test/exchange/v3.test.ts'] } as const;
const WIRE = { tests: ['test/exchange/v3-bodies.test.ts'] } as const;
const WALK = { tests: ['test/session/list-walk.test.ts'] } as const;
const SOCKETS = { tests: ['test/exchange/v3-http.test.ts'] } as const;
const LISTED = { tests: ['test/session/look-up-http.test.ts'] } as const;
const LIVE = { tests: ['test/cli/version-3.test.ts'] } as const;

export const VERSION_3_WIRE_FAULTS: readonly PlantedFault[] = [
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
    changes: [[`? orderId : JSON.stringify(orderId)`, `? String(Number(orderId)) : JSON.stringify(orderId)`]],
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
    name: 'a symbol goes out in the spelling of the plan',
    file: 'src/exchange/v3/symbols.ts',
    changes: [[`symbolKey(symbol).toUpperCase();`, `(symbolKey(symbol) === "" ? "" : symbol);`]],
    proof: WIRE,
  },
  {
    name: 'an order at a price says no time in force',
    file: BODIES,
    changes: [[`timeInForce: TIMES[order.timeInForce], price`, `price`]],
    proof: WIRE,
  },
  {
    name: 'a stop is left out of a trigger order',
    file: BODIES,
    changes: [[`    ...(stopLoss && { presetStopLossPrice: stopLoss.toString() }),\n`, ``]],
    proof: LIVE,
  },
  {
    name: 'trades of weeks are asked for in one question',
    file: 'src/exchange/v3/operations.ts',
    changes: [[`longestMs: LONGEST_TRADES_MS`, `longestMs: 90 * LONGEST_TRADES_MS`]],
    proof: ANSWERS,
  },
  {
    name: 'a credential in the place of a side is written in capitals, and not found',
    file: LISTS,
    changes: [['?? `${side} ${position}`;', '?? `${side} ${position}`.toUpperCase();']],
    proof: { tests: ['test/exchange/lists.test.ts'] },
  },
  {
    name: 'a cancel is shown as a POST',
    file: 'src/compile/cancel-calls.ts',
    changes: [[`...defined({ method }), path,`, `path,`]],
    proof: LIVE,
  },
];
