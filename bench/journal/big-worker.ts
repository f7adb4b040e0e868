/** `worker make <file> <records>` writes a big journal; `worker claim <file>` opens one as a run does, and lets go of it again. */
import { AMPLE_LIMITS, benchLedger } from '../support/journal.ts';
import { ACCOUNT, bigJournal, ORIGIN } from './big-journal.ts';

const [what, file = '', records = '0'] = process.argv.slice(2);
if (what === 'make') console.log(JSON.stringify(await bigJournal(file, Number(records))));
else {
  const ledger = benchLedger(file, (act) => act());
  const claim = await ledger.claim({ account: { origin: ORIGIN, name: ACCOUNT } }, AMPLE_LIMITS);
  if (!claim.ok) throw new Error('somebody holds the journal');
  await claim.value.release();
}
