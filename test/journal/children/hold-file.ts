/** Locks the file that a journal is to be, says `held`, and lets go after so many ms. */
import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const [file = '', how = 'begin exclusive', ms = '0'] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(how);
writeSync(1, 'held\n');
setTimeout(() => database.close(), Number(ms));
