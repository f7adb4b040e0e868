/** Faults in how candles are read, joined and asked for. */
import type { PlantedFault } from './fault.ts';

const READER = { tests: ['test/simulate/candles/reader.test.ts'] };
const JOINED = { tests: ['test/simulate/candles/joined.test.ts'] };
const COMMAND = { tests: ['test/cli/candles.test.ts'] };

export const CANDLE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'candles that come newest first are not turned round',
    file: 'src/simulate/candles/columns.ts',
    changes: [['if (direction < 0) for (const column of whole)', 'if (direction === 0) for (const column of whole)']],
    proof: READER,
  },
  {
    name: 'microseconds are read as milliseconds',
    file: 'src/simulate/candles/times.ts',
    changes: [['return { ms: Number(text.slice(0, MS_DIGITS)), unit };', 'return { ms: Number(text), unit };']],
    proof: READER,
  },
  {
    name: 'the last candle of a file is dropped',
    file: 'src/simulate/candles/columns.ts',
    changes: [['column.subarray(0, this.length)', 'column.subarray(0, this.length - 1)']],
    proof: READER,
  },
  {
    name: 'a price between two ticks is cut off',
    file: 'src/simulate/candles/ticks.ts',
    changes: [['return 2 * left >= over ? ticks + 1 : ticks;', 'return ticks;']],
    proof: READER,
  },
  {
    name: 'one time twice with other prices passes for one candle said twice',
    file: 'src/simulate/candles/sequence.ts',
    changes: [['else if (this.columns.has(at, candle)) this.repeated += 1;', 'else if (at >= 0) this.repeated += 1;']],
    proof: { tests: ['test/simulate/candles/invalid-candles.test.ts'] },
  },
  {
    name: '--to is a candle late',
    file: 'src/simulate/used-range.ts',
    changes: [['if (endsAt(candles, middle) <= ms)', 'if (opensAt(candles, middle) <= ms)']],
    proof: JOINED,
  },
  {
    name: 'detail is used in addition to the candle whose place it takes',
    file: 'src/simulate/candles/merge.ts',
    changes: [
      [
        'for (let place = from; place < to; place++) {',
        'this.#take(at); for (let place = from; place < to; place++) {',
      ],
    ],
    proof: JOINED,
  },
  {
    name: 'detail takes the place of a candle that it covers in part',
    file: 'src/simulate/candles/merge.ts',
    changes: [['shortMs < lengthMs && (to - from) * shortMs === lengthMs', 'shortMs < lengthMs && to > from']],
    proof: JOINED,
  },
  {
    name: 'the candle that is still open is written',
    file: 'src/actions/candles/candle-plan.ts',
    changes: [['const lastMs = before(toMs) - lengthMs;', 'const lastMs = before(toMs);']],
    proof: COMMAND,
  },
  {
    name: 'a candle between two pages is left out',
    file: 'src/actions/candles/ask-candles.ts',
    changes: [['lastMs = span.fromMs - lengthMs;', 'lastMs = span.fromMs - 2 * lengthMs;']],
    proof: COMMAND,
  },
  {
    name: 'candles take the whole window from a run',
    file: 'src/actions/candles/half-window.ts',
    changes: [['amount: Math.floor(amount / 2)', 'amount']],
    proof: COMMAND,
  },
  {
    name: 'any file that can be read is replaced by candles',
    file: 'src/commands/candles/candles.ts',
    changes: [['if (read.ok && holdsCandles(read.value)) return;', 'if (read.ok) return;']],
    proof: COMMAND,
  },
];
