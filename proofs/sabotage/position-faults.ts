/** What was filled is forgotten, counted as something else, or left without what protects it. */
import type { PlantedFault } from './fault.ts';

/** A simulated seed that has all that such a fault needs is rare. */
const HELD = {
  tests: ['test/compile/rest-of.test.ts', 'test/journal/held.test.ts', 'test/cli/held-positions.test.ts'],
};
const AFTER = 'src/compile/after-cancels.ts';
const REST = 'src/compile/rest-of.ts';
const TOLD = 'src/journal/history/order-state-events.ts';
const WORTH = 'src/actions/prepare/standing-worth.ts';

export const POSITION_FAULTS: readonly PlantedFault[] = [
  {
    name: 'what a cancelled order filled counts toward another position',
    file: REST,
    changes: [[`if (own.length > 0) return anotherOrder(before, own);`, ``]],
    proof: HELD,
  },
  {
    name: 'an edit to another position is replaced as any other',
    file: REST,
    changes: [[`const other = otherThan(before, order, mayFill);`, `const other = undefined as string | undefined;`]],
    proof: HELD,
  },
  {
    name: 'a lineage that was filled in part is forgotten with its rest',
    file: 'src/journal/records/apply-record.ts',
    changes: [
      [
        `const earlier = known === undefined || !isAgain ? known?.earlier : withLineage(known);`,
        `const earlier = undefined as readonly KnownOrder[] | undefined;`,
      ],
    ],
    proof: HELD,
  },
  {
    name: 'of the lineages that were filled only the last is kept',
    file: 'src/journal/records/apply-record.ts',
    changes: [[`: [...(earlier ?? []), last];`, `: [last];`]],
    proof: HELD,
  },
  {
    name: 'what a replaced order filled is not part of a cap',
    file: 'src/actions/prepare/standing-cap.ts',
    changes: [[`replaced.has(order.clientOid) ? filledWorth(order)`, `replaced.has(order.clientOid) ? Decimal.zero`]],
    proof: HELD,
  },
  {
    name: 'a cap values what earlier lineages filled at the price of the edit',
    file: 'src/journal/records/what-stands.ts',
    changes: [
      [
        `const held = earlier.map(byItself);`,
        `const held = earlier.map((one) => byItself({ ...one, worth: undefined as never, seen: { ...one.seen, averagePrice: order.content['price'] } as never }));`,
      ],
    ],
    proof: HELD,
  },
  {
    name: 'a cap leaves out what may be filled of an order as it goes off',
    file: WORTH,
    changes: [[`return placed.compare(filledMeanwhile) < 0 ? filledMeanwhile : placed;`, `return placed;`]],
    proof: HELD,
  },
  {
    name: 'a stop that went off waits for the rest of what it protects',
    file: AFTER,
    changes: [[`hasFilled(before) || (before.state`, `(before.state`]],
    proof: HELD,
  },
  {
    name: 'a stop that went off comes back after what is opened',
    file: AFTER,
    changes: [[`isProtective ? { ...call, turn: 0 } : call`, `call`]],
    proof: HELD,
  },
  {
    name: 'what waits for an order that was filled in part waits for its rest for ever',
    file: 'src/compile/select-pending.ts',
    changes: [[`(hasFilled(known) || (known.state`, `((known.state`]],
    proof: HELD,
  },
  {
    name: 'the rest of an order is told with the size of the whole',
    file: TOLD,
    changes: [[`size: sentSize(known),`, `size: known.content['size'] ?? '',`]],
    proof: HELD,
  },
  {
    name: 'what was filled is told with the price of the edit',
    file: TOLD,
    changes: [
      [
        `held.map(heldTold)`,
        `held.map((one) => heldTold({ ...one, content: { ...one.content, price: known.content['price'] ?? '' } }))`,
      ],
    ],
    proof: HELD,
  },
];
