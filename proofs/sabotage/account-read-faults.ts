/** Faults of when an account is read, what that costs and ties, and of what was approved by another version of the interface. */
import type { PlantedFault } from './fault.ts';

const BEFORE = { tests: ['test/cli/account-before-approval.test.ts'] } as const;
const OTHER = { tests: ['test/cli/other-interface.test.ts'] } as const;

export const ACCOUNT_READ_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the account is read only after the approval',
    file: 'src/commands/run/live-checks.ts',
    changes: [[`      await run.readAccount();\n`, ``]],
    proof: BEFORE,
  },
  {
    name: 'an account that was read long before the approval is not read again',
    file: 'src/actions/place.ts',
    changes: [[`<= CHECK_HOLDS_MS`, `<= 100 * CHECK_HOLDS_MS`]],
    proof: BEFORE,
  },
  {
    name: 'a question about the account ties its key before the answer proves it',
    file: 'src/session/session.ts',
    changes: [
      [
        `const { checked, listed } = await readAccount({`,
        `await this.#key?.tie();\n    const { checked, listed } = await readAccount({`,
      ],
    ],
    proof: BEFORE,
  },
  {
    name: 'a rate limit while the account is read is a refusal like any other',
    file: 'src/actions/prepare/account-check.ts',
    changes: [[`if (limited !== undefined)`, `if (limited === '')`]],
    proof: BEFORE,
  },
  {
    name: 'the forecast forgets what the check of the account weighs',
    file: 'src/compile/compile-plan.ts',
    changes: [[`const calls = [...asked.map((weight) => ({ weight })), `, `const calls = [`]],
    proof: BEFORE,
  },
  {
    name: 'an order of a batch that is refused for its key stops nothing',
    file: 'src/exchange/answers/access-halt.ts',
    changes: [[`book.accessCodes.has(codeBeside(part, book.names))`, `codeBeside(part, book.names) === 'never'`]],
    proof: { tests: ['test/exchange/v3-access.test.ts'] },
  },
  {
    name: 'what was approved by another version of the interface is told as a changed setting',
    file: 'src/actions/approval.ts',
    changes: [[`version !== spoken && isOf`, `version === spoken && isOf`]],
    proof: OTHER,
  },
  {
    name: 'a reviewed plan is told as changed, and not as one of another interface',
    file: 'src/actions/review/differences.ts',
    changes: [[`now === undefined || now === was`, `now !== undefined || now === was`]],
    proof: OTHER,
  },
];
