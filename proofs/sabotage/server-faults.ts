/** What the simulation has no server to meet. */
import type { PlantedFault } from './fault.ts';

const WITNESS = { tests: ['test/postgres/witness.test.ts'] };
const WITNESS_FILE = 'src/journal/postgres/witness.ts';
const SETTINGS = { tests: ['test/postgres/settings.test.ts'] };
const AS_MADE = { tests: ['test/postgres/as-made.test.ts'] };
const FOREIGN_WORDS = { tests: ['test/postgres/foreign-words.test.ts'] };
const SESSION_FILE = 'src/journal/postgres/pg-session.ts';
const HEADS = { tests: ['test/journal/kept-heads.test.ts'] };
const HEADS_FILE = 'src/journal/files/kept-heads.ts';

export const SERVER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a server that has forgotten is taken as it is',
    file: WITNESS_FILE,
    changes: [[`if (there?.['sum'] === head.sum) continue;`, `if (head !== there) continue;`]],
    proof: WITNESS,
  },
  {
    name: 'what a server acknowledged is kept by its database alone, and not by the journal that is in it',
    file: WITNESS_FILE,
    changes: [[`heads.keep([place, firstName(first)], {`, `heads.keep([place, firstName(first)].slice(0, 1), {`]],
    proof: WITNESS,
  },
  {
    name: 'what a server acknowledged is kept at the start of a run, and not as it goes on',
    file: 'src/journal/postgres/pg-log.ts',
    changes: [
      [
        `this.#onHead?.(this.head, this.#end.first);
    records.forEach(`,
        `records.forEach(`,
      ],
    ],
    proof: WITNESS,
  },
  {
    name: 'an older session takes back what was kept since',
    file: HEADS_FILE,
    changes: [[`keys.includes(one.journal) && !isReplaced(one, all)`, `keys.includes(one.journal)`]],
    proof: HEADS,
  },
  {
    name: 'a newer record of one journal replaces what was kept of another',
    file: HEADS_FILE,
    changes: [[`other.journal === one.journal && isNewer(other, one)`, `isNewer(other, one)`]],
    proof: HEADS,
  },
  {
    name: 'a run that is suspended, or starts at the same moment, refuses every other',
    file: HEADS_FILE,
    changes: [
      [`rmSync(join(folder, 'read-me.txt'), { force: true });`, ``],
      [`NOTE, { mode: 0o600 }`, `NOTE, { mode: 0o600, flag: 'wx' }`],
    ],
    proof: HEADS,
  },
  {
    name: 'a run keeps nothing more once another has removed its file',
    file: HEADS_FILE,
    changes: [[`if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;`, ``]],
    proof: HEADS,
  },
  {
    name: 'a live run begins though nothing can be kept on this machine',
    file: 'src/journal/postgres/pg-ledger.ts',
    changes: [
      [`const heads = machine.witness?.open();`, `let heads; try { heads = machine.witness?.open(); } catch {}`],
    ],
    proof: WITNESS,
  },
  {
    name: 'a dry run shows the next command though the journal has forgotten',
    file: 'src/commands/live/journal-place.ts',
    changes: [
      [
        `...defined({ look, newest, halt, objection })`,
        `...defined({ look, newest, halt, objection: objection && undefined })`,
      ],
    ],
    proof: { tests: ['test/cli/postgres.test.ts'] },
  },
  {
    name: 'a session takes its functions and operators from wherever its role looks',
    file: SESSION_FILE,
    changes: [[`search_path: 'pg_catalog',`, ``]],
    proof: SETTINGS,
  },
  {
    name: 'rows that a policy hides are taken for none',
    file: SESSION_FILE,
    changes: [[`row_security: 'off',`, ``]],
    proof: SETTINGS,
  },
  {
    name: 'a server ends a session that stands idle',
    file: SESSION_FILE,
    changes: [[`idle_session_timeout: '0',`, ``]],
    proof: SETTINGS,
  },
  {
    name: 'a pooler is found out after a lock was taken',
    file: SESSION_FILE,
    changes: [[`if (row['backend'] !== this.backend)`, `if (row['backend'] === undefined)`]],
    proof: { tests: ['test/postgres/connecting.test.ts'] },
  },
  {
    name: 'two plans share a lock where a short hash of theirs is the same',
    file: 'src/journal/postgres/run-locks.ts',
    changes: [
      [`and pg_try_advisory_lock($2::bigint) as ok`, `and pg_try_advisory_lock(hashtext($2)) as ok`],
      [`[account, keyOf([origin, name, plan.plan])]`, `[account, JSON.stringify([origin, name, plan.plan])]`],
    ],
    proof: SETTINGS,
  },
  {
    name: 'a record counts as written though the server has not kept it',
    file: 'src/journal/postgres/tables.ts',
    changes: [[`if kept is distinct from given then`, `if false then`]],
    proof: AS_MADE,
  },
  {
    name: 'a run asks for ever what others have written',
    file: 'src/journal/postgres/pg-log.ts',
    changes: [
      [`if (written === 'others first' && this.#end.id === id)`, `if (written === 'others wait' && this.#end.id < id)`],
    ],
    proof: AS_MADE,
  },
  {
    name: 'a journal is taken as it is, whatever stands on its tables',
    file: 'src/journal/postgres/objections.ts',
    changes: [[`?? (await notAsMade(session, name))`, `?? (await notAsMade(session, name).then(() => undefined))`]],
    proof: AS_MADE,
  },
  {
    name: 'words of the exchange are recorded as they came, though a server has no room for them',
    file: 'src/journal/records/storable.ts',
    changes: [[`cleaned(said) as object`, `said`]],
    proof: FOREIGN_WORDS,
  },
  {
    name: 'one answer that the server does not take keeps all that was kept aside from being taken in',
    file: 'src/journal/requests/put-right.ts',
    changes: [[`return putRightByOne(how, spooled);`, `throw error;`]],
    proof: FOREIGN_WORDS,
  },
  {
    name: 'a dry cancel goes by a server that has forgotten',
    file: 'src/commands/cancel/cancel-plan.ts',
    changes: [[`if (objection !== undefined) refuse('journal/unfit', objection.message, objection.hint);`, '']],
    proof: { tests: ['test/cli/postgres.test.ts'] },
  },
  {
    name: 'a diff offers a run that a server which has forgotten refuses',
    file: 'src/commands/diff/next-run.ts',
    changes: [['if (memory.objection !== undefined) return { ...next, refusal: memory.objection.message };', '']],
    proof: { tests: ['test/cli/postgres.test.ts'] },
  },
];
