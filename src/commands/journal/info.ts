/** `ordo journal info`: the version of the journal, its contents, current lock holders, and how durable it is. */
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import { isServerUrl } from '../../journal/postgres/journal-url.ts';
import { saidOf } from '../../journal/records/record-schema.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { holderWords } from '../../actions/prepare/account-checks.ts';
import { infoSheet } from '../../views/journal.ts';
import { writeSheet, type OutputKind } from '../command-line/output-kind.ts';
import { refuse } from '../../refusal.ts';
import type { World } from '../world.ts';

export async function info(world: World, { url, name }: JournalAddress, output: OutputKind): Promise<ExitCode> {
  const ledger = await world.journals.open(url);
  const accounts: AccountName[] = [];
  const counts = { records: 0, plans: 0, runs: 0 };
  await ledger.records((record) => {
    counts.records += 1;
    if (record.kind === 'plan') counts.plans += 1;
    if (record.kind === 'run') counts.runs += 1;
    if (record.kind === 'account') accounts.push(saidOf('account', record));
  });
  const facts = await world.journals.facts(url, accounts);
  const objection = await ledger.objection();
  // A server has any number of databases, and a name that was mistyped may be one of them.
  if (facts === undefined && objection === undefined && isServerUrl(url))
    refuse(
      'journal/none',
      `there is no journal ${name}`,
      'the first live run makes it; check that this is the database that you mean',
    );
  const told = { name, accounts, counts, holderWords, ...defined({ facts }) };
  await writeSheet(world.terminal, output, infoSheet(told));
  if (objection !== undefined) refuse('journal/doubtful', objection.message, objection.hint);
  return EXIT.done;
}
