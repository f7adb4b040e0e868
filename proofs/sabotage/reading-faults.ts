/** Lists that are not read to a proved end, what rests taken in as something else, and trades that are asked for too little. */
import type { PlantedFault } from './fault.ts';

const WALKS = {
  tests: ['test/session/list-walk.test.ts', 'test/session/look-up-http.test.ts'],
};
const TAKEN_IN = { tests: ['test/cli/new-journal.test.ts'] };
const TRADES = { tests: ['test/cli/trades-unanswered.test.ts'] };
const PAGES = 'src/session/lists/list-walk.ts';
const LOST = { tests: ['test/cli/first-look.test.ts'] };
const LOOK_UP = 'src/session/lists/look-up.ts';
const SIDE_BY_SIDE = 'src/session/lists/side-by-side.ts';
const KIN = 'src/session/lists/kin.ts';
const WORTH = { tests: ['test/cli/taken-in-worth.test.ts'] };
const STANDS = 'src/journal/records/what-stands.ts';
const RESTS = 'src/actions/prepare/as-it-rests.ts';

const READING: readonly PlantedFault[] = [
  {
    name: 'a list that grew while it was read counts as crowded',
    file: 'src/session/lists/time-walk.ts',
    changes: [[`failure === CROWDED && seen.size > this.#seenBefore`, `failure === CROWDED && this.#seenBefore > 0`]],
    proof: { tests: ['test/session/list-walk.test.ts'] },
  },
  {
    name: 'a page that repeats the one before it is the end of a list',
    file: PAGES,
    changes: [['this.fail(`page ${this.pages} repeats the page before it`);', `this.arrive();`]],
    proof: WALKS,
  },
  {
    name: 'a page that is not full is the end of a list',
    file: PAGES,
    changes: [[`if (length === 0) this.arrive();`, `if (length < 100) this.arrive();`]],
    proof: WALKS,
  },
  {
    name: 'one reading of a list is enough though what is sought is missing',
    file: 'src/session/lists/list-reader.ts',
    changes: [[`!== 'pages' || isEnough())`, `!== 'pages' || before.failure === undefined)`]],
    proof: WALKS,
  },
  {
    name: 'a record without a client order id is passed over',
    file: 'src/session/lists/list-matches.ts',
    changes: [[`const why = [...unread, ...(await this.#doubts(sought, ownerOf))];`, `const why = [...unread];`]],
    proof: WALKS,
  },
  {
    name: 'trades that come the oldest first are read to one end only',
    file: 'src/session/lists/time-walk.ts',
    changes: [[`!this.#needsForward || this.seen.size === 0`, `this.seen.size >= 0`]],
    proof: WALKS,
  },
];

const FIRST_LOOK: readonly PlantedFault[] = [
  {
    name: 'the first look reads the lists of an order’s own kind only',
    file: SIDE_BY_SIDE,
    changes: [[`if (elsewhere === undefined) return`, `if (elsewhere?.isPart !== null) return`]],
    proof: LOST,
  },
  {
    name: 'the first look goes a week back',
    file: 'src/session/lists/lookup-keys.ts',
    changes: [[`87 * 24 * 3_600_000`, `7 * 24 * 3_600_000`]],
    proof: LOST,
  },
  {
    name: 'the first look does not ask what rests in other symbols',
    file: LOOK_UP,
    changes: [[`if (sightings.hasAll(elsewhere)) return [];`, `if (elsewhere.length > 0) return [];`]],
    proof: LOST,
  },
  {
    name: 'a rung is not looked for as the one order that it was',
    file: KIN,
    changes: [[`if (order.ladder !== undefined) {`, `if (order.ladder === '') {`]],
    proof: LOST,
  },
  {
    name: 'an order is not looked for as the ladder that it was',
    file: KIN,
    changes: [[`rung <= RUNGS; rung++`, `rung <= 0; rung++`]],
    proof: LOST,
  },
  {
    name: 'what rests of an earlier generation is not looked for',
    file: KIN,
    changes: [[`generation >= first; generation--`, `generation > first + 99; generation--`]],
    proof: LOST,
  },
  {
    name: 'an order of an earlier generation is looked for only as what it is now',
    file: KIN,
    changes: [[`of forms) {`, `of forms.slice(0, 1)) {`]],
    proof: LOST,
  },
  {
    name: 'no other work goes on while what was told is judged',
    file: LOOK_UP,
    changes: [[`await breath.take();`, ``]],
    proof: { tests: ['test/session/look-up.test.ts'] },
  },
  {
    name: 'what is over of an earlier generation holds back the next',
    file: 'src/session/lists/list-matches.ts',
    changes: [[`if (!isEarlier || rests({ records }))`, `if (!isEarlier || records.length > 0)`]],
    proof: LOST,
  },
  {
    name: 'what a trigger of an earlier generation became is over with it',
    file: 'src/session/lists/list-matches.ts',
    changes: [
      [
        `({ record }) => record.orderId);\n      for (const [orderId, records] of orders)`,
        `({ record }) => record.clientOid);\n      for (const [orderId, records] of orders)`,
      ],
    ],
    proof: LOST,
  },
  {
    name: 'the command that takes orders in repeats what only a run takes',
    file: 'src/actions/prepare/found-elsewhere.ts',
    changes: [[`({ name }) => SETTLES_WITH.has(name)`, `({ name }) => name !== 'only'`]],
    proof: LOST,
  },
  {
    name: 'a list that was not read is not named where an order was found',
    file: 'src/actions/prepare/found-elsewhere.ts',
    changes: [[`unread === undefined ? '' :`, `unread !== '' ? '' :`]],
    proof: LOST,
  },
];

