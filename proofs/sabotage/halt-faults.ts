/** What opens goes out though the account is halted, or what closes does not. */
import type { PlantedFault } from './fault.ts';

const JOURNAL = ['test/journal/halt.test.ts'];
const COMMAND = ['test/cli/halt.test.ts'];

export const HALT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a claim that was open before never hears of a halt',
    file: 'src/journal/account/account-memory.ts',
    changes: [[`if (record.kind === 'halt') this.halt ??= haltOf(record);`, `if (record.kind === 'halt') return;`]],
    proof: { tests: JOURNAL },
  },
  {
    name: 'a call that opens in part goes out under a halt',
    file: 'src/journal/records/request.ts',
    changes: [
      [
        `request.orders.some(({ content }) => opensByContent(content))`,
        `request.orders.every(({ content }) => opensByContent(content))`,
      ],
    ],
    proof: { tests: JOURNAL },
  },
  {
    name: 'the file itself takes an intent that opens under a halt',
    file: 'src/journal/sqlite/tables.ts',
    changes: [[`order by id desc limit 1) = 'halt'`, `order by id desc limit 1) = 'none'`]],
    proof: { tests: JOURNAL },
  },
  {
    name: 'a halt that the journal does not take is told as one',
    file: 'src/actions/halt.ts',
    changes: [
      [`.catch(async (error: unknown) => {`, `.catch(async (error: unknown) => { if (error) return { known: [] };`],
    ],
    proof: { tests: COMMAND },
  },
  {
    name: 'the journal is read again behind a halt, which may fail',
    file: 'src/journal/requests/log-ledger.ts',
    changes: [
      [
        `{ known: books.memory.account(), ...defined({ before })`,
        `{ known: await this.account(account), ...defined({ before })`,
      ],
    ],
    proof: { tests: JOURNAL },
  },
  {
    name: 'a second halt of a damaged journal says that nothing is halted',
    file: 'src/journal/sqlite/halt-at-end.ts',
    changes: [[`if (before !== undefined) return { before };`, `if (before !== undefined) return undefined;`]],
    proof: { tests: JOURNAL },
  },
  {
    name: 'a halt is over only once all of its journal is read',
    file: 'src/journal/requests/log-ledger.ts',
    changes: [[`const untilMs = this.#machine.monotonicMs() + mostMs;`, `const untilMs = mostMs > 0 ? Infinity : 0;`]],
    proof: { tests: JOURNAL },
  },
  {
    name: 'a halt on a server is written where the last record is not as it was written',
    file: 'src/journal/postgres/halt-at-end.ts',
    changes: [
      [
        `for (const row of rows) end.follow(recordOf(row), { before: row[10], sum: row[11] });`,
        `for (const row of rows) [end.id, end.sum] = [Number(row[0]), String(row[11])];`,
      ],
    ],
    proof: { tests: ['test/postgres/halt-at-end.test.ts'] },
  },
  {
    name: 'a halt on a server is told as written where others wrote first',
    file: 'src/journal/postgres/halt-at-end.ts',
    changes: [[`if (written === undefined) return false;`, `if (written === undefined) return true;`]],
    proof: { tests: ['test/postgres/halt-at-end.test.ts'] },
  },
  {
    name: 'what was not read of a long journal is nothing that may fill',
    file: 'src/views/halt.ts',
    changes: [[`mayFill: mayFill ?? null, mistakes }`, `mayFill: mayFill ?? [], mistakes }`]],
    proof: { tests: ['test/report/halt-sheet.test.ts'] },
  },
  {
    name: 'a lift that an older halt outlives',
    file: 'src/journal/account/account-memory.ts',
    changes: [
      [
        `else if (record.kind === 'lifted') [this.halt, this.lifted] = [undefined, haltOf(record)];`,
        `else if (record.kind === 'lifted') return;`,
      ],
    ],
    proof: { tests: JOURNAL },
  },
  {
    name: 'verify overlooks an intent that opens behind a halt',
    file: 'src/journal/records/chain-check.ts',
    changes: [
      [
        `if (since === undefined || kind !== 'intent') return undefined;`,
        `if (since === undefined || kind !== 'cancel') return undefined;`,
      ],
    ],
    proof: { tests: JOURNAL },
  },
  {
    name: 'what closes is withheld under a halt too',
    file: 'src/actions/prepare/halted.ts',
    changes: [[`.some(({ side }) => isOpening(side));`, `.length > 0;`]],
    proof: { tests: COMMAND },
  },
  {
    name: 'a stop that waits for an entry is offered by itself under a halt',
    file: 'src/actions/prepare/halted.ts',
    changes: [[`after?.some((id) => openers.has(id)) !== true`, `after !== null`]],
    proof: { tests: COMMAND },
  },
  {
    name: 'a replacement under a halt is refused only once its order was cancelled',
    file: 'src/actions/prepare/halted.ts',
    changes: [
      [
        `opensAny(run) ? run.halt : undefined`,
        `opensAny(run) && run.schedule.cancels === undefined ? run.halt : undefined`,
      ],
    ],
    proof: { tests: COMMAND },
  },
  {
    name: 'a run that a halt refuses asks the exchange first',
    file: 'src/actions/prepare/run-checks.ts',
    changes: [[`      checkNotHalted(run);\n`, ``]],
    proof: { tests: COMMAND },
  },
  {
    name: 'a call that waits for its weight does not hear of a halt',
    file: 'src/session/place/placing.ts',
    changes: [[`    this.#meet(halt);\n    this.#line.meet(halt);\n`, ``]],
    proof: { tests: COMMAND },
  },
  {
    name: 'a pause of the rate limit does not hear of a halt',
    file: 'src/session/send/gate.ts',
    changes: [[`(held !== undefined || pausedMs > 0) && this.#turnAwayOpening()`, `false`]],
    proof: { tests: ['test/session/gate-halted.test.ts'] },
  },
];
