/** A journal on a server that knows nothing of an account, while a file of this machine does: what was sent would go again. */
import type { AccountName } from '../../journal/records/scope.ts';
import type { Ledger } from '../../journal/records/ledger.ts';
import { JournalError } from '../../journal/records/journal-error.ts';
import { headText } from '../../journal/records/head.ts';
import { MovedError, type Seal } from '../../journal/records/moved.ts';
import { refuse } from '../../refusal.ts';

interface JournalPair {
  /** The journal of the run, on a server. */
  readonly server: Ledger;
  /** The journal that this machine would have without a server: it need not be there. */
  readonly own: Ledger;
}

/** Refuses (exit 2) before a live run writes anything to its journal on a server. Without a file of its own nothing is asked there. */
export async function checkNotLeftBehind({ server, own }: JournalPair, account: AccountName): Promise<void> {
  const found = await knownIn(own, account);
  if (found === undefined || (await server.hasSent(account))) return;
  if (found instanceof MovedError && found.seal.isDone && found.seal.to === server.name)
    return checkStillThere(server, found.seal);
  if (found instanceof JournalError) throw found;
  const name = `${account.name} at ${account.origin}`;
  refuse(
    'journal/other-journal',
    `the journal ${server.name} knows nothing about the account ${name}, but the journal ${own.name} of this machine does`,
    `its orders would be sent again; copy it first: ordo journal copy ${own.name} ${server.name}`,
  );
}

/** Whether the file knows the account; an error where that cannot be told, as of one that moved. */
async function knownIn(own: Ledger, account: AccountName): Promise<true | JournalError | undefined> {
  try {
    return (await own.hasSent(account)) ? true : undefined;
  } catch (error) {
    if (error instanceof JournalError) return error;
    throw error;
  }
}

/** The account may be new. A server that has not what moved to it was emptied, or is another under the same name. */
async function checkStillThere(server: Ledger, { head }: Seal): Promise<void> {
  const found = await server.verify(head);
  if (found.kind === 'whole') return;
  refuse(
    'journal/lost-records',
    `the journal ${server.name} does not have the records that were copied to it`,
    `bring back the server’s data; without them its orders would be sent again (head ${headText(head)})`,
  );
}