const CARRIED: readonly PlantedFault[] = [
  {
    name: 'what earlier lineages filled of an order that is taken in counts at the price of the rest',
    file: STANDS,
    changes: [
      [
        `if (averagePrice === undefined) return { ...one, content, state: 'filled' };`,
        `if (size.coefficient > 0n) return { ...one, state: 'filled' };`,
      ],
    ],
    proof: WORTH,
  },
  {
    name: 'what was filled at a price that nobody told counts at the price of the rest',
    file: STANDS,
    changes: [[`return { ...one, content, state: 'filled' };`, `return { ...one, state: 'filled' };`]],
    proof: WORTH,
  },
  {
    name: 'the average of earlier lineages is not read from their records',
    file: 'src/session/lists/carried-price.ts',
    changes: [[`Decimal.parse(average ?? '')?.times(size)`, `average === '' ? size : undefined`]],
    proof: WORTH,
  },
  {
    name: 'the average of earlier lineages is not read from their trades',
    file: 'src/session/lists/carried-price.ts',
    changes: [[`.compare(size) === 0`, `.compare(size) > 0`]],
    proof: WORTH,
  },
  {
    name: 'the next lineage forgets at what price those before it were filled',
    file: 'src/journal/records/apply-record.ts',
    changes: [[`record.filledAt ?? known?.filledAt`, `record.filledAt`]],
    proof: WORTH,
  },
  {
    name: 'an order is taken in though an earlier lineage does not tell what was filled of it',
    file: 'src/session/lists/list-matches.ts',
    changes: [[`...(carried === undefined ?`, `...(records.length === 0 ?`]],
    proof: { tests: ['test/session/list-matches.test.ts'] },
  },
];

const ELSEWHERE: readonly PlantedFault[] = [
  {
    name: 'of an order that was placed from elsewhere only the first lineage is looked for',
    file: 'src/session/lists/lineages.ts',
    changes: [[`const LINEAGES = 100;`, `const LINEAGES = 1;`]],
    proof: TAKEN_IN,
  },
  {
    name: 'what is taken in has the price of the plan',
    file: RESTS,
    changes: [[`const price = priceOf(told('price')) ?? planned['price'];`, `const price = planned['price'];`]],
    proof: TAKEN_IN,
  },
  {
    name: 'what earlier lineages filled is forgotten as an order is taken in',
    file: RESTS,
    changes: [
      [`!carried.isZero && { filled: carried.canonical(), `, `carried.isZero && { filled: carried.canonical(), `],
    ],
    proof: TAKEN_IN,
  },
  {
    name: 'an unknown order that is found cancelled counts as one that stands',
    file: 'src/session/lists/sighting-of.ts',
    changes: [
      [
        `stand?.kind === 'seen' && stand.seen.state !== 'open' ?`,
        `stand?.kind === 'seen' && stand.seen.state !== 'open' && stand.seen.state !== 'cancelled' ?`,
      ],
    ],
    proof: TAKEN_IN,
  },
  {
    name: 'a run with nothing new leaves earlier unknown orders alone',
    file: 'src/actions/prepare/earlier-unknown.ts',
    changes: [[`if ((!sends && !exchange.queries) ||`, `if (!sends ||`]],
    proof: TAKEN_IN,
  },
];

const SIZES: readonly PlantedFault[] = [
  {
    name: 'a question about trades that fails ends an order without its size',
    file: 'src/session/cancel/following.ts',
    changes: [[`end === undefined || isUnsized(open) ? []`, `end === undefined ? []`]],
    proof: TRADES,
  },
  {
    name: 'a later look does not ask what was filled of a cancelled order',
    file: 'src/actions/look-up.ts',
    changes: [[`(mayRest(order) || isUnsized(order) || isByWord(order))`, `(mayRest(order) || isByWord(order))`]],
    proof: TRADES,
  },
  {
    name: 'trades that were not read count as none',
    file: 'src/session/lists/stand.ts',
    changes: [
      [`if (fills === undefined) return undefined;`, `if (fills === undefined) return { size: Decimal.zero };`],
    ],
    proof: TRADES,
  },
];

export const READING_FAULTS: readonly PlantedFault[] = [...READING, ...FIRST_LOOK, ...CARRIED, ...ELSEWHERE, ...SIZES];
