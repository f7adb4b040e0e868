/** The same, where a thousand random plans seldom have what it takes, or only a screen shows it. */
import { CAUSE_FAULTS } from './cause-faults.ts';
import type { PlantedFault } from './fault.ts';
import {
  COVER,
  LOOK,
  MARKETS,
  MATCHING,
  POSITION,
  POSITIONS,
  PRESETS,
  PROTECTION,
  meaning,
  type OfProof,
} from './protection-places.ts';

const TESTS = {
  tests: [
    'entries',
    'known-account',
    'look',
    'look-others',
    'of-journal',
    'presets',
    'reasons',
    'screens',
    'stops',
    'warnings',
    'whose-stops',
  ].map((name) => `test/protection/${name}.test.ts`),
};

const BY_TESTS: readonly OfProof[] = [
  {
    name: 'an order that is not ours is naked, though no list says whether it carries a stop',
    file: LOOK,
    changes: [[`row.stopLoss === undefined && lacksStop !== true`, `row.stopLoss !== undefined && lacksStop !== true`]],
  },
  {
    name: 'an entry at market loses from its reference, wherever the market was seen',
    file: POSITION,
    changes: [[`return said.compare(seen) > 0 === (side === 'long') ? said : seen;`, `return said;`]],
  },
  {
    name: 'an order that was changed on the exchange counts as it was sent',
    file: LOOK,
    changes: [
      [`isTold(row) && differs(row, order)) return 'unsure';`, `isTold(row) && differs(row, order)) return standing;`],
    ],
  },
  {
    name: 'the trigger of an entry is ignored',
    file: POSITION,
    changes: [[`return least(keys.of(price.at), keyOf(trigger));`, `return keys.of(price.at);`]],
  },
  meaning(
    'an entry whose trigger fired opens nothing more',
    `fired: { opening: 'working', stop: 'gone' }`,
    `fired: { opening: 'held', stop: 'gone' }`,
  ),
  meaning(
    'a stop that fired counts',
    `fired: { opening: 'working', stop: 'gone' }`,
    `fired: { opening: 'working', stop: 'live' }`,
  ),
  {
    name: 'the stop of a filled order counts, seen or not',
    file: COVER,
    changes: [[`(order.preset === 'resting' || filledOf(order).size.isZero);`, `order.size.coefficient > 0n;`]],
  },
  {
    name: 'the stop of an order that is filled in part counts for its rest, seen or not',
    file: COVER,
    changes: [
      [`const hasOwnStop = ({ order }: Unit)`, `const hasOwnStop = ({ order, state }: Unit)`],
      [
        `(order.preset === 'resting' || filledOf(order).size.isZero);`,
        `(order.preset === 'resting' || state === 'working' || filledOf(order).size.isZero);`,
      ],
    ],
  },
  {
    name: 'the stop of an order covers the entries of others',
    file: COVER,
    changes: [[`presets.filter(isSurePlaced), serves: isUnnamed`, `presets.filter(isSurePlaced), serves: () => true`]],
  },
  {
    name: 'whether a stop may be reached first is told by where the market was when it was placed',
    file: PROTECTION,
    changes: [[`const from = market ?? stop.market;`, `const from = stop.market ?? market;`]],
  },
  {
    name: 'the preset of somebody else’s order counts twice',
    file: LOOK,
    changes: [
      [
        `trigger === undefined && isOpening(side) && filled?.isZero === false;`,
        `trigger === null && isOpening(side) && filled?.isZero === false;`,
      ],
    ],
  },
  {
    name: 'a target that rests where a stop was is taken for that stop',
    file: PRESETS,
    changes: [[`wanted.filter(isAhead).toSorted(bySize)`, `wanted.toSorted(bySize)`]],
  },
  {
    name: 'any trigger that is large enough is taken for a preset',
    file: PRESETS,
    changes: [[`for (const fits of FITS)`, `for (const fits of FITS.slice(-1))`]],
  },
  {
    name: 'what is left of a trigger that is a preset is forgotten',
    file: PRESETS,
    changes: [
      [
        `row.left = row.left.minus(order.size.compare(row.left) < 0 ? order.size : row.left);`,
        `row.left = row.left.minus(row.left);`,
      ],
    ],
  },
  {
    name: 'the market of now decides on a stop whose market is on record',
    file: MARKETS,
    changes: [
      [`if (market !== undefined) return market;`, `if (market !== undefined && markets === undefined) return market;`],
    ],
  },
  {
    name: 'the market of an old look decides on a stop that was sent after it',
    file: MARKETS,
    changes: [[`if (isSinceLook !== true) return`, `if (symbol !== '') return`]],
  },
  {
    name: 'what a look did not ask for is not held',
    file: POSITIONS,
    changes: [[`&& looked?.has(symbol) !== false`, ``]],
  },
  {
    name: 'what may be the preset of a lost order stops another one',
    file: POSITION,
    changes: [[`&& order.isPresetMaybe !== true`, ``]],
  },
  {
    name: 'each look begins the wait for a preset anew',
    file: LOOK,
    changes: [[`look.atMs - order.filledAtMs >=`, `look.atMs - order.toldAtMs >=`]],
  },
  {
    name: 'a reference of another plan says where the market is',
    file: MARKETS,
    changes: [
      [
        '(ofPlans ??= referencesByPlan(orders)).get(plan)?.get(symbol)',
        '[...(ofPlans ??= referencesByPlan(orders)).values()].map((one) => one.get(symbol)).find((one) => one !== undefined)',
      ],
    ],
  },
  {
    name: 'a stop beyond the average is a profit that makes up for a loss',
    file: PROTECTION,
    changes: [[`if (lost.coefficient > 0n) loss.add`, `if (!lost.isZero) loss.add`]],
  },
  {
    name: 'of two stops that fire at once the better exit counts',
    file: POSITION,
    changes: [[`compareKeys(other.exitKey, one.exitKey)`, `compareKeys(one.exitKey, other.exitKey)`]],
  },
  {
    name: 'working units are covered before held ones',
    file: MATCHING,
    changes: [[`(['held', 'working'] as const)`, `(['working', 'held'] as const)`]],
  },
  {
    name: 'the triggers of a plan cover whatever comes first',
    file: MATCHING,
    changes: [[`return [...own, ...heldFirst(open, stops)];`, `return own.length < 0 ? own : heldFirst(open, stops);`]],
  },
  {
    name: 'positions that did not answer are none',
    file: POSITIONS,
    changes: [[`&& !unread.has(symbol)`, ``]],
  },
  {
    name: 'what was not read hides what is naked',
    file: PROTECTION,
    changes: [
      [
        `const isRead = notRead.length === 0 || worst === 'naked' || worst === 'partly';`,
        `const isRead = notRead.length === 0;`,
      ],
    ],
  },
  {
    name: 'a preset that nobody looked for is not among what is not known',
    file: PROTECTION,
    changes: [[`return unknown.size + presets.size;`, `return unknown.size;`]],
  },
  {
    name: 'a cancel whose end nobody saw ends where a list has its order',
    file: LOOK,
    changes: [[`(standing === 'unsure' && !isCancelOpen)`, `standing === 'unsure'`]],
  },
  {
    name: 'a stop whose cancel is not known is live by the journal',
    file: 'src/protection/journal/of-journal.ts',
    changes: [[`'cancel-unknown': 'unsure'`, `'cancel-unknown': 'open'`]],
  },
  {
    name: 'a stop that is gone is judged by the market of now',
    file: MARKETS,
    changes: [[`if (!isOpening(side) && MEANING[standing].stop === 'gone') return reference;`, ``]],
  },
  {
    name: 'a stop that was not found is live by the journal',
    file: 'src/protection/journal/of-journal.ts',
    changes: [[`seen?.state === 'not-found' ? 'in-no-list' : 'open'`, `'open'`]],
  },
  {
    name: 'an entry at market that fired is counted again beside what it opened',
    file: 'src/protection/journal/of-journal.ts',
    changes: [[`hasOpened(content) ? 'filled' : 'fired'`, `'fired'`]],
  },
  {
    name: 'the line is all covered while an order is not known',
    file: 'src/protection/line.ts',
    changes: [[`if (state === 'unknown' || unknown > 0) return '?';`, `if (state === 'unknown') return '?';`]],
  },
  {
    name: 'a loss is rounded to the better',
    file: 'src/protection/money.ts',
    changes: [[`kind === 'gain' || value.isNegative`, `kind === 'loss' || value.isNegative`]],
  },
  {
    name: 'what the look saw filled is added to what it saw held',
    file: 'src/protection/held.ts',
    changes: [[`const since = size.minus(atLook);`, `const since = size;`]],
  },
  {
    name: 'a stop may wait for its entry',
    file: 'src/protection/warnings.ts',
    changes: [[`before.has(order) ? [{ code`, `order === stop && before.has(order) ? [{ code`]],
  },
  ...CAUSE_FAULTS,
];

export const PROTECTION_TEST_FAULTS: readonly PlantedFault[] = BY_TESTS.map((fault) =>
  Object.assign(fault, { proof: TESTS }),
);
