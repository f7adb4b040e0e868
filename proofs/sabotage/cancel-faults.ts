/** Cancels that are believed too early, and orders that are told to have ended as they did not. */
import type { PlantedFault } from './fault.ts';

const END = 'src/session/cancel/cancel-end.ts';
const FOLLOWING = 'src/session/cancel/following.ts';
const STAND = 'src/session/lists/stand.ts';
const ENTRIES = 'src/exchange/answers/cancel-entries.ts';
const OVER = `if (stand?.kind !== 'seen' || !stand.isOver) return undefined;`;

/** What is told of an order, against what became of it. */
const ENDS: readonly PlantedFault[] = [
  {
    name: 'the answer to a cancel is taken for its end',
    file: END,
    changes: [
      [
        `export function overAs({ stand }: Followed): CancelEnd | undefined {`,
        `export function overAs({ sent, stand }: Followed): CancelEnd | undefined {\n  if (sent?.answer === 'taken') return { outcome: 'cancelled', step: 'cancelled', rule: 'planted' };`,
      ],
    ],
  },
  {
    name: 'an order that is in no list counts as cancelled',
    file: END,
    changes: [
      [
        OVER,
        `if (stand?.kind === 'not-found') return { outcome: 'cancelled', step: 'cancelled', ...SEEN['not-found'] };\n  ${OVER}`,
      ],
    ],
  },
  {
    name: 'a refused cancel is told without a look',
    file: FOLLOWING,
    changes: [
      [
        `await this.#untilOver(await this.#sendFirst(calls, lastNumber));`,
        `const last = await this.#sendFirst(calls, lastNumber);\n    const refused = [...this.#open.values()].filter(({ sent }) => sent?.answer === 'refused');\n    await this.#conclude(refused.map((open) => [open, { outcome: 'refused', step: 'stands', rule: 'planted' }]));\n    await this.#untilOver(last);`,
      ],
    ],
  },
  {
    name: 'a trigger that fired counts as cancelled',
    file: END,
    changes: [
      [`seen.state === 'cancelled' ? 'cancelled' : 'filled'`, `seen.state === 'filled' ? 'filled' : 'cancelled'`],
    ],
  },
  {
    name: 'the refusal of the next cancel is believed after a lost one',
    file: END,
    changes: [[`isRepeated === true || (before.state`, `(before.state`]],
    proof: { tests: ['test/session/cancel-end.test.ts'] },
  },
  {
    name: 'the lost cancel of an earlier command is forgotten',
    file: END,
    changes: [[`(before.state === 'cancel-unknown' && !isCancelDead(before, now))`, `now.wallMs < 0`]],
    proof: { tests: ['test/session/cancel-end.test.ts'] },
  },
  {
    name: 'an order is said to stand while its lost cancel may yet be acted upon',
    file: 'src/session/lists/sighting-of.ts',
    changes: [[`>= REQUEST_DEAD_AFTER_MS + LIST_LAG_MS`, `>= 0`]],
    proof: { tests: ['test/cli/open-cancels.test.ts'] },
  },
  {
    name: 'the wall clock alone says that a cancel is dead',
    file: 'src/session/lists/sighting-of.ts',
    changes: [[`passedSince(changedAtMs, changedUptimeMs, now)`, `passedSince(changedAtMs, null, now)`]],
    proof: { tests: ['test/session/cancel-end.test.ts'] },
  },
  {
    name: 'what a trigger became is cancelled, and the journal does not say which order that was',
    file: 'src/session/cancel/following.ts',
    changes: [
      [`(stand ? sightingOf({ order, stand }) : [])`, `(stand === undefined ? sightingOf({ order, stand }) : [])`],
    ],
    proof: { tests: ['test/session/cancel-became.test.ts'] },
  },
  {
    name: 'an end is told before it is on record',
    file: 'src/session/cancel/cancel-reports.ts',
    changes: [
      [
        `await this.see( ends.map(([{ before }, { step`,
        `for (const [open, end] of ends) this.tell(open.before, end, open.call);\n    this.tell = () => {};\n    await this.see( ends.map(([{ before }, { step`,
      ],
      [
        `tell({ id, clientOid, orderId }: KnownOrder, end: CancelEnd, call?: number): void {`,
        `tell = ({ id, clientOid, orderId }: KnownOrder, end: CancelEnd, call?: number): void => {`,
      ],
    ],
  },
];

