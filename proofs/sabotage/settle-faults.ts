/** Orders that settling finds wrongly in the exchange's lists, or does not find. */
import type { PlantedFault } from './fault.ts';

const SIGHTINGS = 'src/session/lists/list-matches.ts';
const DIFFERENCES = 'src/session/lists/record-differences.ts';

export const SETTLE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an order in no list is settled as absent',
    file: 'src/actions/look-up.ts',
    changes: [
      [
        "if (finding.kind !== 'found') return conclusions.open(",
        "if (finding.kind === 'not-found') return conclusions.settled([{ order, decision: { clientOid: order.clientOid, rule: 'found', evidence: 'planted' } }]);\n  if (finding.kind !== 'found') return conclusions.open(",
      ],
    ],
  },
  {
    name: 'an order of the lists is taken for whichever is missing',
    file: SIGHTINGS,
    changes: [
      [
        `const { clientOid, orderId } = record;`,
        `const { orderId } = record;\n      const clientOid = this.#sought.has(record.clientOid) ? record.clientOid : (this.#sought.keys().next().value ?? '');`,
      ],
    ],
  },
  {
    name: 'settle takes the first of two order ids',
    file: SIGHTINGS,
    changes: [[`if (standing.length > 1) return`, `if (standing.length > 99) return`]],
  },
  {
    name: 'settle takes an order id that another order has',
    file: SIGHTINGS,
    changes: [[`if (one.owners.length > 0) return`, `if (one.owners.length > 99) return`]],
  },
  {
    name: 'settle takes a record of another size',
    file: DIFFERENCES,
    changes: [[`compare('size', told.size, sought.size,`, `compare('size', undefined, sought.size,`]],
  },
  {
    name: 'settle takes a record of another side',
    file: DIFFERENCES,
    changes: [[`compare('side', told.side, sought.side,`, `compare('side', undefined, sought.side,`]],
  },
  {
    name: 'settle compares sizes digit by digit',
    file: DIFFERENCES,
    changes: [
      [`const [left, right] = [Decimal.parse(a), Decimal.parse(b)];`, `const [left, right] = [undefined, undefined];`],
      [`Decimal.parse(told)?.plus(carried).canonical() === sent`, `told === sent`],
    ],
    proof: { tests: ['test/session/list-matches.test.ts', 'test/session/look-up.test.ts'] },
  },
  {
    name: 'settle knows sides in small letters only',
    file: 'src/exchange/v2/lists.ts',
    changes: [[`lettersOf(side) === lettersOf(type)`, `side.replaceAll('-', '') === type.replaceAll(/[_-]/g, '')`]],
  },
  {
    name: 'settle reads no second list once all are found',
    file: 'src/session/lists/list-reader.ts',
    changes: [
      [
        'return readAll(lists, (list) => this.readList(list, orders, taking));',
        'return readAll(lists, (list) => (taking.isEnough?.() === true ? Promise.resolve(undefined) : this.readList(list, orders, taking)));',
      ],
    ],
  },
  {
    name: 'settle tells a trigger at a price that fired as filled',
    file: 'src/actions/settling/conclusions.ts',
    changes: [
      [`content['price'] === 'market' ? 'triggered' : 'fired'`, `content['price'] === '' ? 'fired' : 'filled'`],
    ],
    proof: { tests: ['test/cli/settle.test.ts'] },
  },
];
