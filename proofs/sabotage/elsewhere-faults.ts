/** What other hands closed of a followed plan is believed where it must not be, not believed where it must, or counted twice. */
import type { PlantedFault } from './fault.ts';

const JUDGE = 'src/session/lists/closed-elsewhere.ts';
const KEPT = 'src/journal/records/closed-elsewhere.ts';
const BY_TESTS = { tests: ['test/session/closed-elsewhere.test.ts'] } as const;

export const ELSEWHERE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a position is whole by a list of trades that is late',
    file: 'src/session/follow/whole-positions.ts',
    changes: [['if (opens && trade.ms <= endedMs + CLOCKS_MS)', 'if (opens && trade.ms <= beganMs - LAG_MS)']],
    proof: { tests: ['test/session/whole-positions.test.ts'] },
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
