/** Where the journal is: a file of this user, or a server that any number of machines share. */
import { isAbsolute, join, resolve } from 'node:path';
import { besideServer, stateFolderOf } from '../../ledger/beside/journal-folder.ts';
import { isServerUrl } from '../../ledger/postgres/journal-url.ts';
import { sqliteUrl } from '../../ledger/url.ts';
import type { Config } from '../../model/config.ts';
import { EXIT } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import type { JournalAddress, World } from '../world.ts';

type Named = Pick<Config, 'journal'>;

const SERVER_SHAPE = 'write postgres://user@host/database, or the path of a file';

/** `--journal`, or ORDO_JOURNAL, or the config's `journal`, or the file in the user's state folder. */
export async function journalAt(world: World, asked: string | undefined, config: Named = {}): Promise<JournalAddress> {
  if (asked === '') refuse(EXIT.usage, '--journal is empty', 'name a file or a server, or leave it out');
  const named =
    asked ?? [world.variables['ORDO_JOURNAL'], config.journal].find((one) => one !== undefined && one !== '');
  if (named !== undefined && isServerUrl(named)) {
    const { name } = await world.openLedger(named);
    return { url: named, name };
  }
  const { name } = await world.openLedger(sqliteUrl(journalFile(world, asked, config)));
  return { url: sqliteUrl(name), name };
}

/**
 * The file of the journal. Only a person's own word on the command line may depend on the current folder: by any other, a plan
 * that is run from two folders would have two journals, and be placed twice.
 */
export function journalFile(world: World, asked: string | undefined, { journal: ofConfig = '' }: Named = {}): string {
  if (asked !== undefined) {
    refuseOtherServer('--journal', asked);
    return isAbsolute(asked) ? resolve(asked) : resolve(world.folder, asked);
  }
  const variable = world.variables['ORDO_JOURNAL'] ?? '';
  const [who, named] = variable === '' ? ['journal in the config', ofConfig] : ['ORDO_JOURNAL', variable];
  if (named === '') return ownJournalFile(world);
  refuseOtherServer(who, named);
  if (isAbsolute(named)) return resolve(named);
  return refuse(
    EXIT.usage,
    `${who} ${named} is not an absolute path, so each folder would have a journal of its own`,
    'write the whole path, or name the file with --journal',
  );
}

/** The address of another kind of server is no path. It is not shown, as it may hold a password. */
function refuseOtherServer(who: string, named: string): void {
  if (!/^(?:[a-z][a-z0-9+.-]*:\/\/|postgres(?:ql)?:)/i.test(named)) return;
  refuse(EXIT.usage, `${who} is not the address of a journal that ordo knows`, SERVER_SHAPE);
}

/** The journal of this user on this machine, where nothing else is named. */
export const ownJournalFile = (world: World): string => join(stateFolder(world), 'ordo', 'journal.db');

/** In the user's state folder. */
export const besideJournalOf = (world: World, { url, name }: JournalAddress): string =>
  isServerUrl(url) ? sqliteUrl(besideServer(stateFolder(world), name)) : url;

function stateFolder(world: World): string {
  const folder = stateFolderOf(world.variables, world.home);
  if (folder !== undefined) return folder;
  const home = world.variables['HOME'];
  const why =
    home === undefined ? 'not set, and the system knows none' : home === '' ? 'empty' : `${home}, a relative path`;
  return refuse(
    EXIT.usage,
    `the journal’s place hangs on the home folder, and HOME is ${why}`,
    'name a file with --journal, or set XDG_STATE_HOME or HOME to an absolute path',
  );
}
