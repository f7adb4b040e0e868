/** Those of a journal that cannot be used, or lacks what was asked for (exit 2). */

/** What it means, and what usually helps. */
export type RefusalKind = readonly [meaning: string, fix: string];

export const JOURNAL_REFUSALS = {
  'journal/none': ['There is no such journal.', 'Name the one that was used, with `--journal`.'],
  'journal/address': [
    'The journal is not named as a file or a server, or the command takes the other of the two.',
    'Write a path, or `postgres://user@host/database`.',
  ],
  'journal/untrusted': [
    'The config alone names a server as the journal, and might send the password anywhere.',
    'Name it yourself: `--journal` or `ORDO_JOURNAL`.',
  ],
  'journal/unknown-plan': [
    'The journal knows no such plan of this account.',
    'Give the journal and the account that placed it.',
  ],
  'journal/unknown-generation': ['The journal knows no such generation of the plan.', 'Name one that it knows.'],
  'journal/unknown-run': ['The journal knows no such run of the plan.', 'Name one that it knows.'],
  'journal/other-version': ['Another version of ordo wrote the journal.', 'Use the ordo that wrote it.'],
  'journal/not-a-journal': ['The file is a database of something else.', 'Name another with `--journal`.'],
  'journal/damaged': [
    'The records of the journal are damaged or contradict each other; nothing is sent.',
    'Keep it, and bring back a copy.',
  ],
  'journal/gone': ['The journal was there, and is gone, cut or replaced.', 'Bring it back.'],
  'journal/lost-records': [
    'The journal lacks records that were copied to it: its orders would be sent again.',
    'Bring back the server’s data.',
  ],
  'journal/moved': ['The journal moved to a server, and its file is sealed.', 'Name the server with `--journal`.'],
  'journal/other-journal': [
    'Another journal of this machine knows the account: its orders would be sent again.',
    'Copy it first, or name that one.',
  ],
  'journal/other-limits': ['Another runner of the account has other limits.', 'Give all of them one config.'],
  'journal/unfit': [
    'No run may use the journal as it is: others may write it, or its server was changed or restored.',
    'Do what the hint says, then `ordo journal verify`.',
  ],
  'journal/not-ready': ['The journal cannot be copied yet.', 'Do what the hint says, and copy again.'],
  'journal/not-empty': ['The journal that is copied to has records.', 'Name another database.'],
  'journal/unusable': [
    'The journal cannot be opened, read, written or locked; nothing further is sent.',
    'Fix the file, the folder or the server that is named.',
  ],
} satisfies Readonly<Record<string, RefusalKind>>;
