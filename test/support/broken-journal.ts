/** What of a journal is against a live run, whatever the plan is. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { changed, env, inJournal, type Broken } from './breaking.ts';
import { keyed } from './checked-desk.ts';

export const BROKEN_JOURNALS: readonly Broken[] = [
  { what: 'an empty name of the journal', by: ['journal', 2], make: env({ ORDO_JOURNAL: '' }) },
  { what: 'a journal whose path is relative', by: ['journal', 2], make: env({ ORDO_JOURNAL: 'journal.db' }) },
  {
    what: 'a journal that is a link to nothing',
    by: ['journal', 2],
    make: ({ at }) => (
      symlinkSync('nowhere', join(at.folder, 'j.db')),
      keyed(at, { ORDO_JOURNAL: join(at.folder, 'j.db') })
    ),
  },
  {
    what: 'a journal in a folder that others may write',
    by: ['journal', 2],
    make: ({ at }) => (
      mkdirSync(join(at.folder, 'open')),
      chmodSync(join(at.folder, 'open'), 0o777),
      keyed(at, { ORDO_JOURNAL: join(at.folder, 'open', 'j.db') })
    ),
  },
  { what: 'a journal that others may write', by: ['journal', 2], make: inJournal((file) => chmodSync(file, 0o666)) },
  { what: 'a journal that is cut', by: ['journal', 2], make: inJournal((file) => truncateSync(file, 5000)) },
  { what: 'a journal that is gone', by: ['journal', 2], make: inJournal((file) => rmSync(file)) },
  {
    what: 'a journal of another version',
    by: ['journal', 2],
    make: inJournal((file) => changed(file, 'pragma user_version = 99')),
  },
  {
    what: 'a database that is no journal',
    by: ['journal', 2],
    make: ({ at }) => (
      changed(join(at.folder, 'j.db'), 'create table other (id)'),
      keyed(at, { ORDO_JOURNAL: join(at.folder, 'j.db') })
    ),
  },
];