/** How much of an order was filled, and where its end is read. */
const LOOKS: readonly PlantedFault[] = [
  {
    name: 'a fill during a cancel is lost',
    file: STAND,
    changes: [
      [
        `if (record !== undefined && !needsFills(record)) return { size: Decimal.zero };`,
        `if (status === 'cancelled' || (record !== undefined && !needsFills(record))) return { size: Decimal.zero };`,
      ],
    ],
  },
  {
    name: 'the filled size of a record is believed over the trades',
    file: STAND,
    changes: [
      [
        `const sum = sumOf(fills.map((fill) => fill.size));`,
        `const sum = Decimal.parse(record?.filledSize ?? '') ?? sumOf(fills.map((fill) => fill.size));`,
      ],
    ],
  },
  {
    name: 'trades that lag are not held against the record',
    file: STAND,
    changes: [[`if (isAbove(least, sum)) return`, `if (isAbove(least, sum) && status !== 'cancelled') return`]],
  },
  {
    name: 'the history is not read for the end of a cancel',
    file: 'src/session/lists/standing-look.ts',
    changes: [
      [`#read(listsOf(true), orders)`, `#read(['open-triggers'], orders)`],
      [`#read(listsOf(false), sought)`, `#read(['open'], sought)`],
    ],
  },
  {
    name: 'a record of another client order id is taken for ours',
    file: 'src/session/lists/list-matches.ts',
    changes: [
      [
        `const { clientOid, orderId } = record;`,
        `const { orderId } = record;\n      const near = (one: string): boolean => record.clientOid.toLowerCase().startsWith(one.slice(0, -1));\n      const clientOid = [...this.#sought.keys()].find(near) ?? record.clientOid;`,
      ],
    ],
  },
];

/** What an answer says of each order. */
const ANSWERS: readonly PlantedFault[] = [
  {
    name: 'the entries of a batch of cancels are matched by place',
    file: ENTRIES,
    changes: [
      [
        `for (const { part, isFailure, aim } of aimed) { for (const at of placesOf(part, aim, call, book))`,
        `for (const [place, { part, isFailure, aim }] of aimed.entries()) { for (const at of call.kind === 'batch' ? [place] : placesOf(part, aim, call, book))`,
      ],
    ],
    proof: { tests: ['test/exchange/classify-cancel.test.ts'] },
  },
  {
    name: 'the result on top of a batch of cancels decides',
    file: ENTRIES,
    changes: [
      [
        `const verdicts = withoutShared(told.map(agreed));`,
        `const failed = isObject(payload) && payload['result'] === false;\n  const verdicts = failed ? call.orders.map((): CancelAnswer => ({ answer: 'refused', code: '', message: '', rule: 'planted' })) : withoutShared(told.map(agreed));`,
      ],
    ],
    proof: { tests: ['test/exchange/classify-cancel.test.ts'] },
  },
  {
    name: 'an order that the answer to a cancel does not name counts as refused',
    file: ENTRIES,
    changes: [
      [
        `return unknownCancel('cancel-missing', 'the answer does not name this order');`,
        `return { answer: 'refused', code: '', message: '', rule: 'planted' };`,
      ],
    ],
    proof: { tests: ['test/exchange/classify-cancel.test.ts'] },
  },
];

const UNSEEN: readonly PlantedFault[] = [
  {
    name: 'a look that could see nothing ends as if all were well',
    file: 'src/actions/refresh.ts',
    changes: [[`one.stand.kind === 'failed' || isLost(`, `isLost(`]],
    proof: { tests: ['test/cli/refresh.test.ts'] },
  },
  {
    name: 'an accepted order that is in no list ends a look as if all were well',
    file: 'src/actions/refresh.ts',
    changes: [
      [`one.stand.kind === 'failed' || isLost(one.stand, mayRest(orderOf(one)))`, `one.stand.kind === 'failed'`],
    ],
    proof: { tests: ['test/cli/settle-closed.test.ts'] },
  },
  {
    name: 'an order that a person called closed is never looked at again',
    file: 'src/actions/look-up.ts',
    changes: [[`state === 'closed' && (seen === undefined`, `state === 'in-flight' && (seen === undefined`]],
    proof: { tests: ['test/cli/settle-closed.test.ts'] },
  },
  {
    name: 'an unknown placing is sent round in a circle of cancels',
    file: 'src/views/cancel-steps.ts',
    changes: [[`outcome === 'unknown' && orderId === undefined`, `outcome === 'unknown' && orderId === ''`]],
    proof: { tests: ['test/cli/cancel-ends.test.ts'] },
  },
  {
    name: 'an order whose cancel did not leave is said to be still there',
    file: 'src/views/cancel-steps.ts',
    changes: [[`rule === 'cancel-not-sent' ?`, `rule === '' ?`]],
    proof: { tests: ['test/cli/cancel-ends.test.ts'] },
  },
];

export const CANCEL_FAULTS: readonly PlantedFault[] = [...ENDS, ...LOOKS, ...ANSWERS, ...UNSEEN];
