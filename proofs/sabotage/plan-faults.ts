/** Faults of what a plan is judged by: what it may lose, and what its caps hold. No order of such a plan is ever sent wrongly, so tests catch them. */
import type { PlantedFault } from './fault.ts';

const EARLY = { tests: ['test/plan/early-stops.test.ts'] };
const CAPS = { tests: ['test/plan/cap-symbols.test.ts'] };
const FIRST = { tests: ['test/mistakes/first-message.test.ts'] };

export const PLAN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a trigger between the market and the entry counts as its stop',
    file: 'src/protection/position.ts',
    changes: [
      ["return [{ ...stop, side: key < low ? 'below' : 'not-below'", "return [{ ...stop, side: 'below'"],
      ['return least(keys.of(price.at), keyOf(trigger));', 'return keys.of(price.at);'],
    ],
    proof: EARLY,
  },
  {
    name: 'a stop before its entry is only warned of where stops are demanded',
    file: 'src/plan/rules/stop-rules.ts',
    changes: [["severity: 'error', code: 'policy/no-stop'", "severity: 'warning', code: 'policy/no-stop'"]],
    proof: EARLY,
  },
  {
    name: 'a stop of an order behind a trigger passes where nobody says where the market is',
    file: 'src/plan/rules/stop-rules.ts',
    changes: [['toldStops(stops, BARING, true)', "toldStops(stops, ['stop-before-entry', 'stop-may-rest'], true)"]],
    proof: EARLY,
  },
  {
    name: 'a stop-limit that may rest counts as a stop',
    file: 'src/protection/position.ts',
    changes: [['keys.of(price.at) < key;', 'keys.of(price.at) <= key;']],
    proof: EARLY,
  },
  {
    name: 'a stop that may fire before its entry is not told of',
    file: 'src/plan/rules/stop-cautions.ts',
    changes: [["['stop-may-fire-first', 'stop-after-entry']", "['stop-after-entry']"]],
    proof: EARLY,
  },
  {
    name: 'a cap for an unknown symbol passes in the limits of a plan',
    file: 'src/plan/rules/judge.ts',
    changes: [["strayCaps(limits, 'limits', { ...settings, used }).forEach(found.add);", '']],
    proof: CAPS,
  },
  {
    name: 'a cap for an unknown symbol passes in a policy',
    file: 'src/commands/inputs/setup.ts',
    changes: [['if (hasErrors(ofPolicy)) return failed(ofPolicy, EXIT.usage, taken, config);', '']],
    proof: CAPS,
  },
  {
    name: 'a breach of the policy is told before the slip of digits that it comes from',
    file: 'src/source/diagnostic.ts',
    changes: [["slips.has(one) ? 0 : one.severity === 'warning' ? 2", "one.severity === 'warning' ? 2"]],
    proof: FIRST,
  },
  {
    name: 'a decimal comma is taken for one that parts thousands',
    file: 'src/document/decimal-spelling.ts',
    changes: [["[/^0+,\\d+$/, (text) => text.replace(',', '.')],", "[/^0+,\\d+$/, (text) => text.replace(',', '')],"]],
    proof: FIRST,
  },
];
