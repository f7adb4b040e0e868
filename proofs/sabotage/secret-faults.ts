/** What is approved by half, what a secret is told to, and whose code and whose key it is. */
import type { PlantedFault } from './fault.ts';

const KEPT_CODE = { tests: ['test/cli/kept-code.test.ts'] };
const JOURNAL_FILES = { tests: ['test/cli/storage.test.ts'] };
const ADDRESS = { tests: ['test/commands/journal-address.test.ts'] };
const KEY = { tests: ['test/cli/key-tie.test.ts'] };

export const SECRET_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the beginning of an approval code is taken',
    file: 'src/commands/command-line/approval-code.ts',
    changes: [[`code.length === DIGITS`, `code.length >= 8`]],
    proof: { tests: ['test/cli/cancel-approval.test.ts'] },
  },
  {
    name: 'what was to go off is no part of an approval',
    file: 'src/actions/approval.ts',
    changes: [
      [`(said === OFF ? !resting.has(clientOid) : sent.has(clientOid))`, `(said === OFF || sent.has(clientOid))`],
    ],
    proof: { tests: ['test/commands/approval.test.ts'] },
  },
  {
    name: 'compiled code is read below a folder that others may write',
    file: 'src/code-folder.ts',
    changes: [[`if ((mode & GROUP_OR_OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return false;`, ``]],
    proof: KEPT_CODE,
  },
  {
    name: 'compiled code is read below a repository',
    file: 'src/code-folder.ts',
    changes: [[`['.git', '.hg', '.jj', '.svn']`, `['.hg', '.jj', '.svn']`]],
    proof: KEPT_CODE,
  },
  {
    name: 'a server that the config names alone is asked',
    file: 'src/commands/live/journal-address.ts',
    changes: [[`if (who !== CONFIG || address?.ok !== true ||`, `if (who !== '' || address?.ok !== true ||`]],
    proof: { tests: ['test/cli/journal-word.test.ts'] },
  },
  {
    name: 'a line for any server names this one',
    file: 'src/journal/postgres/password-file.ts',
    changes: [[`.some(({ host }) => host === address.host)`, `.some(({ password }) => password !== '')`]],
    proof: ADDRESS,
  },
  {
    name: 'the password goes to whoever asks for it in clear text',
    file: 'src/journal/postgres/pg-session.ts',
    changes: [[`if (isInClear) throw new Error(IN_CLEAR);`, ``]],
    proof: { tests: ['test/cli/journal-word.test.ts'] },
  },
  {
    name: 'what is almost an address is a file',
    file: 'src/commands/live/journal-address.ts',
    changes: [[`if (looksLikeAddress(text))`, `if (text === '/')`]],
    proof: ADDRESS,
  },
  {
    name: 'an empty ORDO_JOURNAL is another journal',
    file: 'src/commands/live/journal-address.ts',
    changes: [
      [`].find(({ text }) => text !== undefined);`, `].find(({ text }) => text !== undefined && text.trim() !== '');`],
    ],
    proof: ADDRESS,
  },
  {
    name: 'a key is tied before an answer proves it',
    file: 'src/journal/requests/log-claim.ts',
    changes: [[`if (isProved) append({ kind: 'key',`, `append({ kind: 'key',`]],
    proof: KEY,
  },
  {
    name: 'an order leaves with a key that is tied to nothing',
    file: 'src/session/session.ts',
    changes: [
      [
        `async place(placement: Placement): Promise<Tally> {
    await this.#key?.tie();`,
        `async place(placement: Placement): Promise<Tally> {`,
      ],
    ],
    proof: KEY,
  },
  {
    name: 'a journal is used in a folder for all, as others rename nothing there',
    file: 'src/journal/files/private-file.ts',
    changes: [
      ['(mode & GROUP_OR_OTHERS_WRITE) !== 0)', '(mode & GROUP_OR_OTHERS_WRITE) !== 0 && (mode & STICKY) === 0)'],
    ],
    proof: JOURNAL_FILES,
  },
  {
    name: 'a journal that another user owns is written',
    file: 'src/journal/files/private-file.ts',
    changes: [['refuse(openToOthers(file) ?? ofOthers(file));', 'refuse(openToOthers(file));']],
    proof: JOURNAL_FILES,
  },
  {
    name: 'a dry run that ends with 5 and sends nothing does not say why',
    file: 'src/views/run/dry-run-sheet.ts',
    changes: [['safeTexts([...why, ...held.notes])', 'safeTexts(held.notes)']],
    proof: JOURNAL_FILES,
  },
];
