/** What other hands closed of a followed plan is believed where it must not be, not believed where it must, or counted twice. */
import type { PlantedFault } from './fault.ts';

const JUDGE = 'src/session/lists/closed-elsewhere.ts';
const KEPT = 'src/journal/records/closed-elsewhere.ts';
const BY_TESTS = { tests: ['test/session/closed-elsewhere.test.ts'] } as const;
const BY_PLAIN = { tests: ['test/session/plain-closes.test.ts'] } as const;

export const ELSEWHERE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a position is whole by a list of trades that is late',
    file: 'src/session/follow/whole-positions.ts',
    changes: [['if (opens && trade.ms <= endedMs + CLOCKS_MS)', 'if (opens && trade.ms <= beganMs - LAG_MS)']],
    proof: { tests: ['test/session/whole-positions.test.ts'] },
  },
  {
    name: 'a plain close of a followed plan counts for no group',
    file: 'src/session/lists/group-orders.ts',
    changes: [['  order.filledIn === undefined &&', '  order.filledIn === null &&']],
    proof: BY_PLAIN,
  },
  {
    name: 'an exit counts as a plain close, so its fill counts twice',
    file: 'src/session/lists/group-orders.ts',
    changes: [['  order.filledIn === undefined &&', '  order.id !== null &&']],
    proof: BY_PLAIN,
  },
  {
    name: 'a plain close of another plan explains what is missing here, whatever that plan holds',
    file: 'src/session/lists/followed-trades.ts',
    changes: [['sizeIn(openedBy(known), positionOf(order)).coefficient > 0n', 'openedBy(known) === undefined']],
    proof: BY_PLAIN,
  },
  {
    name: 'where others hold some of a position any trade tells whose it was',
    file: JUDGE,
    changes: [['const isAlone = others.isZero;', 'const isAlone = !others.isZero || others.isZero;']],
    proof: BY_PLAIN,
  },
  {
    name: 'what the plan opened beside a group explains that less of the group is there',
    file: 'src/session/lists/followed-trades.ts',
    changes: [['isOpening(one.side) && !entries.has(one.id)', 'isOpening(one.side) && entries.size < 0']],
    proof: BY_PLAIN,
  },
  {
    name: 'a plain close is taken off its plan by its fill and once more by what is on record',
    file: 'src/session/lists/held-by-plan.ts',
    changes: [['if (counted.size === 0 || ', 'if (counted.size >= 0 || ']],
    proof: BY_PLAIN,
  },
  {
    name: 'a plain close makes a position whole that lacks what it closed',
    file: 'src/session/follow/whole-positions.ts',
    changes: [['if (opens ? !this.#entries.has(order.id) : order.exit === undefined) continue;', '']],
    proof: { tests: ['test/session/whole-positions.test.ts'] },
  },
  {
    name: 'a position is whole that lacks what other plans hold of it',
    file: 'src/session/follow/whole-positions.ts',
    changes: [['let held = others.minus(elsewhere);', 'let held = others.minus(others).minus(elsewhere);']],
    proof: { tests: ['test/session/whole-positions.test.ts'] },
  },
  {
    name: 'a stop of a size of its own covers nothing',
    file: 'src/compile/follow/standing.ts',
    changes: [['const beside = plain.take(view, held - covered - unknown);', 'const beside = plain.take(view, 0n);']],
    proof: { tests: ['test/compile/follow/plain-stops.test.ts'] },
  },
  {
    name: 'a stop of a size of its own covers two groups',
    file: 'src/compile/follow/plain-stops.ts',
    changes: [['this.#used.set(place, used + size);', 'this.#used.set(place, used);']],
    proof: { tests: ['test/compile/follow/plain-stops.test.ts'] },
  },
  {
    name: 'exits of an entry that ended without a fill still wait',
    file: 'src/compile/follow/waiting.ts',
    changes: [['isEntered && !isFrozen && held === 0n ?', 'isEntered && !isFrozen && held < 0n ?']],
    proof: { tests: ['test/follow/not-needed.test.ts'] },
  },
  {
    name: 'a smaller position is believed without trades',
    file: JUDGE,
    changes: [["if (closedBy(trades).compare(missing) < 0) return { kind: 'unexplained' };", '']],
    proof: BY_TESTS,
  },
  {
    name: 'what others opened explains what is missing',
    file: KEPT,
    changes: [['sum.minus(Decimal.of(size)))', 'sum.plus(Decimal.of(size)))']],
    proof: BY_TESTS,
  },
  {
    name: 'a trade of ours that is not on record yet is passed over',
    file: JUDGE,
    changes: [['ours.get(orderId)?.has(id) === false', 'false']],
    proof: BY_TESTS,
  },
  {
    name: 'a stop that fired counts as the close of somebody else',
    file: JUDGE,
    changes: [['ms > ofTriggersUntilMs) && isWithin(one, mayBeOurs)', 'ms > ofTriggersUntilMs) && isWithin(one, [])']],
    proof: BY_TESTS,
  },
  {
    name: 'what our own trigger became counts as closed elsewhere too',
    file: KEPT,
    changes: [
      [
        'trades.filter(([, orderId]) => !ours.has(orderId))',
        'trades.filter(([, orderId]) => ours.size >= 0 || orderId)',
      ],
    ],
    proof: BY_TESTS,
  },
  {
    name: 'a trade counts for two groups',
    file: JUDGE,
    changes: [['.filter((trade) => !counted.has(tradeKey(trade)))', '.filter((trade) => counted.size >= 0 || trade)']],
    proof: BY_TESTS,
  },
  {
    name: 'a trade is taken on record twice',
    file: 'src/journal/requests/log-claim.ts',
    changes: [['const isNew = !this.#books.memory.elsewhere.has(closed);', 'const isNew = closed.size.length > 0;']],
    proof: { tests: ['test/journal/closed-elsewhere.test.ts'] },
  },
  {
    name: 'what others closed is not counted',
    file: JUDGE,
    changes: [['if (elsewhere.length === 0) return closed;', 'if (elsewhere.length >= 0) return closed;']],
    proof: 'hands',
  },
];
