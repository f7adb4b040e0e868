/** The journal as the environment loads it: in one piece, since a start pays for every file. */
export { besideJournal, lockAccount, lockFileOf } from './beside/account-lock.ts';
export { asideFile, keepAside, readAside, setAsideDone } from './beside/spool.ts';
export { realJournalPath } from './beside/journal-path.ts';
export { makeFolderOf } from './beside/journal-folder.ts';
export { othersMayWrite } from './beside/private-file.ts';
export { readJournalHistory, readJournalState, readSentCalls } from './sqlite/read-journal.ts';
export { SqliteJournal } from './sqlite/sqlite-journal.ts';
