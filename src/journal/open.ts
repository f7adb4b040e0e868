/** The journal as the environment loads it: in one piece, since a start pays for every file. */
export { besideJournal, lockAccount, lockFileOf } from './account-lock.ts';
export { asideFile, keepAside, readAside, setAsideDone } from './aside.ts';
export { realJournalPath } from './journal-path.ts';
export { makeFolderOf } from './journal-place.ts';
export { othersMayWrite } from './private-file.ts';
export { readJournalHistory, readJournalState, readSentCalls } from './read-journal.ts';
export { SqliteJournal } from './sqlite-journal.ts';
