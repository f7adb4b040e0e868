/** Mistakes in a look at the account: what is held, what rests, and where the market is. */
import type { PlantedFault } from './fault.ts';

const proof = { tests: ['test/session/account-look.test.ts'] } as const;
const FIGURES = { tests: ['test/cli/standing-figures.test.ts'] } as const;
const LOOK = 'src/session/lists/account-look.ts';

export const LOOK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a look with one plan counts what another filled as held and as working',
    file: 'src/session/place/look-around.ts',
    changes: [[`await standing.look([...orders.map(lookedAt), ...gone])`, `await standing.look(orders.map(lookedAt))`]],
    proof: { tests: ['test/cli/look-beside.test.ts'] },
  },
  {
    name: 'a look reads the positions first',
    file: LOOK,
    changes: [
      [
        `for (const symbol of symbols) await reader.open('open-triggers', symbol);`,
        `for (const symbol of symbols) await reader.position(symbol);\n  for (const symbol of symbols) await reader.open('open-triggers', symbol);`,
      ],
    ],
    proof,
  },
  {
    name: 'a look takes a missing row of a position for none held',
    file: LOOK,
    changes: [[`if (bothSides && sides.size < 2) return undefined;`, ``]],
    proof,
  },
  {
    name: 'a cancel that met a fill does not look what its stop became',
    file: 'src/session/place/after-placing.ts',
    changes: [[`carrying.some(hasMadeStop)`, `carrying.length > 1e9`]],
    proof: { tests: ['test/cli/cancel-presets.test.ts'] },
  },
  {
    name: 'tables reckon what stands by the journal alone',
    file: 'src/views/figures/exposure.ts',
    changes: [[`account ?? { orders: stood`, `{ orders: stood`]],
    proof: FIGURES,
  },
  {
    name: 'what a run opens is judged without the stops that stand',
    file: 'src/views/figures/exposure.ts',
    changes: [[`orders: [...mine, ...spare]`, `orders: mine`]],
    proof: FIGURES,
  },
  {
    name: 'the picture draws what was filled as waiting',
    file: 'src/views/figures/price-axis.ts',
    changes: [[`if (!isFilled(order)) {`, `if (order.size !== undefined) {`]],
    proof: { tests: ['test/ui/watch-truth.test.ts'] },
  },
  {
    name: 'the margin mode in which others open is guessed',
    file: LOOK,
    changes: [[`others.length > 0 || telling.modePerOrder`, `others.length > 0`]],
    proof,
  },
  {
    name: 'a look leaves a row of a position out that says no margin mode',
    file: LOOK,
    changes: [
      [
        `if (held.some(({ marginMode }) => marginMode === undefined)) return undefined;`,
        `if (held.every(({ marginMode }) => marginMode === undefined)) return [];`,
      ],
    ],
    proof,
  },
  {
    name: 'a look leaves a row of a list out that cannot be read',
    file: 'src/session/lists/account-look.ts',
    changes: [
      [
        `return rows.every((row) => row !== undefined) ? rows.filter(({ size }) => !size.isZero) : undefined;`,
        `return rows.filter((row) => row !== undefined).filter(({ size }) => !size.isZero);`,
      ],
    ],
    proof,
  },
  {
    name: 'a look has a market by some of its prices',
    file: 'src/session/lists/list-reader.ts',
    changes: [[`if (answer.kind === 'failed') return undefined;`, `if (answer.kind === 'failed') continue;`]],
    proof,
  },
  {
    name: 'a look that nobody answered is kept',
    file: 'src/session/place/look-around.ts',
    changes: [[` && hasAnswers(look);`, `;`]],
    proof,
  },
];
